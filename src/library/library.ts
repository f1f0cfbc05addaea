import type { Database } from '../database/database';
import { rawSql, sql } from '../database/sql';
import { importCrosswalk } from '../domains/framework/crosswalk.service';
import { importFramework, type LibraryOrigin, upgradeFramework } from '../domains/framework/framework.service';
import { importTemplate, importTemplateEdition, publishTemplate } from '../domains/template/template.service';
import { RequestContext } from '../graphql/context';
import { conflict, notFound } from '../graphql/errors';
import { crosswalkFiles, frameworkItems, questionnaireItems } from './library.files';

/** The library in the database: what is installed of it, and how it gets there, by the services that people use. */

export enum LibraryKind {
  FRAMEWORK = 'FRAMEWORK',
  QUESTIONNAIRE = 'QUESTIONNAIRE',
}

/** A framework and the questionnaire for it may have the same key. */
export interface LibraryName {
  kind: LibraryKind;
  key: string;
}

/** An item of the library, and what is installed of it. */
export interface LibraryEntry extends LibraryName {
  name: string;
  version: string | null;
  description: string | null;
  edition: number;
  /** Controls or questions. */
  size: number;
  installed: Installed | null;
  upgradeAvailable: boolean;
}

interface Installed {
  key: string;
  edition: number;
  /** The framework, or the version of the template that is of this edition. */
  id: string;
}

/** Frameworks first, then questionnaires, each by key. */
export async function listLibrary(ctx: RequestContext): Promise<LibraryEntry[]> {
  const [frameworks, templates] = await Promise.all([installedOf(ctx, 'framework'), installedOf(ctx, 'template')]);
  return [
    ...frameworkItems().map(({ key, edition, document: { name, version, description, controls } }) => ({
      kind: LibraryKind.FRAMEWORK, key, edition, name, version: version ?? null, description: description ?? null,
      size: controls.length, ...standing(frameworks.get(key), edition),
    })),
    ...questionnaireItems().map(({ key, edition, document: { name, description, sections } }) => ({
      kind: LibraryKind.QUESTIONNAIRE, key, edition, name, version: null, description: description ?? null,
      size: sections.flatMap(({ questions }) => questions).length, ...standing(templates.get(key), edition),
    })),
  ];
}

function standing(installed: Installed | undefined, edition: number) {
  return { installed: installed ?? null, upgradeAvailable: installed !== undefined && installed.edition < edition };
}

/** The newest edition of each key. */
async function installedOf(ctx: RequestContext, table: 'framework' | 'template'): Promise<Map<string, Installed>> {
  const rows = await ctx.database.query<Installed>(sql`
    select distinct on (library_key) library_key as key, library_edition as edition, id
    from ${rawSql(table)} where library_key is not null order by library_key, library_edition desc`);
  return new Map(rows.map((row) => [row.key, row]));
}

export async function findEntry(ctx: RequestContext, { kind, key }: LibraryName): Promise<LibraryEntry> {
  const entry = (await listLibrary(ctx)).find((one) => one.kind === kind && one.key === key);
  if (!entry) throw notFound('Library item');
  return entry;
}

/** Installs an item. Questionnaires are published; a framework comes with its relations to those that are here. */
export async function installItem(ctx: RequestContext, name: LibraryName): Promise<void> {
  const { installed, key } = await findEntry(ctx, name);
  if (installed) throw conflict(`"${key}" is installed already, in edition ${installed.edition}`);
  await together(ctx, (inner) => (name.kind === LibraryKind.FRAMEWORK ? installFramework(inner, key) : installQuestionnaire(inner, key)));
}

/** Brings an installed item to the edition of its file. */
export async function upgradeItem(ctx: RequestContext, name: LibraryName): Promise<void> {
  const { installed, upgradeAvailable, key } = await findEntry(ctx, name);
  if (!installed) throw conflict(`"${key}" is not installed`);
  if (!upgradeAvailable) return;
  await together(ctx, (inner) =>
    name.kind === LibraryKind.FRAMEWORK ? upgradeInstalledFramework(inner, key) : upgradeQuestionnaire(inner, key),
  );
}

/** Installs all that is not installed yet. Gives back what was. */
export async function loadLibrary(ctx: RequestContext): Promise<LibraryEntry[]> {
  const missing = (await listLibrary(ctx)).filter(({ installed }) => !installed);
  const keysOf = (kind: LibraryKind) => missing.filter((entry) => entry.kind === kind).map(({ key }) => key);
  await together(ctx, async (inner) => {
    const frameworks = keysOf(LibraryKind.FRAMEWORK);
    for (const key of frameworks) await importFramework(inner, { framework: frameworkOf(key).document }, originOf(frameworkOf(key)));
    await relate(inner, new Set(frameworks));
    for (const key of keysOf(LibraryKind.QUESTIONNAIRE)) await installQuestionnaire(inner, key);
  });
  return missing;
}

/**
 * For the start of a server: an empty database gets the whole library, once. Servers that start together wait for each
 * other at the settings row; what people delete later stays deleted.
 */
export async function loadLibraryOnce(ctx: RequestContext): Promise<void> {
  if (!(await isAwaited(ctx.database))) return;
  await together(ctx, async (inner) => {
    await inner.database.query(sql`select 1 from settings for update`);
    if (!(await isAwaited(inner.database))) return;
    await loadLibrary(inner);
    await inner.database.query(sql`update settings set library_loaded_at = now()`);
  });
}

async function isAwaited(database: Database): Promise<boolean> {
  const [row] = await database.query<{ isAwaited: boolean }>(sql`
    select library_loaded_at is null and not exists (select 1 from framework) and not exists (select 1 from template)
      and not exists (select 1 from vendor) as "isAwaited" from settings`);
  return row!.isAwaited;
}

async function installFramework(ctx: RequestContext, key: string): Promise<void> {
  const item = frameworkOf(key);
  await importFramework(ctx, { framework: item.document }, originOf(item));
  await relate(ctx, new Set([key]));
}

async function upgradeInstalledFramework(ctx: RequestContext, key: string): Promise<void> {
  const item = frameworkOf(key);
  await upgradeFramework(ctx, { framework: item.document }, originOf(item));
  await relate(ctx, new Set([key]));
}

async function installQuestionnaire(ctx: RequestContext, key: string): Promise<void> {
  const item = questionnaireOf(key);
  const { id } = await importTemplate(ctx, { template: item.document }, originOf(item));
  await publishTemplate(ctx, id);
}

/** Where people published a version of their own, or none, the new one is left to them as a draft. */
async function upgradeQuestionnaire(ctx: RequestContext, key: string): Promise<void> {
  const item = questionnaireOf(key);
  const { id } = await importTemplateEdition(ctx, { template: item.document }, originOf(item));
  const [ours] = await ctx.database.query(sql`
    select 1 from template where family = (select family from template where id = ${id}) and status = 'PUBLISHED'
      and library_key = ${key}`);
  if (ours) await publishTemplate(ctx, id);
}

/** Sets the relations of these frameworks as the crosswalks say, where the framework at the other end is here, too. */
async function relate(ctx: RequestContext, keys: ReadonlySet<string>): Promise<void> {
  const installed = await installedOf(ctx, 'framework');
  for (const { from, to, relations } of crosswalkFiles()) {
    const [a, b] = [installed.get(from), installed.get(to)];
    if (!a || !b || !(keys.has(from) || keys.has(to))) continue;
    await importCrosswalk(ctx, { fromFrameworkId: a.id, toFrameworkId: b.id, relations });
  }
}

const frameworkOf = (key: string) => frameworkItems().find((item) => item.key === key)!;
const questionnaireOf = (key: string) => questionnaireItems().find((item) => item.key === key)!;
const originOf = ({ key, edition }: { key: string; edition: number }): LibraryOrigin => ({
  libraryKey: key,
  libraryEdition: edition,
});

/** Runs several changes in one transaction: all of them are kept, or none. */
async function together(ctx: RequestContext, work: (inner: RequestContext) => Promise<void>): Promise<void> {
  const { services, caller, request } = ctx;
  await services.database.transaction((tx) =>
    work(new RequestContext({ ...services, database: services.database.within(tx) }, caller, request)),
  );
  ctx.forget();
}
