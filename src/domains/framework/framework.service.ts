import { revise } from '../../kernel/revise';
import type { Row } from '../../database/rows';
import { containing, contains, folded, join, rawSql, sql } from '../../database/sql';
import type { RequestContext } from '../../kernel/context';
import { conflict, notFound, onTaken } from '../../kernel/errors';
import { byId, groupBy, loader } from '../../graphql/engine/loaders';
import { check, withoutNulls } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { readImport } from '../../imports/read';
import { inTurn } from '../../imports/one-at-a-time';
import { type Change, change } from '../audit/audit.service';
import { mapWaitingCodes } from '../template/template.document';
import { Control } from './control.entity';
import { Framework } from './framework.entity';
import type { ImportFrameworkCsvInput, ImportFrameworkInput, UpdateFrameworkInput } from './framework.inputs';
import { asRead, frameworkInput, frameworkReader, type FrameworkSource, type ReadFramework } from './framework.reader';
import { frameworkDetails } from './framework.rules';

export const frameworkById = byId(Framework);

export function listFrameworks(ctx: RequestContext): Promise<Row<Framework>[]> {
  return ctx.database.query(sql`${ctx.database.table(Framework).select} order by lower(name), version, id`);
}

export interface ControlSearch {
  frameworkId: string;
  search?: string | null;
}

/** Where a search looks. */
const SEARCHED = ['code', 'title', 'domain', 'guidance'];

/** The controls of frameworks in framework order, each framework narrowed by its own search: one statement for all. */
export const controlsOf = loader<ControlSearch, Row<Control>[]>(async (searches, ctx) => {
  const patterns = searches.map(({ search }) => (search?.trim() ? containing(search.trim()) : null));
  const rows = await ctx.database.query<Row<Control> & { n: number }>(sql`
    select wanted.n, ${ctx.database.table(Control).columnsOf('c')}
    from (
      select framework_id, ${folded(rawSql('pattern'))} as pattern, n
      from unnest(${searches.map(({ frameworkId }) => frameworkId)}::uuid[], ${patterns}::text[])
        with ordinality as given(framework_id, pattern, n)
    ) as wanted
    join control c on c.framework_id = wanted.framework_id
    where pattern is null or ${join(
      SEARCHED.map((column) => sql`${folded(rawSql(`c.${column}`))} like pattern`),
      ' or ',
    )}
    order by wanted.n, c.position, c.id`);
  const found = groupBy(rows, ({ n }) => String(n));
  return searches.map((_, i) => found.get(String(i + 1)) ?? []);
});

/** So many controls are found at once. */
export const MOST_FOUND = 100;

/** Controls wherever they are, the codes that begin with the text first. What the library took back is found by code only. */
export async function findControls(
  ctx: RequestContext,
  { codes, search }: { codes?: readonly string[] | null; search?: string | null },
): Promise<Row<Control>[]> {
  const text = search?.trim() ?? '';
  return ctx.database.query(sql`
    ${ctx.database.table(Control).select} c
    where ${codes ? sql`code = any(${codes}::text[])` : sql`not is_retired`}
      and ${contains(SEARCHED, text)}
    order by not starts_with(${folded(rawSql('code'))}, ${folded(sql`${text}::text`)}), code, (select lower(name) from framework where id = c.framework_id), id
    limit ${MOST_FOUND}`);
}

const nameTaken = onTaken(['framework_name_taken', 'framework_name_folded_taken'], () =>
  conflict('A framework with this name and version already exists', { name: 'is already used in this version' }),
);
const keyTaken = onTaken(['framework_library_key_taken'], () => conflict('This item of the library is already installed'));

/** Which item of the library something came from, and the edition it is at. */
export interface LibraryOrigin {
  libraryKey: string;
  libraryEdition: number;
}

export async function importFramework(ctx: RequestContext, { framework }: ImportFrameworkInput): Promise<string> {
  const content = JSON.stringify(framework);
  return inTurn(ctx, content.length, () => importSource(ctx, { format: 'json', content }));
}

/** A framework of our own, in the transaction of the caller. */
export async function installFramework(ctx: RequestContext, input: ImportFrameworkInput, origin: LibraryOrigin): Promise<string> {
  return insertFramework(ctx, asRead(check(frameworkInput, input).framework), origin);
}

/** A framework from a table of its controls. */
export async function importFrameworkCsv(ctx: RequestContext, { csv, ...details }: ImportFrameworkCsvInput): Promise<string> {
  return inTurn(ctx, csv.length, () => importSource(ctx, { format: 'csv', content: csv, ...details }));
}

/** A framework from a file that is too large to be an input: CSV by its name, else JSON. */
export async function importFrameworkFile(
  ctx: RequestContext,
  { fileName, bytes, ...details }: { fileName: string; bytes: Uint8Array; name?: string; version?: string; description?: string },
): Promise<string> {
  if (!/\.csv$/i.test(fileName)) return importSource(ctx, { format: 'json', content: bytes });
  const name = details.name ?? fileName.replace(/\.csv$/i, '');
  return importSource(ctx, { format: 'csv', content: bytes, ...details, name });
}

export async function importSource(ctx: RequestContext, source: FrameworkSource): Promise<string> {
  return insertFramework(ctx, await readImport(frameworkReader, source, source.content.length));
}

async function insertFramework(ctx: RequestContext, { controls, ...details }: ReadFramework, origin?: LibraryOrigin): Promise<string> {
  return change(ctx, async (tx) => {
    const framework = tx.em.create(Framework, { ...details, ...origin } as never);
    await tx.em.flush();
    await writeControls(tx, framework.id, controls);
    const meta = { controls: details.controlCount, ...origin };
    tx.record({ action: 'IMPORT_FRAMEWORK', entity: entityOf(framework), meta });
    return framework.id;
  })
    .catch(nameTaken)
    .catch(keyTaken);
}

/** Makes these controls of a framework: those it has by their code are changed in place, so that nothing loses them. */
async function writeControls(tx: Change, frameworkId: string, controls: string): Promise<void> {
  await tx.query(sql`
    insert into control (framework_id, position, domain, code, title, guidance, is_shared_responsibility)
    select ${frameworkId}, n, domain, code, title, guidance, "isSharedResponsibility"
    from jsonb_array_elements(${controls}::jsonb) with ordinality as given(fields, n),
      jsonb_to_record(fields) as f(domain text, code text, title text, guidance text,
        "isSharedResponsibility" boolean)
    on conflict on constraint control_code_taken do update set position = excluded.position, domain = excluded.domain,
      title = excluded.title, guidance = excluded.guidance, is_retired = false,
      is_shared_responsibility = excluded.is_shared_responsibility`);
  await mapWaitingCodes(tx, frameworkId);
}

/**
 * Brings a framework that came from the library to another edition. Controls keep their ids by their codes. Of those
 * that the edition no longer has, the ones that something refers to stay, retired, at the end; the others go.
 */
export async function upgradeFramework(
  ctx: RequestContext,
  input: ImportFrameworkInput,
  { libraryKey, libraryEdition }: LibraryOrigin,
): Promise<void> {
  const { controls, name, version = null, description = null } = check(frameworkInput, input).framework;
  const codes = controls.map(({ code }) => code);
  await change(ctx, async (tx) => {
    const [framework] = await tx.query<Row<Framework>>(sql`
      ${tx.table(Framework).select} where library_key = ${libraryKey} for update`);
    if (!framework) throw notFound('Framework');
    if (framework.libraryEdition! >= libraryEdition) return;
    const { id, controlCount } = framework;
    await writeControls(tx, id, JSON.stringify(controls));
    // Held before they are looked at: a question that is being mapped to one is waited for, and counts.
    await tx.query(sql`
      select 1 from control where framework_id = ${id} and code <> all(${codes}::text[]) order by id for update`);
    const removed = await tx.query(sql`
      delete from control c where framework_id = ${id} and code <> all(${codes}::text[])
        and not exists (select 1 from template_question_control where control_id = c.id)
        and not exists (select 1 from assessment_question_control where control_id = c.id)
        and not exists (select 1 from finding_control where control_id = c.id)
        and not exists (select 1 from responsibility_action where control_id = c.id)
      returning id`);
    const retired = await tx.query(sql`
      update control c set is_retired = true, position = ${codes.length}::int + vanished.n
      from (select id, row_number() over (order by position, id) as n from control
        where framework_id = ${id} and code <> all(${codes}::text[])) as vanished
      where c.id = vanished.id returning c.id`);
    const count = codes.length + retired.length;
    await tx.query(sql`
      update framework set name = ${name}, version = ${version}, description = ${description}, control_count = ${count},
        library_edition = ${libraryEdition}, revision = revision + 1, updated_at = now()
      where id = ${id}`);
    const counts = { added: count - (controlCount - removed.length), removed: removed.length, retired: retired.length };
    const meta = { libraryKey, from: framework.libraryEdition, to: libraryEdition, ...counts };
    tx.record({ action: 'UPGRADE_FRAMEWORK', entity: { type: 'Framework', id, name }, meta });
  }).catch(nameTaken);
}

export async function updateFramework(ctx: RequestContext, input: UpdateFrameworkInput): Promise<void> {
  const { id, expectedRevision, name, ...rest } = input;
  const changes = check(frameworkDetails.partial(), { ...withoutNulls({ name }), ...rest });
  await change(ctx, async (tx) => {
    const revised = isId(id) ? await revise(tx, Framework, { id }, changes, expectedRevision) : undefined;
    if (!revised) throw notFound('Framework');
    const { entity: framework, changed } = revised;
    if (Object.keys(changed).length === 0) return;
    await tx.em.flush();
    tx.record({ action: 'UPDATE_FRAMEWORK', entity: entityOf(framework), meta: { fields: Object.keys(changed) } });
  }).catch(nameTaken);
}

/** Its controls and the mappings to them go along, by the foreign keys; assessments and findings keep their codes. */
export async function deleteFramework(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const [framework] = isId(id)
      ? await tx.query<{ id: string; name: string }>(sql`delete from framework where id = ${id} returning id, name`)
      : [];
    if (!framework) throw notFound('Framework');
    tx.record({ action: 'DELETE_FRAMEWORK', entity: entityOf(framework) });
  });
}

const entityOf = ({ id, name }: { id: string; name: string }) => ({ type: 'Framework', id, name });
