import type { GraphQLResolveInfo } from 'graphql';
import type { Row } from '../../database/rows';
import { rawSql, type Sql, sql } from '../../database/sql';
import { type Connection, connection, type OrderTerm, type PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../graphql/context';
import { isId } from '../../graphql/validate';
import { AuditEntry } from './audit-entry.entity';
import type { AuditFilter } from './audit.inputs';

/** The log, newest first. */
export function listAudit(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  filter: AuditFilter,
  page: PageArgs,
): Promise<Connection<Row<AuditEntry>>> {
  // Entries of one transaction may share their millisecond; their numbers tell their order.
  const order: OrderTerm[] = [
    { by: rawSql('created_at'), type: 'timestamptz', descending: true },
    { by: rawSql('seq'), type: 'int8', descending: true },
  ];
  return connection(ctx, info, { entity: AuditEntry, conditions: conditions(filter), order, page });
}

/** An id that can't be one matches nothing. */
function conditions({ action, userId, entityType, entityId, createdFrom, createdTo }: AuditFilter): Sql[] {
  const found: Sql[] = [];
  const idIs = (column: string, id: string) => (isId(id) ? sql`${rawSql(column)} = ${id}` : rawSql('false'));
  if (action != null) found.push(sql`action = ${action}`);
  if (userId != null) found.push(idIs('user_id', userId));
  if (entityType) found.push(sql`entity_type = ${entityType}`);
  if (entityId) found.push(idIs('entity_id', entityId));
  if (createdFrom) found.push(sql`created_at >= ${createdFrom}`);
  if (createdTo) found.push(sql`created_at <= ${createdTo}`);
  return found;
}
