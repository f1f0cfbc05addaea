import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ClientBase, QueryConfig } from 'pg';
import { ROW_TYPES } from './row-types';
import type { TableOf } from './rows';
import type { Sql } from './sql';

/** Queries can ask for columns and filters in more ways than anyone should keep: so many texts are known at a time. */
const KNOWN = { max: 2_000, maxSize: 8_000_000, sizeCalculation: (_: unknown, text: string) => text.length + 1 };
/** A connection that keeps so many statements prepared is replaced: nothing else makes it forget those that nobody needs any more. */
const MOST_KEPT = 1_000;

/** Texts that came lately, with the name of those that came again. Servers that share connections through a pooler mean the same by a name. */
const known = new LRUCache<string, { name?: string }>(KNOWN);
const kept = new WeakMap<ClientBase, Set<string>>();

/** Writes statements for the driver. A text that comes again gets a name, under which each connection keeps it parsed and planned. */
export class Prepared {
  constructor(
    private readonly table: TableOf,
    private readonly isOn: boolean,
  ) {}

  /** A statement that is asked elsewhere, where its names mean something else, is another statement. */
  queryFor(connection: ClientBase, statement: Sql, where?: string): QueryConfig {
    const { text: written, values } = statement.compile(this.table);
    const text = where ? `${written} -- ${where}` : written;
    const name = this.isOn ? nameFor(text) : undefined;
    if (name) keptBy(connection).add(name);
    return { name, text, values, types: ROW_TYPES };
  }
}

/** Whether a connection keeps so much that it should be replaced. */
export function isWorn(connection: ClientBase): boolean {
  return (kept.get(connection)?.size ?? 0) >= MOST_KEPT;
}

function keptBy(connection: ClientBase): Set<string> {
  let names = kept.get(connection);
  if (!names) kept.set(connection, (names = new Set()));
  return names;
}

function nameFor(text: string): string | undefined {
  const came = known.get(text);
  if (!came) known.set(text, {});
  else came.name ??= `v${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
  return came?.name;
}
