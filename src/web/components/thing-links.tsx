import type { ReactNode } from 'react';
import { usePermission } from '../app/session';
import { AnchorLink } from './link';

/** Links to the page of a record; plain text for users who may not open it. */

export function VendorLink({ vendor: { id, name } }: { vendor: { id: string; name: string } }): ReactNode {
  return usePermission('vendors:view') ? (
    <AnchorLink to="/vendors/$vendorId" params={{ vendorId: id }} inherit>
      {name}
    </AnchorLink>
  ) : (
    name
  );
}

export function AssessmentLink({ assessment: { id, title } }: { assessment: { id: string; title: string } }): ReactNode {
  return usePermission('assessments:view') ? (
    <AnchorLink to="/assessments/$assessmentId" params={{ assessmentId: id }} inherit>
      {title}
    </AnchorLink>
  ) : (
    title
  );
}

export function FindingLink({ finding: { id, title } }: { finding: { id: string; title: string } }): ReactNode {
  return usePermission('assessments:view') ? (
    <AnchorLink to="/findings" search={{ finding: id }} inherit>
      {title}
    </AnchorLink>
  ) : (
    title
  );
}

/** Links to the question in the assessment's review. */
export function QuestionLink({
  assessmentId,
  question: { id, order, text },
}: {
  assessmentId: string;
  question: { id: string; order: number; text: string };
}): ReactNode {
  return (
    <AnchorLink to="/assessments/$assessmentId/review" params={{ assessmentId }} search={{ question: id }} inherit>
      {order}. {text}
    </AnchorLink>
  );
}
