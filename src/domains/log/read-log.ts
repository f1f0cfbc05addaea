import type { Queryable } from '../../database/database';
import { TILE_WIDTH, type TileId } from '../../platform/tlog/tiles';
import { leafOf } from './leaf';
import * as store from './log.store';

const HASH_BYTES = 32;

/** The last signed checkpoint, with the cosignatures that it has got; undefined before the first. */
export async function readCheckpointNote(db: Queryable): Promise<string | undefined> {
  const latest = await db.one(store.latest());
  return latest && noteOf(latest);
}

export function noteOf({ note, cosignatures }: store.SignedCheckpoint): string {
  return note + cosignatures;
}

/** The first hashes of a tile; undefined if the tree doesn't have that many of it. */
export async function readTile(db: Queryable, tile: TileId, width: number): Promise<Buffer | undefined> {
  const found = await db.one(store.tiles([tile]));
  return found && found.hashes.length >= width * HASH_BYTES ? found.hashes.subarray(0, width * HASH_BYTES) : undefined;
}

/** The first leaves of a bundle, each after its length in two bytes; undefined if the tree doesn't have that many. */
export async function readBundle(db: Queryable, index: number, width: number): Promise<Buffer | undefined> {
  const leaves = await db.query(store.leavesFrom(index * TILE_WIDTH, width));
  return leaves.length === width ? Buffer.concat(leaves.flatMap((leaf) => withLength(leafOf(leaf)))) : undefined;
}

function withLength(leaf: Buffer): Buffer[] {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(leaf.length);
  return [length, leaf];
}
