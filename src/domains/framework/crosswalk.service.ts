import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../../database/rows';
import type { RequestContext } from '../../kernel/context';
import { badInput, type FieldMessages, notFound } from '../../kernel/errors';
import { isId } from '../../platform/id';
import { readImport } from '../../imports/read';
import { inTurn } from '../../imports/one-at-a-time';
import { type Change, changeShared } from '../audit/audit.service';
import type { ImportCrosswalkInput, SetControlRelationInput } from './crosswalk.inputs';
import { type PlacedRow, readRelations, relationsReader } from './crosswalk.reader';
import { MAX_RELATIONS, type Relation, stored } from './crosswalk.rules';
import * as store from './crosswalk.store';
import type { Framework } from './framework.entity';

/** Sets how the controls of two frameworks relate, from a list by codes. Returns the number of relations given. */
export async function importCrosswalk(ctx: RequestContext, input: ImportCrosswalkInput): Promise<number> {
  const { relations, csv } = input;
  const size = csv?.length ?? (relations?.length ?? 0) * RELATION_BYTES;
  return inTurn(ctx, size, async () => setCrosswalk(ctx, input, await readImport(relationsReader, { relations, csv }, size)));
}

/** Approximate size of a relation in a request. */
const RELATION_BYTES = 50;

/** The same for library relations, in the caller's transaction. */
export function installCrosswalk(ctx: RequestContext, input: ImportCrosswalkInput): Promise<number> {
  return setCrosswalk(ctx, input, readRelations(input));
}

async function setCrosswalk(ctx: RequestContext, input: ImportCrosswalkInput, rows: readonly PlacedRow[]): Promise<number> {
  return changeShared(ctx, async (tx) => {
    const [from, to] = await findFrameworks(tx, input);
    const pairs = await findPairs(tx, [from, to], rows);
    if (input.replace) await tx.query(store.removeBetween(from.id, to.id));
    await setRelations(tx, pairs);
    const { count } = (await tx.one(store.countBetween(from.id, to.id)))!;
    if (count > MAX_RELATIONS) {
      const most = MAX_RELATIONS.toLocaleString('en');
      throw badInput({ relations: `would exceed ${most} relations between the two frameworks` });
    }
    const meta = { toFrameworkId: to.id, toFrameworkName: to.name, relations: rows.length };
    tx.record({ action: 'IMPORT_CROSSWALK', entity: { type: 'Framework', id: from.id, name: from.name }, meta });
    return rows.length;
  });
}

/** Sets, changes or removes the relation of two controls. */
export async function setControlRelation(ctx: RequestContext, input: SetControlRelationInput): Promise<void> {
  const { fromControlId, toControlId, relation = null } = input;
  await changeShared(ctx, async (tx) => {
    const [from, to] = await findControls(tx, fromControlId, toControlId);
    if (from.frameworkId === to.frameworkId) throw badInput({ toControlId: 'must be of another framework' });
    const before = await tx.one(store.remove(from.id, to.id));
    if (relation) await setRelations(tx, [{ from: from.id, to: to.id, relation }]);
    const after = relation && stored({ from: from.id, to: to.id, relation });
    if (isDeepStrictEqual(before ?? null, after)) return;
    const meta = { from: from.code, to: to.code, toFrameworkName: to.frameworkName, relation };
    tx.record({ action: 'UPDATE_CROSSWALK', entity: { type: 'Framework', id: from.frameworkId, name: from.frameworkName }, meta });
  });
}

/** Two controls; their frameworks are locked until the commit. */
async function findControls(tx: Change, fromId: string, toId: string): Promise<[store.FoundControl, store.FoundControl]> {
  const rows = await tx.query(store.lockControls([fromId, toId].filter(isId)));
  const find = (id: string) => {
    const found = rows.find((row) => row.id === id.toLowerCase());
    if (!found) throw notFound('Control');
    return found;
  };
  return [find(fromId), find(toId)];
}

async function findFrameworks(
  tx: Change,
  { fromFrameworkId, toFrameworkId }: ImportCrosswalkInput,
): Promise<[Row<Framework>, Row<Framework>]> {
  if (fromFrameworkId.toLowerCase() === toFrameworkId.toLowerCase()) {
    throw badInput({ toFrameworkId: 'must be another framework' });
  }
  const rows = await tx.query(store.lockFrameworks([fromFrameworkId, toFrameworkId].filter(isId)));
  const find = (id: string) => {
    const found = rows.find((row) => row.id === id.toLowerCase());
    if (!found) throw notFound('Framework');
    return found;
  };
  return [find(fromFrameworkId), find(toFrameworkId)];
}

interface Pair {
  from: string;
  to: string;
  relation: Relation;
}

/** The rows with the ids of their controls; an unknown code is reported at its place. */
async function findPairs(tx: Change, frameworks: [Row<Framework>, Row<Framework>], rows: readonly PlacedRow[]): Promise<Pair[]> {
  const ids = frameworks.map(({ id }) => id);
  const controls = await tx.query(store.codesOf(ids));
  const byCode = new Map(controls.map(({ id, code, frameworkId }) => [`${frameworkId} ${code}`, id]));
  const fields: FieldMessages = {};
  const find = (framework: Row<Framework>, code: string, place: string) => {
    const id = byCode.get(`${framework.id} ${code}`);
    if (!id) fields[place] = `"${code}" does not match a control of ${framework.name}`;
    return id ?? '';
  };
  const pairs = rows.map(({ from, to, relation, place }) => ({
    from: find(frameworks[0], from, `${place}.from`),
    to: find(frameworks[1], to, `${place}.to`),
    relation,
  }));
  if (Object.keys(fields).length > 0) throw badInput(fields);
  return pairs;
}

/** Replaces earlier relations of a pair, in either direction. */
async function setRelations(tx: Change, pairs: readonly Pair[]): Promise<void> {
  const given = pairs.map(stored);
  await tx.query(store.removeReversed(given));
  await tx.query(store.write(given));
}
