import { isOfListed } from '../../database/listed';
import type { Row } from '../../database/rows';
import { contains, idIs, idIsOrNobody, isOneOf, rawSql, type Sql, sql, statement, TODAY } from '../../database/sql';
import type { OrderTerm } from '../../graphql/connection';
import type { Framework } from '../framework/framework.entity';
import { Certification } from './certification.entity';
import type { ResponsibilityActionFilter } from './certification.inputs';
import type { ActionCounts } from './certification.rules';
import { ResponsibilityAction } from './responsibility-action.entity';

export const BY_NAME = rawSql('lower(name), expires_date desc, id');
export const BY_CONTROL = rawSql('lower(framework_name), control_code, lower(certification_name), id');

/** Keeps a vendor from being deleted while something is added to it. */
export const holdVendor = statement(
  'certification.holdVendor',
  (id: string) => sql<{ id: string }>`select id from vendor where id = ${id} for key share`,
);

export const assignee = statement('certification.assignee', (id: string) => sql<{ id: string }>`select id from app_user where id = ${id}`);

export const remove = statement('certification.remove', (id: string) =>
  sql<Pick<Row<Certification>, 'id' | 'name'>>`delete from certification where id = ${id} returning id, name`.removes(Certification, {
    id,
  }),
);

/** After a rename, the certification's actions take the new name, unless the vendor already has them under it. */
export const renameActions = statement('certification.renameActions', (certificationId: string, name: string) =>
  sql<never>`
    update responsibility_action a set certification_name = ${name} where certification_id = ${certificationId} and not exists (
      select 1 from responsibility_action o where o.vendor_id = a.vendor_id and o.certification_name = ${name}
        and o.framework_name = a.framework_name and o.control_code = a.control_code)`.writes(ResponsibilityAction, { certificationId }),
);

/** Of the controls c. Retired controls no longer create actions. */
const IS_SHARED = rawSql('(c.is_shared_responsibility and not c.is_retired)');

export const sharedFrameworks = statement(
  'certification.sharedFrameworks',
  () => sql<Pick<Row<Framework>, 'id' | 'name' | 'version'> & { isOwn: boolean }>`
    select id, name, version, library_key is null as "isOwn" from framework f
    where exists (select 1 from control c where c.framework_id = f.id and ${IS_SHARED})`,
);

/** Adds an action for each shared control of the frameworks that the certification has none for yet. */
export const addActions = statement(
  'certification.addActions',
  ({ id, name, vendorId }: Pick<Row<Certification>, 'id' | 'name' | 'vendorId'>, frameworkIds: readonly string[]) =>
    sql<{ id: string }>`
    insert into responsibility_action (vendor_id, certification_id, certification_name, control_id, control_code,
      control_title, framework_name)
    select ${vendorId}, ${id}, ${name}, c.id, c.code, c.title, f.name
    from control c join framework f on f.id = c.framework_id
    where f.id = any(${frameworkIds}::uuid[]) and ${IS_SHARED} and not exists (
      select 1 from responsibility_action a
      where a.certification_id = ${id} and a.framework_name = f.name and a.control_code = c.code)
    on conflict (vendor_id, certification_name, framework_name, control_code) do nothing
    returning id`.writes(ResponsibilityAction, { certificationId: id }),
);

/** Progress of actions, as the columns of ActionCounts. */
export const ACTION_COUNTS = rawSql(`count(*) as total,
  count(*) filter (where status = 'COMPLETED') as completed,
  count(*) filter (where status = 'IN_PROGRESS') as "inProgress",
  count(*) filter (where status = 'PENDING') as pending,
  count(*) filter (where status = 'NOT_APPLICABLE') as "notApplicable"`);

/** `percentDone` in SQL, on such counts. */
export const PERCENT_DONE = rawSql(`coalesce(round(100.0 * completed / nullif(total - "notApplicable", 0)), 0)`);

export const actionCounts = statement(
  'certification.actionCounts',
  (vendorIds: readonly string[]) => sql<ActionCounts & { vendorId: string }>`
    select vendor_id as "vendorId", ${ACTION_COUNTS}
    from responsibility_action where vendor_id ${isOneOf(vendorIds, 'uuid')} group by vendor_id`,
);

/** `isExpired` in SQL. */
export const isExpired = (today = TODAY) => sql`expires_date < ${today}`;

/** The moment when a certification expires. */
export const expiredAt = (alias: string) => rawSql(`(${alias}.expires_date + 1) at time zone 'UTC'`);

/** Conditions for certifications that expire within this many days. */
export function expiring(days: number, includeExpired: boolean): Sql[] {
  const soon = sql`expires_date <= ${TODAY} + ${days}::int`;
  const listed = isOfListed('certification');
  return includeExpired ? [soon, listed] : [soon, sql`not ${isExpired()}`, listed];
}

/** By framework and code. */
export const ACTIONS_IN_ORDER: OrderTerm[] = ['lower(framework_name)', 'control_code', 'lower(certification_name)'].map((by) => ({
  by: rawSql(by),
  type: 'text',
}));

export function actionConditions({ vendorId, status, assigneeId, query }: ResponsibilityActionFilter): Sql[] {
  const found = idIsOrNobody('assignee_id', assigneeId);
  found.push(vendorId == null ? isOfListed('responsibility_action') : idIs('vendor_id', vendorId));
  if (status) found.push(sql`status ${isOneOf(status, 'text')}`);
  if (query) {
    const own = contains(['control_code', 'control_title', 'framework_name', 'certification_name'], query);
    found.push(sql`(${own} or vendor_id in (select v.id from vendor v where ${contains(['v.name'], query)}))`);
  }
  return found;
}

export const SOONEST_FIRST: OrderTerm[] = [{ by: rawSql('expires_date::text'), type: 'text' }];
