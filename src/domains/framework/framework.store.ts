import { columns, type Row, select, update, type Values } from '../../database/rows';
import { containing, contains, folded, isOneOf, join, quicklyFolded, rawSql, sql, statement } from '../../database/sql';
import { Control } from './control.entity';
import { Framework } from './framework.entity';

export const all = statement('framework.all', () => sql<Row<Framework>>`${select(Framework)} order by lower(name), version, id`);

export const lockOfLibrary = statement(
  'framework.lockOfLibrary',
  (libraryKey: string) => sql<Row<Framework>>`${select(Framework)} where library_key = ${libraryKey} for update`,
);

type Edition = Required<Pick<Values<Framework>, 'name' | 'version' | 'description' | 'controlCount' | 'libraryEdition'>>;

export const upgrade = statement('framework.upgrade', (id: string, edition: Edition) =>
  sql<never>`${update(Framework, edition)} where id = ${id}`.writes(Framework, { id }),
);

export const remove = statement('framework.remove', (id: string) =>
  sql<Pick<Row<Framework>, 'id' | 'name'>>`delete from framework where id = ${id} returning id, name`.removes(Framework, { id }),
);

/** The columns that a search looks at. */
const SEARCHED = ['code', 'title', 'domain', 'guidance'];

/** A framework, and the text to find in its controls; without a text, all of them. */
export interface ControlSearch {
  frameworkId: string;
  search?: string | null;
}

/** The controls of frameworks in framework order, each filtered by its own search; `n` is the number of the search, from 1. */
export const controlsOf = statement('framework.controlsOf', (searches: readonly ControlSearch[]) => {
  const patterns = searches.map(({ search }) => (search?.trim() ? containing(search.trim()) : null));
  return sql<Row<Control> & { n: number }>`
    select wanted.n, ${columns(Control, 'c')}
    from (
      select framework_id, ${folded(rawSql('pattern'))} as pattern, n
      from unnest(${searches.map(({ frameworkId }) => frameworkId)}::uuid[], ${patterns}::text[])
        with ordinality as given(framework_id, pattern, n)
    ) as wanted
    join control c on c.framework_id = wanted.framework_id
    where pattern is null or ${join(
      SEARCHED.map((column) => sql`${quicklyFolded(`c.${column}`)} like pattern`),
      ' or ',
    )}
    order by wanted.n, c.position, c.id`;
});

export const controlIdsOf = statement(
  'framework.controlIdsOf',
  (frameworkIds: readonly string[]) => sql<Pick<Row<Control>, 'id' | 'frameworkId'>>`
    select id, framework_id as "frameworkId" from control
    where framework_id ${isOneOf(frameworkIds, 'uuid')} and not is_retired order by position, id`,
);

/** Controls of any framework, with codes that start with the text first. Retired controls are only found by code. */
export const findControls = statement(
  'framework.findControls',
  (codes: readonly string[] | null, text: string, most: number) => sql<Row<Control>>`
    ${select(Control)} c
    where ${codes ? sql`code = any(${codes}::text[])` : sql`not is_retired`}
      and ${contains(SEARCHED, text)}
    order by not starts_with(${folded(rawSql('code'))}, ${folded(sql`${text}::text`)}), code, (select lower(name) from framework where id = c.framework_id), id
    limit ${most}`,
);

/**
 * Writes these controls of a framework, given as JSON: existing ones with the same code are updated in place, so that references
 * stay.
 */
export const writeControls = statement('framework.writeControls', (frameworkId: string, controls: string) =>
  sql<never>`
    insert into control (framework_id, position, domain, code, title, guidance, is_shared_responsibility)
    select ${frameworkId}, n, domain, code, title, guidance, "isSharedResponsibility"
    from jsonb_array_elements(${controls}::jsonb) with ordinality as given(fields, n),
      jsonb_to_record(fields) as f(domain text, code text, title text, guidance text,
        "isSharedResponsibility" boolean)
    on conflict on constraint control_code_taken do update set position = excluded.position, domain = excluded.domain,
      title = excluded.title, guidance = excluded.guidance, is_retired = false,
      is_shared_responsibility = excluded.is_shared_responsibility`.writes(Control, { frameworkId }),
);

/** The controls of a framework with other codes. */
const others = (frameworkId: string, codes: readonly string[]) => sql`framework_id = ${frameworkId} and code <> all(${codes}::text[])`;

export const lockOthers = statement(
  'framework.lockOthers',
  (frameworkId: string, codes: readonly string[]) => sql<{ id: string }>`
    select id from control where ${others(frameworkId, codes)} order by id for update`,
);

/** Deletes those that nothing refers to. */
export const removeUnusedOthers = statement('framework.removeUnusedOthers', (frameworkId: string, codes: readonly string[]) =>
  sql<{ id: string }>`
    delete from control c where ${others(frameworkId, codes)}
      and not exists (select 1 from template_question_control where control_id = c.id)
      and not exists (select 1 from assessment_question_control where control_id = c.id)
      and not exists (select 1 from finding_control where control_id = c.id)
      and not exists (select 1 from responsibility_action where control_id = c.id)
    returning id`.removes(Control, { frameworkId }),
);

/** Retires them, and moves them after the controls that have the codes. */
export const retireOthers = statement('framework.retireOthers', (frameworkId: string, codes: readonly string[]) =>
  sql<{ id: string }>`
    update control c set is_retired = true, position = ${codes.length}::int + vanished.n
    from (select id, row_number() over (order by position, id) as n from control
      where ${others(frameworkId, codes)}) as vanished
    where c.id = vanished.id returning c.id`.writes(Control, { frameworkId }),
);

/** Maps template questions that were waiting for a code of this framework. */
export const mapWaiting = statement('framework.mapWaiting', (frameworkId: string) =>
  sql<never>`
    insert into template_question_control (question_id, control_id)
    select q.id, c.id from control c join template_question q on c.code = any(q.unmapped_control_codes)
    where c.framework_id = ${frameworkId}`.writes('template_question_control', {
    controlId: sql`select id from control where framework_id = ${frameworkId}`,
  }),
);

/** Removes this framework's codes from those waiting. */
export const removeMapped = statement('framework.removeMapped', (frameworkId: string) =>
  sql<never>`
    update template_question q set unmapped_control_codes = array(
      select code from unnest(q.unmapped_control_codes) as code
      except select code from control where framework_id = ${frameworkId})
    where exists (select 1 from control c where c.framework_id = ${frameworkId} and c.code = any(q.unmapped_control_codes))`.writes(
    'template_question',
    {
      id: sql`select m.question_id from template_question_control m join control c on c.id = m.control_id where c.framework_id = ${frameworkId}`,
    },
  ),
);
