import { revise } from '../../kernel/revise';
import type { Row } from '../../database/rows';
import type { RequestContext } from '../../kernel/context';
import { conflict, notFound, onTaken } from '../../kernel/errors';
import { byId, groupBy, loader } from '../../graphql/engine/loaders';
import { assertNotText } from '../../graphql/document-input';
import { check, withoutNulls } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { readImport } from '../../imports/read';
import { inTurn } from '../../imports/one-at-a-time';
import { type Change, changeShared } from '../audit/audit.service';
import type { Control } from './control.entity';
import { Framework } from './framework.entity';
import type { ImportFrameworkCsvInput, ImportFrameworkInput, UpdateFrameworkInput } from './framework.inputs';
import { asRead, frameworkInput, frameworkReader, type FrameworkSource, type ReadFramework } from './framework.reader';
import { frameworkDetails } from './framework.rules';
import * as store from './framework.store';

export const frameworkById = byId(Framework);

export function listFrameworks(ctx: RequestContext): Promise<Row<Framework>[]> {
  return ctx.database.query(store.all());
}

/** The controls of frameworks in framework order, each filtered by its own search: one statement for all. */
export const controlsOf = loader<store.ControlSearch, Row<Control>[]>(
  async (searches, ctx) => {
    const rows = await ctx.database.query(store.controlsOf(searches));
    const found = groupBy(rows, ({ n }) => String(n));
    return searches.map((_, i) => found.get(String(i + 1)) ?? []);
  },
  ({ frameworkId, search }) => `${frameworkId} ${search?.trim() ?? ''}`,
);

/** The ids of the controls of frameworks in framework order, except retired ones. */
export const controlIdsOf = loader<string, string[]>(async (frameworkIds, ctx) => {
  const rows = await ctx.database.query(store.controlIdsOf(frameworkIds));
  const found = groupBy(rows, ({ frameworkId }) => frameworkId);
  return frameworkIds.map((frameworkId) => (found.get(frameworkId) ?? []).map(({ id }) => id));
});

/** The most controls returned by a search. */
export const MOST_FOUND = 100;

/** Controls of all frameworks, with codes that start with the text first. Retired controls are only found by code. */
export async function findControls(
  ctx: RequestContext,
  { codes, search }: { codes?: readonly string[] | null; search?: string | null },
): Promise<Row<Control>[]> {
  return ctx.database.query(store.findControls(codes ?? null, search?.trim() ?? '', MOST_FOUND));
}

const nameTaken = onTaken(['framework_name_taken', 'framework_name_folded_taken'], () =>
  conflict('A framework with this name and version already exists', { name: 'is already used in this version' }),
);
const keyTaken = onTaken(['framework_library_key_taken'], () => conflict('This item of the library is already installed'));

/** The library item that something came from, and its edition. */
export interface LibraryOrigin {
  libraryKey: string;
  libraryEdition: number;
}

const OBJECT_TAKEN =
  'a JSON object (our own form, or an OSCAL catalog); send a file to /imports/framework, or a table with importFrameworkCsv';

export async function importFramework(ctx: RequestContext, { framework }: ImportFrameworkInput): Promise<string> {
  assertNotText('framework', framework, OBJECT_TAKEN);
  const content = JSON.stringify(framework);
  return inTurn(ctx, content.length, () => importSource(ctx, { format: 'json', content }));
}

/** A library framework, in the caller's transaction. */
export async function installFramework(ctx: RequestContext, input: ImportFrameworkInput, origin: LibraryOrigin): Promise<string> {
  return insertFramework(ctx, asRead(check(frameworkInput, input).framework), origin);
}

/** A framework from a table of its controls. */
export async function importFrameworkCsv(ctx: RequestContext, { csv, ...details }: ImportFrameworkCsvInput): Promise<string> {
  return inTurn(ctx, csv.length, () => importSource(ctx, { format: 'csv', content: csv, ...details }));
}

/** A framework from a file that is too large for a GraphQL input: CSV by its name, else JSON. */
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
  return changeShared(ctx, async (tx) => {
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

/**
 * Writes these controls of a framework: existing ones with the same code are updated in place, so that references stay. Questions
 * waiting for their codes are mapped to them.
 */
async function writeControls(tx: Change, frameworkId: string, controls: string): Promise<void> {
  await tx.query(store.writeControls(frameworkId, controls));
  await tx.query(store.mapWaiting(frameworkId));
  await tx.query(store.removeMapped(frameworkId));
}

/**
 * Upgrades a library framework to another edition. Controls are matched by code and keep their ids. Of those missing from the new
 * edition, the ones still referred to are retired and moved to the end; the others are deleted.
 */
export async function upgradeFramework(
  ctx: RequestContext,
  input: ImportFrameworkInput,
  { libraryKey, libraryEdition }: LibraryOrigin,
): Promise<void> {
  const { controls, name, version = null, description = null } = check(frameworkInput, input).framework;
  const codes = controls.map(({ code }) => code);
  await changeShared(ctx, async (tx) => {
    const framework = await tx.one(store.lockOfLibrary(libraryKey));
    if (!framework) throw notFound('Framework');
    if (framework.libraryEdition! >= libraryEdition) return;
    const { id, controlCount } = framework;
    await writeControls(tx, id, JSON.stringify(controls));
    // Locked before the check, so that questions being mapped to one are waited for and count.
    await tx.query(store.lockOthers(id, codes));
    const removed = await tx.query(store.removeUnusedOthers(id, codes));
    const retired = await tx.query(store.retireOthers(id, codes));
    const count = codes.length + retired.length;
    await tx.query(store.upgrade(id, { name, version, description, controlCount: count, libraryEdition }));
    const counts = { added: count - (controlCount - removed.length), removed: removed.length, retired: retired.length };
    const meta = { libraryKey, from: framework.libraryEdition, to: libraryEdition, ...counts };
    tx.record({ action: 'UPGRADE_FRAMEWORK', entity: { type: 'Framework', id, name }, meta });
  }).catch(nameTaken);
}

export async function updateFramework(ctx: RequestContext, input: UpdateFrameworkInput): Promise<void> {
  const { id, expectedRevision, name, ...rest } = input;
  const changes = check(frameworkDetails.partial(), { ...withoutNulls({ name }), ...rest });
  await changeShared(ctx, async (tx) => {
    const revised = isId(id) ? await revise(tx, Framework, { id }, changes, expectedRevision) : undefined;
    if (!revised) throw notFound('Framework');
    const { entity: framework, changed } = revised;
    if (Object.keys(changed).length === 0) return;
    await tx.em.flush();
    tx.record({ action: 'UPDATE_FRAMEWORK', entity: entityOf(framework), meta: { fields: Object.keys(changed) } });
  }).catch(nameTaken);
}

/** The foreign keys delete its controls and the mappings to them; assessments and findings keep their codes. */
export async function deleteFramework(ctx: RequestContext, id: string): Promise<void> {
  await changeShared(ctx, async (tx) => {
    const framework = isId(id) ? await tx.one(store.remove(id)) : undefined;
    if (!framework) throw notFound('Framework');
    tx.record({ action: 'DELETE_FRAMEWORK', entity: entityOf(framework) });
  });
}

const entityOf = ({ id, name }: { id: string; name: string }) => ({ type: 'Framework', id, name });
