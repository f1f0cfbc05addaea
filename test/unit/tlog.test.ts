import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { canonicalJson } from '../../src/platform/canonical-json';
import { readTreeHead, writeTreeHead } from '../../src/platform/tlog/checkpoint';
import {
  consistencyProof,
  type Hash,
  inclusionProof,
  isConsistent,
  leafHash,
  nodeHash,
  rootByInclusion,
  treeRoot,
} from '../../src/platform/tlog/merkle';
import {
  cosignedAt,
  createSigner,
  isKeyName,
  parseSigner,
  parseVerifier,
  readNote,
  readSignatures,
  signatureOf,
  signNote,
  writeNote,
} from '../../src/platform/tlog/note';
import { readProof, writeProof } from '../../src/platform/tlog/proof-file';
import { edgeOf, grow, nodesIn, parseTilePath, type Tile, tilePath, tilesFor, tileWidth } from '../../src/platform/tlog/tiles';

/** The definition of RFC 6962, section 2.1, as it stands there. */
function definedRoot(leaves: Buffer[]): Hash {
  if (leaves.length === 0) return createHash('sha256').digest();
  if (leaves.length === 1) return leafHash(leaves[0]!);
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return nodeHash(definedRoot(leaves.slice(0, left)), definedRoot(leaves.slice(left)));
}

const leavesOf = (count: number) => Array.from({ length: count }, (_, i) => Buffer.from(`entry ${i}`));

/** A tree that grew in steps, with only the edge read back each time. */
function grown(leaves: Buffer[], steps: number[] = [leaves.length]): Map<string, Tile> {
  const tiles = new Map<string, Tile>();
  let size = 0;
  for (const step of [...steps, leaves.length]) {
    const next = Math.min(leaves.length, size + step);
    const edge = edgeOf(size).map(({ level, index }) => tiles.get(`${level}/${index}`)!);
    for (const tile of grow(size, edge, leaves.slice(size, next).map(leafHash))) tiles.set(`${tile.level}/${tile.index}`, tile);
    size = next;
  }
  return tiles;
}

const picked = (tiles: Map<string, Tile>, compute: Parameters<typeof tilesFor>[0]) =>
  nodesIn(tilesFor(compute).map(({ level, index }) => tiles.get(`${level}/${index}`)!));

test('the first roots are those of the test vectors of certificate transparency', () => {
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const roots = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];
  const leaves = inputs.map((hex) => Buffer.from(hex, 'hex'));
  const tiles = [...grown(leaves).values()];
  roots.forEach((root, i) => expect(treeRoot(i + 1, nodesIn(tiles)).toString('hex')).toBe(root));
  expect(treeRoot(0, nodesIn([])).toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('a tree kept in tiles has the root that the standard defines, however it grew', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1200 }), fc.array(fc.integer({ min: 1, max: 600 }), { maxLength: 6 }), (count, steps) => {
      const leaves = leavesOf(count);
      const tiles = grown(leaves, steps);
      const compute = (at: Parameters<typeof treeRoot>[1]) => treeRoot(count, at);
      expect(compute(picked(tiles, compute))).toEqual(definedRoot(leaves));
      for (const tile of tiles.values()) expect(tile.hashes.length).toBe(32 * tileWidth(tile, count));
    }),
    { numRuns: 40 },
  );
});

test('a tree of 70,000 leaves has the tiles that the format names', () => {
  const widths = [...grown(leavesOf(70_000), [1, 300, 65_000]).values()].map(({ level, hashes }) => `${level}:${hashes.length / 32}`);
  const count = (width: string) => widths.filter((found) => found === width).length;
  expect([count('0:256'), count('0:112'), count('1:256'), count('1:17'), count('2:1'), widths.length]).toEqual([273, 1, 1, 1, 1, 277]);
});

test('every leaf is proven to be in the tree, and in no other', () => {
  const sizes = fc.integer({ min: 1, max: 700 });
  fc.assert(
    fc.property(sizes, fc.nat(), fc.nat({ max: 20 }), (size, pick, spoilt) => {
      const leaves = leavesOf(size);
      const tiles = grown(leaves);
      const index = pick % size;
      const compute = (at: Parameters<typeof treeRoot>[1]) => inclusionProof(index, size, at);
      const proof = compute(picked(tiles, compute));
      const root = definedRoot(leaves);
      const leaf = leafHash(leaves[index]!);
      expect(rootByInclusion(index, size, leaf, proof)).toEqual(root);
      expect(rootByInclusion(index, size, leafHash(Buffer.from('other')), proof)).not.toEqual(root);
      expect(rootByInclusion(index, size, leaf, [...proof, leaf])).toBeUndefined();
      if (proof.length === 0) return;
      expect(rootByInclusion(index, size, leaf, proof.slice(1))).not.toEqual(root);
      const altered = proof.map((hash, i) => (i === spoilt % proof.length ? nodeHash(hash, hash) : hash));
      expect(rootByInclusion(index, size, leaf, altered)).not.toEqual(root);
    }),
  );
  expect(() => inclusionProof(5, 5, nodesIn([]))).toThrow('A tree of 5 leaves has no leaf 5');
});

test('a larger tree is proven to begin with a smaller one, and no other tree is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 700 }), fc.nat(), fc.nat({ max: 20 }), (size, pick, spoilt) => {
      const oldSize = pick % (size + 1);
      const leaves = leavesOf(size);
      const tiles = grown(leaves);
      const compute = (at: Parameters<typeof treeRoot>[1]) => consistencyProof(oldSize, size, at);
      const proof = compute(picked(tiles, compute));
      const [oldRoot, root] = [definedRoot(leaves.slice(0, oldSize)), definedRoot(leaves)];
      expect(isConsistent(oldSize, oldRoot, size, root, proof)).toBe(true);
      if (oldSize === 0) return;
      const rewritten = definedRoot([Buffer.from('rewritten'), ...leaves.slice(1, oldSize)]);
      expect(isConsistent(oldSize, rewritten, size, root, proof)).toBe(false);
      expect(isConsistent(oldSize, oldRoot, size, root, [...proof, root])).toBe(false);
      if (proof.length === 0) return;
      expect(isConsistent(oldSize, oldRoot, size, root, proof.slice(1))).toBe(false);
      const altered = proof.map((hash, i) => (i === spoilt % proof.length ? nodeHash(hash, hash) : hash));
      expect(isConsistent(oldSize, oldRoot, size, root, altered)).toBe(false);
    }),
  );
});

test('a proof in a tree of ten million entries needs few tiles', () => {
  const size = 10_000_019;
  expect(tilesFor((at) => inclusionProof(4_000_000, size, at)).length).toBeLessThanOrEqual(7);
  expect(tilesFor((at) => consistencyProof(9_999_999, size, at)).length).toBeLessThanOrEqual(9);
});

test.each([
  [0, '000'],
  [999, '999'],
  [1000, 'x001/000'],
  [1234067, 'x001/x234/067'],
])('tile %i stands at %s', (index, path) => {
  expect(tilePath(index)).toBe(path);
  expect(parseTilePath(path)).toBe(index);
});

test.each(['', '1', '0001', 'x000/001', '001/002', 'x001/2', 'x001', '../000', '000/', ' 000', 'x999/x999/x999/x999/x999/x999/999'])(
  '%j is no tile',
  (path) => expect(parseTilePath(path)).toBeUndefined(),
);

// The key of the documentation of Go's package note, and what it signed there.
const VKEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const SKEY = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const TEXT = 'If you think cryptography is the answer to your problem,\nthen you don’t know what your problem is.\n'.replace('’', "'");
const NOTE = `${TEXT}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

test("notes are signed and read as Go's package note does it", () => {
  expect(parseSigner(SKEY).vkey).toBe(VKEY);
  expect(writeNote(signNote(TEXT, parseSigner(SKEY)))).toBe(NOTE);
  expect(readNote(NOTE).text).toBe(TEXT);
  expect(signatureOf(readNote(NOTE), parseVerifier(VKEY))).toMatchObject({ name: 'PeterNeumann', keyId: 'c74f20a3' });
});

test('a note that was altered, or that another key signed, is told apart', () => {
  const altered = readNote(NOTE.replace('answer', 'ANSWER'));
  expect(() => signatureOf(altered, parseVerifier(VKEY))).toThrow('The signature of PeterNeumann is wrong');
  expect(signatureOf(readNote(NOTE), createSigner('PeterNeumann'))).toBeUndefined();
  expect(signatureOf(readNote(NOTE), createSigner('EnochRoot'))).toBeUndefined();
});

test.each([
  ['no signature', 'text\n'],
  ['no blank line', `text\n${NOTE.split('\n\n')[1]}`],
  ['no last newline', NOTE.slice(0, -1)],
  ['another dash', NOTE.replace('—', '-')],
  ['a short signature', 'text\n\n— name AAAA\n'],
  ['loose base64', NOTE.replace('AM=\n', 'AM\n')],
  ['a control character', NOTE.replace('answer', 'ans\twer')],
  ['too much', `${'x'.repeat(200_000)}${NOTE}`],
])('a note with %s is refused', (_, note) => {
  expect(() => readNote(note)).toThrow(/^The note /);
});

test.each([
  'PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  'PeterNeumann+C74F20A3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  'Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10',
  'PeterNeumann+c74f20a3+',
  'PeterNeumann',
  '',
])('%j is no key', (vkey) => {
  expect(() => parseVerifier(vkey)).toThrow();
  expect(() => parseSigner(`PRIVATE+KEY+${vkey}`)).toThrow();
  expect(() => parseSigner(vkey)).toThrow();
});

test('names of keys hold neither spaces nor plus signs', () => {
  expect(['example.com/log', 'vetgraph', 'Ä'].map(isKeyName)).toEqual([true, true, true]);
  expect(['', 'a b', 'a+b', 'a\u00a0b', 'a\u2003b', 'a\nb', '\ud800'].map(isKeyName)).not.toContain(true);
  expect(() => createSigner('a b')).toThrow(/neither spaces nor plus signs/);
});

test('a witness signs the time with the checkpoint', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const typed = Buffer.concat([Buffer.from([4]), key]);
  const keyId = createHash('sha256').update('witness.example/w1\n').update(typed).digest().subarray(0, 4);
  const witness = parseVerifier(`witness.example/w1+${keyId.toString('hex')}+${typed.toString('base64')}`);
  const text = writeTreeHead({ origin: 'example.com/log', size: 7, root: Buffer.alloc(32, 1) });
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(1679315147n);
  const signed = sign(null, Buffer.from(`cosignature/v1\ntime 1679315147\n${text}`), privateKey);
  const line = `— witness.example/w1 ${Buffer.concat([keyId, time, signed]).toString('base64')}\n`;
  const note = { text, signatures: readSignatures(line) };
  expect(cosignedAt(signatureOf(note, witness)!).toISOString()).toBe('2023-03-20T12:25:47.000Z');
  expect(() => signatureOf({ ...note, text: text.replace('7', '8') }, witness)).toThrow(/is wrong/);
});

test('checkpoints are read as they are written', () => {
  const head = { origin: 'example.com/log', size: 20852163, root: Buffer.alloc(32, 7) };
  expect(readTreeHead(writeTreeHead(head))).toEqual(head);
  for (const text of ['', 'a\n', 'a\n01\n', `a\n1\n${'A'.repeat(40)}\n`, `\n1\n${head.root.toString('base64')}\n`]) {
    expect(() => readTreeHead(text)).toThrow('The note is no checkpoint of a log');
  }
});

test('files of proofs are read as they are written', () => {
  const proof = { extra: Buffer.from('{}'), index: 3, hashes: [Buffer.alloc(32, 1), Buffer.alloc(32, 2)], checkpoint: NOTE };
  expect(readProof(writeProof(proof))).toEqual(proof);
  const bare = { extra: undefined, index: 0, hashes: [], checkpoint: NOTE };
  expect(readProof(writeProof(bare))).toEqual(bare);
  expect(writeProof(bare)).toBe(`c2sp.org/tlog-proof@v1\nindex 0\n\n${NOTE}`);
  expect(() => readProof('something else')).toThrow(/^The file is no proof/);
  expect(() => readProof(writeProof(proof).replace('index 3', 'index 03'))).toThrow(/which entry/);
  expect(() => readProof(writeProof(proof).replace(/\n\n/, '\nAAAA\n\n'))).toThrow(/no hash/);
});

test('JSON that is hashed is written in one way only', () => {
  const numbers = [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0];
  const value = { numbers, string: '€$\u000f\nA\'B"\\\\"/', literals: [null, true, false] };
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const names = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
  expect(canonicalJson(names)).toBe('{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}');
  for (const wrong of [Infinity, NaN, undefined, '\ud800', { '\udead': 1 }, [undefined], { at: new Date() }])
    expect(() => canonicalJson(wrong)).toThrow(TypeError);
});
