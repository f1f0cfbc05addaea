import { useApiQuery } from '../../api/hooks';
import { EarlierAssessmentsDocument } from './assessment.generated';

interface Subject {
  id: string;
  createdAt: string;
  vendor: { id: string };
  previous: { id: string } | null;
}

/** The vendor's earlier assessments to compare with, and the one to start with. */
export function useEarlierAssessments(subject: Subject | undefined) {
  const query = useApiQuery(EarlierAssessmentsDocument, { vendorId: subject?.vendor.id ?? '' }, { enabled: subject !== undefined });
  const earlier =
    subject && query.data?.assessments.nodes.filter(({ id, createdAt }) => id !== subject.id && createdAt <= subject.createdAt);
  return { query, earlier, previousId: subject?.previous?.id ?? earlier?.[0]?.id };
}
