import type { Call, Operation, RestRequest } from '../operation';
import { type NumberedPage, pageArgs } from '../pages';
import { json } from '../replies';

const PAGE_SIZE = 20;

interface FindingQuery {
  page: number;
}

interface Finding {
  assessment: { id: string; title: string };
  vendor: { id: string; name: string };
}

interface FindingList {
  findings: NumberedPage<Finding>;
}

export const findings: Record<string, Operation> = {
  listFindings: {
    variables({ query: { page, ...filter } }: RestRequest<FindingQuery>) {
      return { filter, ...pageArgs(page, PAGE_SIZE) };
    },
    respond({ findings: { nodes, totalCount } }: FindingList, { request }: Call<FindingList, FindingQuery>) {
      const entries = nodes.map(({ assessment, vendor, ...finding }) => ({
        ...finding,
        assessmentId: assessment.id,
        assessmentTitle: assessment.title,
        vendorId: vendor.id,
        vendorName: vendor.name,
      }));
      return json({ entries, page: request.query.page, pageSize: PAGE_SIZE, totalCount });
    },
  },

  updateFinding: {
    grants: ['assessments:view'],
    variables: ({ params, body }) => ({ input: { ...body, id: params.findingId } }),
    respond: ({ updated }: { updated: { finding: object } }) => json(updated.finding),
  },
};
