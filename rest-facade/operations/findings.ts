import type { Call, RestOperation, RestRequest } from '../operation';
import { type NumberedPage, pageArgs } from '../pages';
import { found, json } from '../replies';

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

/** All that can change of a finding raises its revision. */
const tagOf = (revision: number) => `"${revision}"`;

export const findings: Record<string, RestOperation> = {
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
    variables: ({ params, body, expectedRevision }) => ({ input: { ...body, id: params.findingId, expectedRevision } }),
    respond({ updated }: { updated: { finding: { revision: number } } }) {
      const { revision, ...finding } = updated.finding;
      return { ...json(finding), tag: tagOf(revision) };
    },
    shownBy: {
      document: 'getFinding',
      variables: ({ params }) => ({ id: params.findingId }),
      respond({ finding }: { finding: { revision: number } | null }) {
        const { revision } = found(finding);
        return { ...json({}), tag: tagOf(revision), revision };
      },
    },
  },
};
