import { randomInt } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Transaction } from '../../database/database';
import { LANES } from './audit.chain';

/** How many transactions of this process use each lane. */
const busy = new Array<number>(LANES).fill(0);
const laneOf = new WeakMap<ClientBase, number>();

/**
 * The lane that a transaction writes to: one of the least used in this process, so that it rarely waits. It keeps the lane until
 * it ends, because two transactions that each want the other's would deadlock.
 */
export function laneFor(tx: Transaction): number {
  const { connection } = tx;
  const held = laneOf.get(connection);
  if (held !== undefined) return held;
  const fewest = Math.min(...busy);
  const free = [...busy.keys()].filter((lane) => busy[lane] === fewest);
  const lane = free[randomInt(free.length)]!;
  busy[lane]!++;
  laneOf.set(connection, lane);
  tx.atEnd(() => {
    busy[lane]!--;
    laneOf.delete(connection);
  });
  return lane;
}
