import {
  exportAuditChangesDocument,
  type ExportAuditChangesQuery,
  type ListAuditQuery,
  listAuditDocument,
} from '../documents/audit.generated';
import { operation, type RestRequest } from '../operation';
import { endOf, FILE_PAGE, pageArgs, pagesFrom } from '../pages';
import { csvFile, csvTable, json } from '../replies';
import { Problem } from '../../src/kernel/errors';
import type { CsvCell } from '../../src/platform/csv';

type Entry = ListAuditQuery['auditLog']['nodes'][number];
type ChangedEntry = ExportAuditChangesQuery['auditLog']['nodes'][number];

/** What the files are about, for the log itself. */
const LOG = { type: 'AuditLog', id: null, name: 'Audit log' };

const CSV_HEADER = ['ID', 'Action', 'User', 'Entity Type', 'Entity ID', 'Timestamp'];

const CHANGES_HEADER = ['Entry ID', 'Timestamp', 'User', 'Action', 'Entity Type', 'Entity ID', 'Field', 'Before', 'After'];

/** How many entries are read at once with their changes, after the first: fewer where they changed much. */
const CHANGES_PAGE = 100;

export const audit = {
  listAudit: operation(listAuditDocument, {
    variables({ query }) {
      const { page, pageSize, format } = query;
      const filter = filterOf(query);
      return format === 'csv' ? { filter, first: FILE_PAGE, withTotal: false } : { filter, ...pageArgs(page, pageSize), withTotal: true };
    },
    respond({ auditLog }, { request, again }) {
      const { page, pageSize, format } = request.query;
      if (format === 'csv') {
        const pages = pagesFrom(auditLog, async (after) => (await again({ after })).auditLog);
        const cells = (entry: Entry) => [entry.id, entry.action, entry.userName, entry.entityType, shortId(entry), entry.createdAt];
        const what = { entity: LOG, meta: { filter: filterOf(request.query) } };
        return csvFile('audit-export.csv', csvTable(CSV_HEADER, pages, cells), what);
      }
      const entries = auditLog.nodes.map((entry) => ({ ...entry, entityId: shortId(entry) }));
      return json({ entries, page, pageSize, totalCount: auditLog.totalCount });
    },
  }),

  exportAuditChanges: operation(exportAuditChangesDocument, {
    variables: ({ query }) => ({ filter: filterOf(query), first: 1 }),
    respond({ auditLog }, { request, again }) {
      const readAfter = async (after: string, first = CHANGES_PAGE): Promise<ExportAuditChangesQuery['auditLog']> => {
        try {
          return (await again({ after, first })).auditLog;
        } catch (error) {
          if (first === 1 || !(error instanceof Problem) || error.fields['first'] === undefined) throw error;
          return readAfter(after, Math.ceil(first / 10));
        }
      };
      const pages = pagesFrom(auditLog, (after) => readAfter(after));
      const what = { entity: LOG, meta: { filter: filterOf(request.query) } };
      return csvFile('audit-changes.csv', changeRows(pages), what);
    },
  }),
};

async function* changeRows(pages: AsyncIterable<ChangedEntry[]>): AsyncGenerator<CsvCell[][]> {
  let rows: CsvCell[][] = [CHANGES_HEADER];
  for await (const entries of pages) {
    for (const { id, createdAt, userName, action, entityType, entityId, changes } of entries) {
      for (const { field, before, after } of changes) {
        rows.push([id, createdAt, userName, action, entityType, entityId, field, valueText(before), valueText(after)]);
        if (rows.length < FILE_PAGE) continue;
        yield rows;
        rows = [];
      }
    }
  }
  yield rows;
}

/** Texts as they are, other values as JSON. */
function valueText(value: unknown): CsvCell {
  return value === null || typeof value === 'string' ? value : JSON.stringify(value);
}

function filterOf({ action, userId, entityType, entityId, fromDate, toDate }: RestRequest<'listAudit' | 'exportAuditChanges'>['query']) {
  return { action, userId, entityType, entityId, createdFrom: fromDate, createdTo: toDate && endOf(toDate) };
}

const shortId = ({ entityId }: Entry) => entityId && entityId.slice(0, 8);
