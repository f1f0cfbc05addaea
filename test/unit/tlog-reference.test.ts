import { writeTreeHead } from '../../src/platform/tlog/checkpoint';
import { consistencyProof, inclusionProof, leafHash, treeRoot } from '../../src/platform/tlog/merkle';
import { createSigner, signNote, writeNote } from '../../src/platform/tlog/note';
import { grow, nodesIn } from '../../src/platform/tlog/tiles';
import { askGo, type GoQuestion, hasGo } from '../kit/go-reference';

const SIZE = 1000;
const signer = createSigner('example.com/vetgraph');
const leaves = Array.from({ length: SIZE }, (_, i) => Buffer.from(`entry ${i}`));
const nodes = nodesIn(grow(0, [], leaves.map(leafHash)));
const encode = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('base64'));
const checkpoint = (size: number) => writeNote(signNote(writeTreeHead({ origin: signer.name, size, root: treeRoot(size, nodes) }), signer));

const question = (index: number, size: number, oldSize: number): GoQuestion => ({
  vkey: signer.vkey,
  checkpoint: checkpoint(size),
  index,
  leaf: leaves[index]!.toString('base64'),
  hashes: encode(inclusionProof(index, size, nodes)),
  older: checkpoint(oldSize),
  consistency: encode(consistencyProof(oldSize, size, nodes)),
});

(hasGo ? test : test.skip)("Go's reference library agrees (skipped where Go isn't installed)", () => {
  const sizes = [1, 2, 3, 7, 8, 255, 256, 257, 511, 999, SIZE];
  const right = sizes.flatMap((size) => [0, size >> 1, size - 1].map((index) => question(index, size, Math.max(1, index))));
  expect(new Set(askGo(right))).toEqual(new Set(['ok']));
  const one = question(500, SIZE, 300);
  const wrong = [
    { ...one, vkey: createSigner(signer.name).vkey },
    { ...one, index: 501 },
    { ...one, leaf: leaves[501]!.toString('base64') },
    { ...one, hashes: one.hashes.slice(1) },
    { ...one, older: checkpoint(301) },
    { ...one, checkpoint: one.checkpoint.replace('1000', '1001') },
  ];
  expect(askGo(wrong)).not.toContain('ok');
});
