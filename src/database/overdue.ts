import type { ClientBase, QueryResult } from 'pg';
import { cancel } from './cancel';
import { drop } from './internals';

/** A database that accepts a statement and doesn't answer for this long counts as unreachable. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 1_000;

/** pg's own wording, which replicas produce through its timeout. */
export const OVERDUE = 'Query read timeout';

/** For statements on a connection that is lost or given up. */
export const connectionLost = () => new Error('Connection terminated');

/** pg's callback for a result. */
export type QueryCallback = (error: Error, result: QueryResult) => void;

type GiveUp = (error: Error) => void;

/** The answers that a connection still owes, in the order of the statements. */
class PendingAnswers {
  private readonly waiting: GiveUp[] = [];
  private since = 0;

  constructor(private readonly connection: ClientBase) {}

  add(giveUp: GiveUp): void {
    if (this.waiting.push(giveUp) === 1) this.since = performance.now();
  }

  answered(): void {
    this.waiting.shift();
    this.since = performance.now();
  }

  look(): void {
    if (this.waiting.length > 0 && performance.now() - this.since >= PATIENCE_MS) this.giveUp();
  }

  giveUp(): void {
    drop(this.connection, OVERDUE); // a late answer would go to the next statement
    void cancel(this.connection);
    for (const giveUp of this.waiting.splice(0)) giveUp(new Error(OVERDUE));
  }
}

const connections = new Map<ClientBase, PendingAnswers>();
let looking: NodeJS.Timeout | undefined;

/**
 * Returns a callback for the answer to a statement being sent now. It is called once: with the answer, or because it is overdue.
 * One periodic check of all connections replaces a timer per statement, which would also keep each result in memory for long.
 */
export function orOverdue(connection: ClientBase, told: QueryCallback): QueryCallback {
  const pending = pendingOf(connection);
  let isTold = false;
  const once: QueryCallback = (error, result) => {
    if (isTold) return;
    isTold = true;
    told(error, result);
  };
  pending.add(once as GiveUp);
  return (error, result) => {
    if (!isTold) pending.answered();
    once(error, result);
  };
}

/** Gives up what a connection owes, because nobody waits for it any more. */
export function abandon(connection: ClientBase): void {
  connections.get(connection)?.giveUp();
}

function pendingOf(connection: ClientBase): PendingAnswers {
  let pending = connections.get(connection);
  if (!pending) {
    connections.set(connection, (pending = new PendingAnswers(connection)));
    connection.once('end', () => forget(connection));
    looking ??= setInterval(() => connections.forEach((one) => one.look()), LOOK_MS).unref();
  }
  return pending;
}

function forget(connection: ClientBase): void {
  connections.delete(connection);
  if (connections.size > 0) return;
  clearInterval(looking);
  looking = undefined;
}
