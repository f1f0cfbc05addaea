import type { Row } from '../../database/rows';
import { sql, statement, TODAY } from '../../database/sql';
import { Template } from '../../domains/template/template.entity';
import { Framework } from '../../domains/framework/framework.entity';
import type { Framework as DemoFramework, MappedControl } from './world';

/** What the database has of a portfolio, and whether a demo load was interrupted. */
export const portfolio = statement(
  'demo.portfolio',
  (firstExternalId: string) => sql<{ vendors: number; assessments: number; isBroken: boolean }>`
    select (select count(*) from vendor) as vendors, (select count(*) from assessment) as assessments,
      exists (select 1 from vendor where external_id = ${firstExternalId})
        and not exists (select 1 from audit_entry where action = 'LOAD_DEMO') as "isBroken"`,
);

export const loading = statement('demo.loading', () => sql<{ id: string }>`select id from audit_entry where action = 'LOAD_DEMO' limit 1`);

/** The given day, or else today. */
export const today = statement(
  'demo.today',
  (given: string | null) => sql<{ today: string }>`select coalesce(${given}::date, ${TODAY}) as today`,
);

export const template = statement(
  'demo.template',
  (id: string) => sql<Pick<Row<Template>, 'name' | 'version'>>`select name, version from template where id = ${id}`,
);

/** The controls that the questions of a template map to. */
export const mappedControls = statement(
  'demo.mappedControls',
  (templateId: string) => sql<MappedControl & { questionId: string }>`
    select m.question_id as "questionId", c.id, f.id as "frameworkId", f.name as "frameworkName", c.code, c.title, c.domain,
      c.is_shared_responsibility as "isShared"
    from template_question q join template_question_control m on m.question_id = q.id join control c on c.id = m.control_id
    join framework f on f.id = c.framework_id where q.template_id = ${templateId} order by c.code, f.name, f.version`,
);

export const frameworks = statement(
  'demo.frameworks',
  () => sql<DemoFramework>`
    select f.name, f.version, coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'code', c.code, 'title', c.title) order by c.code)
      from control c where c.framework_id = f.id and c.is_shared_responsibility), '[]') as "sharedControls"
    from framework f order by f.name, f.version`,
);

/** An entry of the history, as those who are told of it see it. */
export interface RecentEntry {
  id: string;
  action: string;
  entityType: string | null;
  entityId: string | null;
  meta: Record<string, unknown> | null;
  userName: string;
  byUserId: string | null;
}

/** The newest entries about things, with some actions. */
export const recentEntries = statement(
  'demo.recentEntries',
  (actions: readonly string[], days: number, most: number) => sql<RecentEntry>`
    select id, action, entity_type as "entityType", entity_id as "entityId", meta, user_name as "userName", user_id as "byUserId"
    from audit_entry
    where action = any(${actions}::text[]) and created_at > now() - make_interval(days => ${days}) and entity_id is not null
    order by created_at desc, id limit ${most}`,
);

/** People were told when it happened, without e-mails, and have read all but the newest. */
export const backdateNotifications = statement(
  'demo.backdateNotifications',
  (unreadDays: number) => sql<never>`
    update notification n set created_at = e.created_at, awaits_email = false, emailed_at = null,
      read_at = case when e.created_at < now() - make_interval(days => ${unreadDays}) then e.created_at + interval '1 hour' end
    from audit_entry e where e.id = n.entry_id`,
);

export const backdateTemplates = statement('demo.backdateTemplates', (ids: readonly string[], at: string) =>
  sql<never>`
    update template set created_at = least(created_at, ${at}::timestamptz), published_at = least(published_at, ${at}::timestamptz)
    where id = any(${ids}::uuid[])`.writes(Template, { id: ids }),
);

export const backdateFrameworks = statement('demo.backdateFrameworks', (at: string) =>
  sql<{ id: string }>`
    update framework set created_at = least(created_at, ${at}::timestamptz) where library_key is not null
    returning id`.writesGiven(Framework),
);
