import type { Call, RestOperation, RestRequest } from '../operation';
import { endOf, FILE_PAGE, type NumberedPage, type Page, pageArgs, pagesFrom } from '../pages';
import { csvFile, csvTable, found, json } from '../replies';
import { assessmentRows, type ExportedAssessment } from './assessment-csv';

const PAGE_SIZE = 25;
const STATES = ['DRAFT', 'SENT', 'IN_PROGRESS', 'SUBMITTED', 'UNDER_REVIEW', 'COMPLETED'];

interface AssessmentQuery {
  vendorId?: string;
  status?: string;
  fromDate?: string;
  toDate?: string;
  page: number;
  query?: string;
  overdue?: string;
  format: 'json' | 'csv';
}

interface ListedAssessment {
  id: string;
  title: string;
  vendor: { id: string; name: string };
  status: string;
  score: number | null;
  dueDate: string | null;
  sentAt: string | null;
  submittedAt: string | null;
  templateName: string | null;
  reviewer: { name: string } | null;
}

interface AssessmentList {
  assessments: Page<ListedAssessment> & { totalCount?: number };
}

interface VendorAssessments {
  vendor: { id: string; name: string; assessments: NumberedPage<ListedAssessment> } | null;
}

interface Detail {
  questions: { expectedAnswer: unknown }[];
  comments: Comment[];
}

interface Comment {
  id: string;
  parentId: string | null;
}

const LIST_HEADER = ['id', 'title', 'vendorName', 'status', 'score', 'dueDate', 'sentAt', 'submittedAt', 'templateName', 'reviewerName'];

export const assessments: Record<string, RestOperation> = {
  listAssessments: {
    variables({ query }: RestRequest<AssessmentQuery>) {
      const { page, format } = query;
      const filter = filterOf(query);
      return format === 'csv' ? { filter, first: FILE_PAGE, withTotal: false } : { filter, ...pageArgs(page, PAGE_SIZE), withTotal: true };
    },
    respond({ assessments }: AssessmentList, { request, again }: Call<AssessmentList, AssessmentQuery>) {
      const { page, format } = request.query;
      if (format === 'csv') {
        const pages = pagesFrom(assessments, async (after) => (await again({ after })).assessments);
        const cells = (one: ListedAssessment) => [
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
  },

  listVendorAssessments: {
    variables({ params, query: { page, status } }: RestRequest<AssessmentQuery>) {
      const filter = { status: status === undefined ? undefined : STATES.filter((state) => state === status) };
      return { id: params.vendorId, filter, ...pageArgs(page, PAGE_SIZE) };
    },
    respond({ vendor }: VendorAssessments, { request }: Call<VendorAssessments, AssessmentQuery>) {
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
  },

  getAssessment: {
    variables: ({ params }) => ({ id: params.assessmentId }),
    respond({ assessment }: { assessment: Detail | null }) {
      const detail = found(assessment);
      const questions = detail.questions.map((question) => ({ ...question, expectedAnswer: inOrder(question.expectedAnswer) }));
      return json({ ...detail, questions, comments: threads(detail.comments) });
    },
  },

  exportAssessment: {
    variables: ({ params }) => ({ id: params.assessmentId }),
    respond({ assessment }: { assessment: ExportedAssessment | null }) {
      const shown = found(assessment);
      const entity = { type: 'Assessment', id: shown.id, name: shown.title };
      return csvFile(`${shown.vendor.name}-assessment.csv`, [assessmentRows(shown)], { entity });
    },
  },
};

function filterOf({ fromDate, toDate, page: _page, overdue, format: _format, ...same }: AssessmentQuery) {
  const createdTo = toDate && endOf(toDate);
  return { ...same, createdFrom: fromDate, createdTo, overdue: overdue === 'true' || undefined };
}

function listEntry({ id, title, vendor, reviewer, ...entry }: ListedAssessment): object {
  return { id, title, vendorId: vendor.id, vendorName: vendor.name, ...entry, reviewerName: reviewer?.name ?? null };
}

/** A range from its min to its max: the database gives keys back in an order of its own. */
function inOrder(expected: unknown): unknown {
  if (expected === null || typeof expected !== 'object' || Array.isArray(expected)) return expected;
  const { min, max } = expected as { min?: unknown; max?: unknown };
  return { min, max }; // what is undefined is left out of JSON
}

/** Comments below those that they answer. */
function threads(comments: Comment[]): object[] {
  const top: object[] = [];
  const repliesTo = new Map<string | null, object[]>([[null, top]]);
  for (const { id } of comments) repliesTo.set(id, []);
  for (const { parentId, ...comment } of comments) {
    repliesTo.get(parentId)!.push({ ...comment, replies: repliesTo.get(comment.id) });
  }
  return top;
}
