import type { Database } from '../../database/database';
import type { Recorder } from '../../database/record/capture';
import type { Refer } from '../../database/record/kept';
import type { RecordTable } from '../../database/record/record-table';
import type { RequestContext } from '../../kernel/context';
import { badInput } from '../../kernel/errors';
import { groupBy } from '../../graphql/engine/loaders';
import * as store from './changes.store';
import { Lookups } from './lookups';

/** What changed of a field. */
export interface FieldValues {
  field: string;
  before: unknown;
  after: unknown;
}

/** An entry whose changes are asked for: its place in the log, and the thing that it is about. */
export interface ChangingEntry extends store.Place {
  entityId: string | null;
  action: string;
  meta?: Record<string, unknown> | null;
}

/** What the details of entries tell: the record has it under another entry, or doesn't tell it, because it is derived. */
const BY_DETAILS: Record<string, string> = { CHANGE_TIER: 'tier', CHANGE_SCORE: 'overallScore' };

export const isToldByDetails = (action: string) => action in BY_DETAILS;

const detailsOf = ({ action, meta }: ChangingEntry): FieldValues => ({
  field: BY_DETAILS[action]!,
  before: meta?.from ?? null,
  after: meta?.to ?? null,
});

type State = Record<string, unknown>;

/** Known anyway, or of no interest. */
const BOOKKEEPING = ['id', 'createdAt', 'updatedAt', 'revision'];

/** What each of some entries changed: the fields of its own thing first, then those of its parts, then those of other things. */
export async function changesBy(database: Database, entries: readonly ChangingEntry[], isOfOthersTold = true): Promise<FieldValues[][]> {
  const { recorder } = database;
  const rows = await database.query(store.changedRows(recorder.tables, entries));
  const changed = withoutReplaced(recorder, rows).map((row) => new Changed(recorder, row, database.scope !== undefined));
  const lookups = new Lookups();
  for (const one of changed) one.prepare(lookups);
  await lookups.read(database);
  const byPlace = groupBy(changed, ({ place }) => place);
  return entries.map((entry) => {
    if (isToldByDetails(entry.action)) return [detailsOf(entry)];
    const told = (byPlace.get(placeOf(entry)) ?? []).map((one) => one.tell(lookups, entry.entityId));
    return told
      .filter(({ nearness }) => isOfOthersTold || nearness < OTHERS)
      .sort(inOrder)
      .flatMap(({ changes }) => changes);
  });
}

/** About so much is told at once, but for one entry alone: a request for a hundred large ones would stop everybody else. */
const MOST_BYTES = 8_000_000;

/**
 * The same for whoever asks. Refuses what would be too much. Whoever sees an event but not the log is told of the thing that it is about:
 * what else changed with it, such as the assessments of a vendor that was deleted, may be nothing for them.
 */
export async function boundedChangesBy({ database, caller }: RequestContext, entries: readonly ChangingEntry[]): Promise<FieldValues[][]> {
  if (entries.length > 1) {
    const sizes = await database.query(store.sizesOf(database.recorder.tables, entries));
    const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
    if (bytes > MOST_BYTES) throw badInput({ first: 'is too many: these entries changed too much to be told at once' });
  }
  return changesBy(database, entries, caller.permissions.has('audit:view'));
}

const placeOf = ({ lane, seq }: store.Place) => `${lane} ${seq}`;

interface Told {
  /** From 0: the thing itself, its parts, others. */
  nearness: number;
  path: string;
  /** Tells apart those of one path. */
  id: string;
  changes: FieldValues[];
}

const OTHERS = 2;

const inOrder = (a: Told, b: Told) => a.nearness - b.nearness || compare(a.path, b.path) || compare(a.id, b.id);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** What the rows of a table have in common. It is found once: it is asked for with every property of every row. */
interface Manner {
  /** Properties that refer to things with a name. */
  readonly references: ReadonlyMap<string, RecordTable>;
  /** The properties that are told of a row. Where it is said by its path is not. */
  readonly told: readonly string[];
}

const MANNERS = new WeakMap<RecordTable, Manner>();

function mannerOf(recorder: Recorder, table: RecordTable): Manner {
  let manner = MANNERS.get(table);
  if (!manner) {
    const known = [...table.targets].map(([property, entity]) => [property, recorder.tableNamed(entity)] as const);
    const references = new Map(known.filter((one): one is [string, RecordTable] => one[1] !== undefined));
    const { path, untold } = table.keeping;
    const left = new Set([...BOOKKEEPING, ...untold, ...table.wholes.map(({ property }) => property), path?.by]);
    const properties = table.columns.map(({ property }) => property).filter((property) => !left.has(property));
    MANNERS.set(table, (manner = { references, told: path?.value ? [path.value] : properties }));
  }
  return manner;
}

/** The thing that a row is a part of: the property that names it, and its id. */
function wholeOf({ wholes }: RecordTable, state: State): { property: string; id: unknown } {
  const { property } = wholes.find((whole) => state[whole.property] != null) ?? wholes[0]!;
  return { property, id: state[property] };
}

const isSame = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** Of what there is only one, a new one changes the one that it replaces. */
function withoutReplaced(recorder: Recorder, rows: readonly store.ChangedRow[]): store.ChangedRow[] {
  const isOnlyOne = ({ table }: store.ChangedRow) => {
    const { path } = recorder.tableOf(table)!.keeping;
    return path?.by === null && !path.below;
  };
  const thingOf = ({ table, before, after }: store.ChangedRow) => String(wholeOf(recorder.tableOf(table)!, (after ?? before)!).id);
  const groups = groupBy(rows.filter(isOnlyOne), (row) => `${placeOf(row)} ${row.table} ${thingOf(row)}`);
  const merged = [...groups.values()].map((group) => {
    const made = group.find(({ before }) => before === null);
    const replaced = group.find(({ before }) => before !== null);
    return made && replaced ? [{ ...made, before: replaced.before }] : group;
  });
  return [...rows.filter((row) => !isOnlyOne(row)), ...merged.flat()];
}

/** One row that changed. */
class Changed {
  readonly place: string;
  private readonly table: RecordTable;
  /** As it is, or was before it was deleted. */
  private readonly state: State;
  private readonly references: ReadonlyMap<string, RecordTable>;
  /** What is told of it: the properties that changed. */
  private readonly told: readonly string[];
  /** What other things were called until then. */
  private readonly justBefore: string;

  constructor(
    private readonly recorder: Recorder,
    private readonly row: store.ChangedRow,
    /** Whoever asks sees some portfolios only. */
    private readonly isScoped: boolean,
  ) {
    this.place = placeOf(row);
    this.table = recorder.tableOf(row.table)!;
    this.state = (row.after ?? row.before)!;
    const { references, told } = mannerOf(recorder, this.table);
    const { before, after } = row;
    const { below, value } = this.table.keeping.path ?? {};
    this.references = references;
    this.told = told.filter(
      (property) => !isSame(before?.[property] ?? null, after?.[property] ?? null) && (property !== below || value || (before && after)),
    );
    this.justBefore = new Date(Date.parse(row.at) - 1).toISOString();
  }

  /** Says what it will want to know of other rows: their names, and what they hang on. */
  prepare(lookups: Lookups): void {
    const { before, after, at } = this.row;
    const { pair = [], reference } = this.table.keeping.path ?? {};
    const named = [...this.told, ...pair, ...(reference ? [reference] : [])];
    for (const property of named) {
      const target = this.references.get(property);
      if (!target?.title) continue;
      for (const [state, when] of [
        [before, this.justBefore],
        [after, at],
      ] as const) {
        const id = state?.[property];
        if (typeof id === 'string') lookups.want(target, 'title', id, when);
      }
    }
    for (const property of this.told) {
      for (const [state, when] of [
        [before, this.justBefore],
        [after, at],
      ] as const) {
        this.valueOf(state, property, (entity, id, by) => {
          lookups.want(this.recorder.tableNamed(entity)!, by ?? 'title', id, when);
          return { id, name: null };
        });
      }
    }
    if (this.table.above) lookups.want(this.table.above, 'whole', this.wholeId, at);
    const [parent, id] = this.parent ?? [];
    const above = parent?.keeping.path?.below;
    if (parent && above) lookups.want(parent, 'below', id!, at);
  }

  tell(lookups: Lookups, entityId: string | null): Told {
    const { before, after, secrets } = this.row;
    const path = this.pathBelow(lookups, entityId);
    const { value } = this.table.keeping.path ?? {};
    const changes = this.told.map((property) => ({
      field: value ? path : joined(path, this.fieldOf(property)),
      before: this.read(lookups, before, property, this.justBefore),
      after: this.read(lookups, after, property, this.row.at),
    }));
    // Of what there is only one, secrets have names of their own.
    const isOne = this.table.keeping.path?.by === null;
    const hidden = (secrets ?? []).map((name) => ({ field: isOne ? name : joined(path, name), before: null, after: null }));
    return {
      nearness: this.thingOf(lookups).id !== entityId ? OTHERS : this.table.keeping.partOf === 'id' ? 0 : 1,
      path,
      id: this.table.key.map(({ property }) => String(this.state[property])).join(' '),
      changes: [...changes, ...hidden],
    };
  }

  /** The id of what it is a part of, which may be only a part itself. */
  private get wholeId(): string {
    return wholeOf(this.table, this.state).id as string;
  }

  /** The thing that it is a part of in the end: its table, unless it is that thing, and its id. */
  private thingOf(lookups: Lookups): { table?: RecordTable; id: string | null } {
    const { above } = this.table;
    if (!above) return { table: this.references.get(wholeOf(this.table, this.state).property), id: this.wholeId };
    const table = this.recorder.tableNamed(above.targets.get(above.keeping.partOf)!);
    return { table, id: lookups.get(above, 'whole', this.wholeId, this.row.at) };
  }

  private valueOf(state: State | null, property: string, refer: Refer): unknown {
    const naming = this.table.keeping.named[property];
    const value = state?.[property] ?? null;
    return naming && value !== null ? naming(value as never, refer) : value;
  }

  private fieldOf(property: string): string {
    return this.table.keeping.renamed[property] ?? (this.references.has(property) ? property.slice(0, -2) : property);
  }

  private read(lookups: Lookups, state: State | null, property: string, at: string): unknown {
    const { value: whole, reference } = this.table.keeping.path ?? {};
    if (reference && property === whole && state?.[reference]) return this.read(lookups, state, reference, at);
    const value = this.valueOf(state, property, (entity, id, by) => lookups.reference(this.recorder.tableNamed(entity)!, id, at, by));
    const target = this.references.get(property);
    if (!target || typeof value !== 'string' || property in this.table.keeping.renamed) return value;
    const name = lookups.get(target, 'title', value, at);
    // Only what isn't shown has no name: the portfolio that a vendor came from.
    if (this.isScoped && target.title && name === null) return null;
    return { id: value, name };
  }

  /** The part that it hangs on, and its id. */
  private get parent(): [RecordTable, string] | undefined {
    const { below } = this.table.keeping.path ?? {};
    const target = below && this.references.get(below);
    return target ? [target, this.state[below] as string] : undefined;
  }

  private pathBelow(lookups: Lookups, entityId: string | null): string {
    const { path, partOf } = this.table.keeping;
    if (path?.pair) return path.pair.map((property) => this.titleOf(lookups, property)).join('->');
    const isThing = partOf === 'id';
    // Of what has no path there is only one.
    if (!path || (isThing && this.wholeId === entityId)) return '';
    const own = path.by === null ? path.name : `${path.name}.${String(this.state[path.by ?? 'id'])}`;
    return isThing ? own : joined(this.pathOfThing(lookups, entityId), joined(this.pathOfParent(lookups), own));
  }

  /** Of what is a part of another thing than the entry is about. */
  private pathOfThing(lookups: Lookups, entityId: string | null): string {
    const { table, id } = this.thingOf(lookups);
    if (!table || table.keeping.partOf !== 'id' || id === null || id === entityId) return '';
    return `${table.keeping.path!.name}.${id}`;
  }

  private pathOfParent(lookups: Lookups): string {
    const [parent, id] = this.parent ?? [];
    if (!parent) return '';
    const { name, by, below } = parent.keeping.path!;
    const own = by === null ? name : `${name}.${id}`;
    const above = below && this.recorder.tableNamed(parent.targets.get(below)!);
    if (!above) return own;
    return joined(`${above.keeping.path!.name}.${lookups.get(parent, 'below', id!, this.row.at)}`, own);
  }

  /** What it refers to was called, at the time of the state that there is. */
  private titleOf(lookups: Lookups, property: string): string | null {
    const target = this.references.get(property)!;
    return lookups.get(target, 'title', this.state[property] as string, this.row.after ? this.row.at : this.justBefore);
  }
}

const joined = (path: string, name: string) => (path && name ? `${path}.${name}` : path || name);
