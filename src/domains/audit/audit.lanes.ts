import { randomInt } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Transaction } from '../../database/database';
import { LANES } from './audit.chain';

/** How many transactions of this process have each lane. */
const busy = new Array<number>(LANES).fill(0);
const laneOf = new WeakMap<ClientBase, number>();

/**
 * The lane that a transaction writes to: one of those that the fewest others of this process have, so that it rarely
 * waits for anyone. It keeps it until its end, whatever it writes: two that each have one and want the other's would
 * wait for ever.
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
