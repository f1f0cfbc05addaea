import {
  type AssessmentStatus,
  exportAssessmentDocument,
  getAssessmentDocument,
  type GetAssessmentQuery,
  listAssessmentsDocument,
  type ListedAssessmentFragment,
  listVendorAssessmentsDocument,
} from '../documents/assessments.generated';
import { operation, type RestRequest } from '../operation';
import { endOf, FILE_PAGE, pageArgs, pagesFrom } from '../pages';
import { csvFile, csvTable, found, json } from '../replies';
import { assessmentRows } from './assessment-csv';

const PAGE_SIZE = 25;
const STATES: AssessmentStatus[] = ['DRAFT', 'SENT', 'IN_PROGRESS', 'SUBMITTED', 'UNDER_REVIEW', 'COMPLETED'];

type AssessmentQuery = RestRequest<'listAssessments'>['query'];

type Comments = NonNullable<GetAssessmentQuery['assessment']>['comments'];

const LIST_HEADER = ['id', 'title', 'vendorName', 'status', 'score', 'dueDate', 'sentAt', 'submittedAt', 'templateName', 'reviewerName'];

export const assessments = {
  listAssessments: operation(listAssessmentsDocument, {
    variables({ query }) {
      const { page, format, status } = query;
      const filter = { ...filterOf(query), status: status && [status] };
      return format === 'csv' ? { filter, first: FILE_PAGE, withTotal: false } : { filter, ...pageArgs(page, PAGE_SIZE), withTotal: true };
    },
    respond({ assessments }, { request, again }) {
      const { page, format } = request.query;
      if (format === 'csv') {
        const pages = pagesFrom(assessments, async (after) => (await again({ after })).assessments);
        const cells = (one: ListedAssessmentFragment) => [
          one.id,
          one.title,
          one.vendor.name,
          one.status,
          one.score,
          one.dueDate,
          one.sentAt,
          one.submittedAt,
          one.templateName,
          one.reviewer?.name,
        ];
        return csvFile('assessments.csv', csvTable(LIST_HEADER, pages, cells), { meta: { filter: filterOf(request.query) } });
      }
      const { nodes, totalCount } = assessments;
      return json({ entries: nodes.map(listEntry), page, pageSize: PAGE_SIZE, totalCount });
    },
  }),

  listVendorAssessments: operation(listVendorAssessmentsDocument, {
    variables({ params, query: { page, status } }) {
      const filter = { status: status === undefined ? undefined : STATES.filter((state) => state === status) };
      return { id: params.vendorId, filter, ...pageArgs(page, PAGE_SIZE) };
    },
    respond({ vendor }, { request }) {
      const { id, name, assessments } = found(vendor);
      return json({
        vendorId: id,
        vendorName: name,
        entries: assessments.nodes.map(listEntry),
        page: request.query.page,
        pageSize: PAGE_SIZE,
        totalCount: assessments.totalCount,
      });
    },
  }),

  getAssessment: operation(getAssessmentDocument, {
    variables: ({ params }) => ({ id: params.assessmentId }),
    respond({ assessment }) {
      const detail = found(assessment);
      const questions = detail.questions.map((question) => ({ ...question, expectedAnswer: inOrder(question.expectedAnswer) }));
      return json({ ...detail, questions, comments: threads(detail.comments) });
    },
  }),

  exportAssessment: operation(exportAssessmentDocument, {
    variables: ({ params }) => ({ id: params.assessmentId }),
    respond({ assessment }) {
      const shown = found(assessment);
      const entity = { type: 'Assessment', id: shown.id, name: shown.title };
      return csvFile(`${shown.vendor.name}-assessment.csv`, [assessmentRows(shown)], { entity });
    },
  }),
};

function filterOf({ fromDate, toDate, page: _page, overdue, format: _format, ...same }: AssessmentQuery) {
  const createdTo = toDate && endOf(toDate);
  return { ...same, createdFrom: fromDate, createdTo, overdue: overdue === 'true' || undefined };
}

function listEntry({ id, title, vendor, reviewer, ...entry }: ListedAssessmentFragment) {
  return { id, title, vendorId: vendor.id, vendorName: vendor.name, ...entry, reviewerName: reviewer?.name ?? null };
}

/** Min before max: the database doesn't keep the order of keys. */
function inOrder(expected: unknown): unknown {
  if (expected === null || typeof expected !== 'object' || Array.isArray(expected)) return expected;
  return { ...('min' in expected && { min: expected.min }), ...('max' in expected && { max: expected.max }) };
}

/** Comments nested under the ones they reply to. */
function threads(comments: Comments): object[] {
  const top: object[] = [];
  const repliesTo = new Map<string | null, object[]>([[null, top]]);
  for (const { id } of comments) repliesTo.set(id, []);
  for (const { parentId, ...comment } of comments) {
    repliesTo.get(parentId)!.push({ ...comment, replies: repliesTo.get(comment.id) });
  }
  return top;
}
