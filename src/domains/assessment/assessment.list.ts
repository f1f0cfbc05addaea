import type { GraphQLResolveInfo } from 'graphql';
import type { Row } from '../../database/rows';
import { contains, rawSql, type Sql, sql } from '../../database/sql';
import { childConnection, type Connection, connection, type ListQuery, type OrderTerm, type PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../kernel/context';
import { isId } from '../../platform/id';
import { tallied } from '../../database/tally/tally';
import { Assessment } from './assessment.entity';
import { type AssessmentFilter, type AssessmentOrder, type AssessmentOrderField } from './assessment.inputs';

const ORDERS: Record<AssessmentOrderField, Omit<OrderTerm, 'descending'>> = {
  CREATED_AT: { by: rawSql('created_at'), type: 'timestamptz' },
  DUE_DATE: { by: rawSql("coalesce(due_date, 'epoch')"), type: 'timestamptz' },
  TITLE: { by: rawSql('lower(title)'), type: 'text' },
  SCORE: { by: rawSql('coalesce(score, -1)'), type: 'float8' },
};

interface Wanted {
  filter?: AssessmentFilter | null;
  order?: AssessmentOrder | null;
  page: PageArgs;
}

function listQuery({ filter, order, page }: Wanted): ListQuery<Assessment> {
  const term = order ? { ...ORDERS[order.field], descending: order.descending ?? false } : { ...ORDERS.CREATED_AT, descending: true };
  return { entity: Assessment, conditions: conditions(filter ?? {}), order: [term], page };
}

/** Newest first unless sorted otherwise. */
export function listAssessments(ctx: RequestContext, info: GraphQLResolveInfo, wanted: Wanted): Promise<Connection<Row<Assessment>>> {
  return connection(ctx, info, { ...listQuery(wanted), total: tallyOf(wanted.filter ?? {}) });
}

/** By status they are counted already. */
function tallyOf({ status, ...others }: AssessmentFilter): Sql<{ count: number }> | undefined {
  if (conditions(others).length > 0) return undefined;
  return tallied('assessment', status ?? undefined);
}

/** The same list for each of many vendors, in one statement. */
export function assessmentsOfVendor(ctx: RequestContext, info: GraphQLResolveInfo, vendorId: string, wanted: Wanted) {
  return childConnection(ctx, info, { ...listQuery(wanted), relation: 'vendor', parentId: vendorId });
}

/** Overdue is computed: the due date has passed while the vendor still has it. */
export const IS_OVERDUE = rawSql(`(status in ('SENT', 'IN_PROGRESS') and due_date is not null and due_date < now())`);

function conditions({ vendorId, status, createdFrom, createdTo, query, overdue, reviewerId }: AssessmentFilter): Sql[] {
  const found: Sql[] = [];
  const idIs = (column: string, id: string) => (isId(id) ? sql`${rawSql(column)} = ${id}` : rawSql('false'));
  if (vendorId != null) found.push(idIs('vendor_id', vendorId));
  if (reviewerId != null) found.push(idIs('reviewer_id', reviewerId));
  if (status) found.push(sql`status = any(${status}::text[])`);
  if (createdFrom) found.push(sql`created_at >= ${createdFrom}`);
  if (createdTo) found.push(sql`created_at <= ${createdTo}`);
  if (query) found.push(contains(['title'], query));
  if (overdue != null) found.push(overdue ? IS_OVERDUE : sql`not ${IS_OVERDUE}`);
  return found;
}
