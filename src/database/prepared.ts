import { createHash } from 'node:crypto';
import type { ClientBase, QueryConfig } from 'pg';
import { ROW_TYPES } from './row-types';
import type { TableOf } from './rows';
import type { Sql } from './sql';
import { RECORD_SCHEMA } from './record/record-table';
import { SCOPED_RECORD_SCHEMA } from './scope/scope';
import type { Text } from './text';

/** A connection with this many prepared statements is replaced: nothing else makes it drop those no longer needed. */
const MOST_KEPT = 1_000;

const kept = new WeakMap<ClientBase, Set<string>>();

/** Prepares statements for the driver. A text seen again gets a name, under which each connection keeps it parsed and planned. */
export class Prepared {
  constructor(
    private readonly table: TableOf,
    private readonly isOn: boolean,
  ) {}

  /** A statement that is asked elsewhere, where its names mean something else, is another statement. */
  queryFor(connection: ClientBase, statement: Sql, where?: 'past' | 'scoped' | 'scoped few' | 'scoped past'): QueryConfig {
    const { written, values, isPlannedAnew } = statement.compile(this.table);
    const text = where ? written.followedBy(` -- ${where}`) : written;
    const name = this.isOn && !isPlannedAnew ? nameFor(text) : undefined;
    if (name) keptBy(connection).add(name);
    return { name, text: where?.startsWith('scoped') ? scoped(text) : text.toString(), values, types: ROW_TYPES };
  }
}

/** The tables of versions are named with their schema: for some portfolios it is that of views on them. */
function scoped(text: Text): string {
  return (text.sent ??= text.toString().replaceAll(`"${RECORD_SCHEMA}".`, `"${SCOPED_RECORD_SCHEMA}".`));
}

/** Whether a connection holds so many statements that it should be replaced. */
export function isWorn(connection: ClientBase): boolean {
  return (kept.get(connection)?.size ?? 0) >= MOST_KEPT;
}

function keptBy(connection: ClientBase): Set<string> {
  let names = kept.get(connection);
  if (!names) kept.set(connection, (names = new Set()));
  return names;
}

/** Of a text that comes again. Servers that share connections through a pooler use the same names. */
function nameFor(text: Text): string | undefined {
  if (text.isKnown) text.name ??= `v${createHash('sha256').update(text.toString()).digest('base64url').slice(0, 20)}`;
  text.isKnown = true;
  return text.name;
}
