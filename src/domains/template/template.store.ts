import { columns, type Row, select, update, type Values } from '../../database/rows';
import { isOneOf, rawSql, sql, statement } from '../../database/sql';
import { Control } from '../framework/control.entity';
import { Template, type TemplateKind, TemplateStatus } from './template.entity';

export const BY_POSITION = rawSql('position');

/** By name, newest version first. */
export const all = statement(
  'template.all',
  (kind: TemplateKind) => sql<Row<Template>>`${select(Template)} where kind = ${kind} order by lower(name), version desc, id`,
);

/** All versions of families, newest first. */
export const versionsOf = statement(
  'template.versionsOf',
  (families: readonly string[]) => sql<Row<Template>>`
    ${select(Template)} where family ${isOneOf(families, 'uuid')} order by version desc`,
);

/** All versions of the template with this id. */
export const lockVersions = statement(
  'template.lockVersions',
  (id: string) => sql<Row<Template>>`
    ${select(Template)} where family = (select family from template where id = ${id})
    order by version for update`,
);

export const latestOfLibrary = statement(
  'template.latestOfLibrary',
  (libraryKey: string) => sql<{ id: string }>`
    select id from template where library_key = ${libraryKey} order by version desc limit 1`,
);

export const controlsOf = statement(
  'template.controlsOf',
  (questionIds: readonly string[]) => sql<Row<Control> & { questionId: string }>`
    select m.question_id as "questionId", ${columns(Control, 'c')}
    from template_question_control m join control c on c.id = m.control_id
    where m.question_id ${isOneOf(questionIds, 'uuid')} order by c.code, c.id`,
);

type Edit = Required<Pick<Values<Template>, 'name' | 'description' | 'introduction' | 'questionCount'>>;

export const edit = statement('template.edit', (id: string, values: Edit) =>
  sql<never>`${update(Template, values)} where id = ${id}`.writes(Template, { id }),
);

export const publish = statement('template.publish', (id: string) =>
  sql<never>`${update(Template, { status: TemplateStatus.PUBLISHED, publishedAt: sql`now()` })} where id = ${id}`.writes(Template, { id }),
);

export const archive = statement('template.archive', (ids: readonly string[]) =>
  sql<never>`${update(Template, { status: TemplateStatus.ARCHIVED })} where id = any(${ids}::uuid[])`.writes(Template, { id: ids }),
);

export const remove = statement('template.remove', (id: string) =>
  sql<Pick<Row<Template>, 'id' | 'name' | 'version'>>`
    delete from template where id = ${id} returning id, name, version`.removes(Template, { id }),
);
