import { type ListAuditQuery, listAuditDocument } from '../documents/audit.generated';
import { operation, type RestRequest } from '../operation';
import { endOf, FILE_PAGE, pageArgs, pagesFrom } from '../pages';
import { csvFile, csvTable, json } from '../replies';

type Entry = ListAuditQuery['auditLog']['nodes'][number];

const CSV_HEADER = ['ID', 'Action', 'User', 'Entity Type', 'Entity ID', 'Timestamp'];

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
        const entity = { type: 'AuditLog', id: null, name: 'Audit log' };
        return csvFile('audit-export.csv', csvTable(CSV_HEADER, pages, cells), { entity, meta: { filter: filterOf(request.query) } });
      }
      const entries = auditLog.nodes.map((entry) => ({ ...entry, entityId: shortId(entry) }));
      return json({ entries, page, pageSize, totalCount: auditLog.totalCount });
    },
  }),
};

function filterOf({ action, userId, entityType, entityId, fromDate, toDate }: RestRequest<'listAudit'>['query']) {
  return { action, userId, entityType, entityId, createdFrom: fromDate, createdTo: toDate && endOf(toDate) };
}

const shortId = ({ entityId }: Entry) => entityId && entityId.slice(0, 8);
