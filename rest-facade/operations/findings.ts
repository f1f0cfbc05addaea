import { getFindingDocument, listFindingsDocument, updateFindingDocument } from '../documents/findings.generated';
import { operation } from '../operation';
import { pageArgs } from '../pages';
import { found, json } from '../replies';

const PAGE_SIZE = 20;

/** Every change to a finding raises its revision, so that is enough. */
const tagOf = (revision: number) => `"${revision}"`;

export const findings = {
  listFindings: operation(listFindingsDocument, {
    variables: ({ query: { page, ...filter } }) => ({ filter, ...pageArgs(page, PAGE_SIZE) }),
    respond({ findings: { nodes, totalCount } }, { request }) {
      const entries = nodes.map(({ assessment, vendor, ...finding }) => ({
        ...finding,
        assessmentId: assessment.id,
        assessmentTitle: assessment.title,
        vendorId: vendor.id,
        vendorName: vendor.name,
      }));
      return json({ entries, page: request.query.page, pageSize: PAGE_SIZE, totalCount });
    },
  }),

  updateFinding: operation(updateFindingDocument, {
    grants: { 'assessments:view': 'PATCH /api/v1/findings/{findingId}, assessments:review: "200, updated finding"' },
    variables: ({ params, body, expectedRevision }) => ({ input: { ...body, id: params.findingId, expectedRevision } }),
    respond({ updated }) {
      const { revision, ...finding } = updated.finding;
      return { ...json(finding), tag: tagOf(revision) };
    },
    async standing({ params }, { run }) {
      const { revision } = found((await run(getFindingDocument, { id: params.findingId })).finding);
      return { tag: tagOf(revision), revision };
    },
  }),
};
