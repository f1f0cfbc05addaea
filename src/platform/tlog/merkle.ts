import { hash } from 'node:crypto';

/**
 * The Merkle tree of RFC 6962 over SHA-256. A perfect subtree of height h at index i holds the leaves from i·2^h on; every
 * function here takes what it needs of such subtrees from `NodeAt`, wherever they are kept.
 */
export type Hash = Buffer;
export type NodeAt = (height: number, index: number) => Hash;

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

export function leafHash(leaf: Uint8Array): Hash {
  return sha256(LEAF, leaf);
}

export function nodeHash(left: Hash, right: Hash): Hash {
  return sha256(NODE, left, right);
}

/** At once: thousands of objects that hash step by step would keep the garbage collector busy for long. */
function sha256(...parts: Uint8Array[]): Hash {
  return hash('sha256', Buffer.concat(parts), 'buffer');
}

export function treeRoot(size: number, at: NodeAt): Hash {
  return size === 0 ? sha256() : hashOf(0, size, at);
}

/** The hashes that lead from a leaf to the root: from the leaf's sibling to the child of the root. */
export function inclusionProof(index: number, size: number, at: NodeAt): Hash[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`A tree of ${size} leaves has no leaf ${index}`);
  const proof: Hash[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + leftSize(end - start);
    if (index < middle) {
      proof.push(hashOf(middle, end, at));
      end = middle;
    } else {
      proof.push(hashOf(start, middle, at));
      start = middle;
    }
  }
  return proof.reverse();
}

/** The hashes that show that a tree begins with all leaves of an older one. */
export function consistencyProof(oldSize: number, size: number, at: NodeAt): Hash[] {
  if (!(oldSize >= 0 && oldSize <= size)) throw new RangeError(`A tree of ${size} leaves never had ${oldSize}`);
  if (oldSize === 0) return [];
  const proof: Hash[] = [];
  let [start, end] = [0, size];
  while (end > oldSize) {
    const middle = start + leftSize(end - start);
    if (oldSize <= middle) {
      proof.push(hashOf(middle, end, at));
      end = middle;
    } else {
      proof.push(hashOf(start, middle, at));
      start = middle;
    }
  }
  // The old tree itself is known to whoever asks, when it is a whole left part of the new one.
  if (start > 0) proof.push(hashOf(start, end, at));
  return proof.reverse();
}

/** The root that a leaf and its proof lead to; undefined if the proof has the wrong length. */
export function rootByInclusion(index: number, size: number, leaf: Hash, proof: readonly Hash[]): Hash | undefined {
  if (!(index >= 0 && index < size)) return undefined;
  let [place, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(sibling, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? hash : undefined;
}

/** Whether the proof shows that the tree with the new root begins with the one with the old root. */
export function isConsistent(oldSize: number, oldRoot: Hash, size: number, root: Hash, proof: readonly Hash[]): boolean {
  if (oldSize > size) return false;
  if (oldSize === size) return proof.length === 0 && oldRoot.equals(root);
  if (oldSize === 0) return proof.length === 0;
  const path = Number.isInteger(Math.log2(oldSize)) ? [oldRoot, ...proof] : [...proof];
  const first = path.shift();
  if (!first) return false;
  let [place, last] = [oldSize - 1, size - 1];
  while (place % 2 === 1) [place, last] = [half(place), half(last)];
  let [older, newer] = [first, first];
  for (const hash of path) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      [older, newer] = [nodeHash(hash, older), nodeHash(hash, newer)];
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      newer = nodeHash(newer, hash);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && older.equals(oldRoot) && newer.equals(root);
}

/** The hash over the leaves from start up to end; what is left of end in a tree always is a row of perfect subtrees. */
function hashOf(start: number, end: number, at: NodeAt): Hash {
  const size = end - start;
  const left = leftSize(size);
  if (left * 2 === size || size === 1) return at(Math.log2(size), start / size);
  return nodeHash(at(Math.log2(left), start / left), hashOf(start + left, end, at));
}

/** The largest power of two below the number: so many leaves are on the left side of a tree. */
function leftSize(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

/** Shifting would cut the number to 32 bits. */
function half(number: number): number {
  return Math.floor(number / 2);
}
