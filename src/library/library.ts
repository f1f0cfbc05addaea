import { assertAdmits, type Permission } from '../auth/permissions';
import type { Database } from '../database/database';
import { installCrosswalk } from '../domains/framework/crosswalk.service';
import { installFramework, type LibraryOrigin, upgradeFramework } from '../domains/framework/framework.service';
import { importTemplateEdition, installTemplate, publishTemplate } from '../domains/template/template.service';
import { RequestContext } from '../kernel/context';
import { badInput, conflict, notFound } from '../kernel/errors';
import { loader } from '../graphql/engine/loaders';
import * as settingsStore from '../domains/settings/settings.store';
import { crosswalkFiles, frameworkItems, questionnaireItems } from './library.files';
import * as store from './library.store';

/** The library in the database: what is installed, and its installation through the services that people use. */

export enum LibraryKind {
  FRAMEWORK = 'FRAMEWORK',
  QUESTIONNAIRE = 'QUESTIONNAIRE',
}

/** A framework and the questionnaire for it may have the same key. */
export interface LibraryName {
  kind: LibraryKind;
  key: string;
}

/** An item of the library, and its installed edition. */
export interface LibraryEntry extends LibraryName {
  name: string;
  version: string | null;
  description: string | null;
  edition: number;
  /** Controls or questions. */
  size: number;
  installed: store.Installed | null;
  upgradeAvailable: boolean;
}

/** All items, or those with one of the keys: frameworks first, then questionnaires, each by key. */
export async function listLibrary(ctx: RequestContext, keys: readonly string[] = []): Promise<LibraryEntry[]> {
  const [frameworks, templates] = await Promise.all([installedOf(ctx, 'framework'), installedOf(ctx, 'template')]);
  const entries = [
    ...frameworkItems().map(({ key, edition, document: { name, version, description, controls } }) => ({
      kind: LibraryKind.FRAMEWORK,
      key,
      edition,
      name,
      version: version ?? null,
      description: description ?? null,
      size: controls.length,
      ...standing(frameworks.get(key), edition),
    })),
    ...questionnaireItems().map(({ key, edition, document: { name, description, sections } }) => ({
      kind: LibraryKind.QUESTIONNAIRE,
      key,
      edition,
      name,
      version: null,
      description: description ?? null,
      size: sections.flatMap(({ questions }) => questions).length,
      ...standing(templates.get(key), edition),
    })),
  ];
  const unknown = keys.find((key) => !entries.some((entry) => entry.key === key));
  if (unknown) throw badInput({ key: `"${unknown}" is not in the library` });
  return keys.length === 0 ? entries : entries.filter(({ key }) => keys.includes(key));
}

function standing(installed: store.Installed | undefined, edition: number) {
  return { installed: installed ?? null, upgradeAvailable: installed !== undefined && installed.edition < edition };
}

/** The newest edition of each key. */
async function installedOf(ctx: RequestContext, table: 'framework' | 'template'): Promise<Map<string, store.Installed>> {
  const rows = await ctx.database.query(store.installed(table));
  return new Map(rows.map((row) => [row.key, row]));
}

/** The prefix of item ids. */
export const LIBRARY_ID = 'library';

export const idOf = ({ kind, key }: LibraryName): string => `${LIBRARY_ID}:${kind.toLowerCase()}:${key}`;

const entries = loader<'all', LibraryEntry[]>(async (_keys, ctx) => [await listLibrary(ctx)]);

export async function entryWithId(ctx: RequestContext, id: string): Promise<LibraryEntry | null> {
  return (await ctx.load(entries, 'all')).find((entry) => idOf(entry) === id) ?? null;
}

export async function findEntry(ctx: RequestContext, { kind, key }: LibraryName): Promise<LibraryEntry> {
  const entry = (await listLibrary(ctx)).find((one) => one.kind === kind && one.key === key);
  if (!entry) throw notFound('Library item');
  return entry;
}

/** Anyone who may import such an item may install it. */
export function assertMayInstall({ caller }: RequestContext, { kind }: LibraryName): void {
  const needed = kind === LibraryKind.FRAMEWORK ? FRAMEWORK_PERMISSIONS : QUESTIONNAIRE_PERMISSIONS;
  for (const permission of needed) assertAdmits([permission], caller);
}

const FRAMEWORK_PERMISSIONS: Permission[] = ['frameworks:edit'];
const QUESTIONNAIRE_PERMISSIONS: Permission[] = ['templates:create', 'templates:edit'];

export async function installItem(ctx: RequestContext, name: LibraryName): Promise<void> {
  const entry = await findEntry(ctx, name);
  const { key, installed } = entry;
  if (installed) throw conflict(`"${key}" is already installed, in edition ${installed.edition}`);
  await install(ctx, [entry]);
}

export async function upgradeItem(ctx: RequestContext, name: LibraryName): Promise<void> {
  const entry = await findEntry(ctx, name);
  if (!entry.installed) throw conflict(`"${entry.key}" is not installed`);
  await upgrade(ctx, [entry]);
}

/** Installs what is missing: all, or items with one of the keys. Returns what was installed. */
export async function loadLibrary(ctx: RequestContext, keys?: readonly string[]): Promise<LibraryEntry[]> {
  const missing = (await listLibrary(ctx, keys)).filter(({ installed }) => !installed);
  await install(ctx, missing);
  return missing;
}

/** Upgrades installed items to the editions of the files: all, or those with one of the keys. Returns what was upgraded. */
export async function upgradeLibrary(ctx: RequestContext, keys?: readonly string[]): Promise<LibraryEntry[]> {
  const older = (await listLibrary(ctx, keys)).filter(({ upgradeAvailable }) => upgradeAvailable);
  await upgrade(ctx, older);
  return older;
}

/** A form for intake would at once be asked of everybody who requests a vendor: whether it is, an organisation says by installing it. */
const isLoadedAtFirst = ({ key, installed }: LibraryEntry) =>
  !installed && !questionnaireItems().some(({ key: own, document: { kind } }) => own === key && kind === 'INTAKE');

/**
 * For server start: an empty database gets the library, but for forms for intake, once. Servers that start together wait for each other at the
 * settings row; items deleted later stay deleted.
 */
export async function loadLibraryOnce(ctx: RequestContext): Promise<void> {
  if (!(await isAwaited(ctx.database))) return;
  await together(ctx, async (inner) => {
    await inner.database.query(settingsStore.lock());
    if (!(await isAwaited(inner.database))) return;
    await install(inner, (await listLibrary(inner)).filter(isLoadedAtFirst));
    await inner.database.query(store.markLoaded());
  });
}

async function isAwaited(database: Database): Promise<boolean> {
  return (await database.one(store.isAwaited()))!.isAwaited;
}

/** Frameworks come before the questionnaires that map to them, with their relations to all installed frameworks. */
function install(ctx: RequestContext, entries: readonly LibraryEntry[]): Promise<void> {
  return together(ctx, async (inner) => {
    for (const item of itemsOf(entries, LibraryKind.FRAMEWORK, frameworkItems())) {
      await installFramework(inner, { framework: item.document }, originOf(item));
    }
    await relate(inner, entries);
    for (const item of itemsOf(entries, LibraryKind.QUESTIONNAIRE, questionnaireItems())) {
      const { id } = await installTemplate(inner, { template: item.document }, originOf(item));
      await publishTemplate(inner, id);
    }
  });
}

function upgrade(ctx: RequestContext, entries: readonly LibraryEntry[]): Promise<void> {
  const older = entries.filter(({ upgradeAvailable }) => upgradeAvailable);
  return together(ctx, async (inner) => {
    for (const item of itemsOf(older, LibraryKind.FRAMEWORK, frameworkItems())) {
      await upgradeFramework(inner, { framework: item.document }, originOf(item));
    }
    await relate(inner, older);
    for (const item of itemsOf(older, LibraryKind.QUESTIONNAIRE, questionnaireItems())) {
      const { id } = await importTemplateEdition(inner, { template: item.document }, originOf(item));
      if (await isOursInUse(inner, item.key)) await publishTemplate(inner, id);
    }
  });
}

/** If people published their own version, or none, the new one is left as a draft. */
async function isOursInUse(ctx: RequestContext, key: string): Promise<boolean> {
  return (await ctx.database.one(store.published(key))) !== undefined;
}

/**
 * Sets the relations of these frameworks from the crosswalks, where the control at the other end exists: its framework may be
 * missing, or an earlier edition. Its own installation or upgrade sets the rest.
 */
async function relate(ctx: RequestContext, entries: readonly LibraryEntry[]): Promise<void> {
  const keys = new Set(itemsOf(entries, LibraryKind.FRAMEWORK, frameworkItems()).map(({ key }) => key));
  const here = await installedOf(ctx, 'framework');
  const controls = await ctx.database.query(store.controls());
  const known = new Set(controls.map(({ key, code }) => `${key} ${code}`));
  for (const { from, to, relations } of crosswalkFiles()) {
    const [a, b] = [here.get(from), here.get(to)];
    if (!a || !b || !(keys.has(from) || keys.has(to))) continue;
    const rows = relations.filter((row) => known.has(`${from} ${row.from}`) && known.has(`${to} ${row.to}`));
    await installCrosswalk(ctx, { fromFrameworkId: a.id, toFrameworkId: b.id, relations: rows });
  }
}

function itemsOf<T extends { key: string }>(entries: readonly LibraryEntry[], kind: LibraryKind, items: readonly T[]): T[] {
  const keys = new Set(entries.filter((entry) => entry.kind === kind).map(({ key }) => key));
  return items.filter(({ key }) => keys.has(key));
}

const originOf = ({ key, edition }: { key: string; edition: number }): LibraryOrigin => ({
  libraryKey: key,
  libraryEdition: edition,
});

/**
 * Runs several changes in one transaction: all or none. The library is all portfolios' in common: whether something is in use is
 * asked of all of them, whichever the caller has a role in.
 */
async function together(ctx: RequestContext, work: (inner: RequestContext) => Promise<void>): Promise<void> {
  const { services, caller, request } = ctx;
  const { whole } = services.database;
  await whole.transaction((tx) =>
    work(new RequestContext({ ...services, database: whole.within(tx) }, { ...caller, portfolioIds: undefined }, request)),
  );
  ctx.forget();
}
