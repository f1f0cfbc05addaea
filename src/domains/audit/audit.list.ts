import type { GraphQLResolveInfo } from 'graphql';
import type { Row } from '../../database/rows';
import { type Connection, connection, type PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../kernel/context';
import { AuditEntry } from './audit-entry.entity';
import type { AuditFilter } from './audit.inputs';
import * as store from './audit.store';

/** The log, newest first. */
export function listAudit(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  { changedId, ...filter }: AuditFilter,
  page: PageArgs,
): Promise<Connection<Row<AuditEntry>>> {
  const conditions = store.conditionsOf(filter);
  if (changedId) conditions.push(store.concerns(ctx.database.recorder.tables, changedId));
  const total = changedId ? undefined : store.totalOf(filter);
  return connection(ctx, info, { entity: AuditEntry, conditions, order: store.NEWEST_FIRST, page, total });
}
