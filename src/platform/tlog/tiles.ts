import { type Hash, type NodeAt, nodeHash } from './merkle';

/**
 * The tree kept as c2sp.org/tlog-tiles has it: a tile of level l holds up to 256 hashes of perfect subtrees of height 8·l,
 * side by side. Level 0 holds the hashes of the leaves.
 */
export interface TileId {
  level: number;
  index: number;
}

export interface Tile extends TileId {
  hashes: Buffer;
}

export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
const HASH_BYTES = 32;

/** The number of a tile as it stands in addresses: 5 as 005, 1234067 as x001/x234/067. */
export function tilePath(index: number): string {
  const groups = [String(index % 1000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  }
  return groups.join('/');
}

const TILE_PATH = /^(x\d{3}\/)*\d{3}$/;

/** The number that the path stands for; undefined if it is written in another way. */
export function parseTilePath(path: string): number | undefined {
  if (path.length > 30 || !TILE_PATH.test(path)) return undefined;
  const index = Number(path.replaceAll(/[x/]/g, ''));
  return Number.isSafeInteger(index) && tilePath(index) === path ? index : undefined;
}

/** How many hashes a tile has in a tree of so many leaves. */
export function tileWidth({ level, index }: TileId, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

/** Which tiles a computation asks for: it runs once on empty hashes. */
export function tilesFor(compute: (at: NodeAt) => unknown): TileId[] {
  const asked = new Map<string, TileId>();
  compute((height, index) => {
    const { tile } = placeOf(height, index);
    asked.set(keyOf(tile), tile);
    return Buffer.alloc(HASH_BYTES);
  });
  return [...asked.values()];
}

/** The nodes that the tiles hold. */
export function nodesIn(tiles: readonly Tile[]): NodeAt {
  const byKey = new Map(tiles.map((tile) => [keyOf(tile), tile.hashes]));
  // Proofs of neighbours have most of their nodes in common.
  const known = new Map<string, Hash>();
  const find = (height: number, index: number): Hash => {
    const { tile, from, count } = placeOf(height, index);
    const hashes = byKey.get(keyOf(tile))?.subarray(from * HASH_BYTES, (from + count) * HASH_BYTES);
    if (hashes?.length !== count * HASH_BYTES) throw new Error(`Tile ${tile.level}/${tilePath(tile.index)} is missing or too short`);
    return fold(hashes);
  };
  return (height, index) => {
    const key = `${height}/${index}`;
    let node = known.get(key);
    if (!node) known.set(key, (node = find(height, index)));
    return node;
  };
}

/** Appends leaves to a tree, given the last tile of each level where it isn't full; gives back the tiles that changed. */
export function grow(size: number, edge: readonly Tile[], leaves: readonly Hash[]): Tile[] {
  const changed: Tile[] = [];
  let added: readonly Hash[] = leaves;
  for (let level = 0; added.length > 0; level++) {
    const before = Math.floor(size / TILE_WIDTH ** level);
    let index = Math.floor(before / TILE_WIDTH);
    const width = before % TILE_WIDTH;
    const started = edge.find((tile) => tile.level === level && tile.index === index)?.hashes.subarray(0, width * HASH_BYTES);
    if ((started?.length ?? 0) !== width * HASH_BYTES) throw new Error(`Tile ${level}/${tilePath(index)} is missing or too short`);
    const above: Hash[] = [];
    let hashes = Buffer.concat([started ?? Buffer.alloc(0), ...added]);
    for (; hashes.length > 0; hashes = hashes.subarray(TILE_WIDTH * HASH_BYTES), index++) {
      const tile = hashes.subarray(0, TILE_WIDTH * HASH_BYTES);
      changed.push({ level, index, hashes: tile });
      if (tile.length === TILE_WIDTH * HASH_BYTES) above.push(fold(tile));
    }
    added = above;
  }
  return changed;
}

/** The tiles of a tree that aren't full: what the next leaves go into. */
export function edgeOf(size: number): TileId[] {
  const edge: TileId[] = [];
  for (let level = 0, hashes = size; hashes > 0; level++, hashes = Math.floor(hashes / TILE_WIDTH)) {
    if (hashes % TILE_WIDTH > 0) edge.push({ level, index: Math.floor(hashes / TILE_WIDTH) });
  }
  return edge;
}

/** Where a perfect subtree stands: in which tile, from which hash on, and how many of them. */
function placeOf(height: number, index: number): { tile: TileId; from: number; count: number } {
  const level = Math.floor(height / TILE_HEIGHT);
  const count = 2 ** (height % TILE_HEIGHT);
  const first = index * count;
  return { tile: { level, index: Math.floor(first / TILE_WIDTH) }, from: first % TILE_WIDTH, count };
}

/** The root over hashes side by side, as many as a power of two. */
function fold(hashes: Buffer): Hash {
  let row = Array.from({ length: hashes.length / HASH_BYTES }, (_, i) => hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES));
  while (row.length > 1) row = Array.from({ length: row.length / 2 }, (_, i) => nodeHash(row[2 * i]!, row[2 * i + 1]!));
  return row[0]!;
}

function keyOf({ level, index }: TileId): string {
  return `${level}/${index}`;
}
