import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canonicalJson } from '../../src/platform/canonical-json';
import { checkProof, commitmentTo } from '../../src/platform/tlog/check-proof';
import { writeTreeHead } from '../../src/platform/tlog/checkpoint';
import { inclusionProof, leafHash, treeRoot } from '../../src/platform/tlog/merkle';
import { createSigner, signNote, writeNote } from '../../src/platform/tlog/note';
import { type ProofFile, writeProof } from '../../src/platform/tlog/proof-file';
import { grow, nodesIn } from '../../src/platform/tlog/tiles';

const signer = createSigner('example.com/vetgraph');
const salt = Buffer.alloc(32, 9);
const texts = { userName: 'Ann Ü', meta: { to: 'HIGH', from: ['LOW', null, 1.5] } };
const commitments = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, commitmentTo(salt, text)]));
const leaf = Buffer.from(canonicalJson({ id: 'e1', lane: 3, seq: 7, action: 'UPDATE_VENDOR', commitments }));
const opened = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { salt: salt.toString('base64'), text }]));

const SIZE = 300;
const INDEX = 137;
const leaves = Array.from({ length: SIZE }, (_, i) => (i === INDEX ? leaf : Buffer.from(`entry ${i}`)));
const nodes = nodesIn(grow(0, [], leaves.map(leafHash)));
const checkpoint = writeNote(signNote(writeTreeHead({ origin: signer.name, size: SIZE, root: treeRoot(SIZE, nodes) }), signer));

const extraOf = (content: object) => Buffer.from(JSON.stringify({ leaf: leaf.toString('base64'), opened, ...content }));
const proof: ProofFile = { extra: extraOf({}), index: INDEX, hashes: inclusionProof(INDEX, SIZE, nodes), checkpoint };

const folder = mkdtempSync(path.join(tmpdir(), 'proof-'));

/** By the script in docs, as someone without Vetgraph runs it. */
function byScript(text: string, vkey: string): { status: number | null; stdout: string; stderr: string } {
  const file = path.join(folder, 'a.tlog-proof');
  writeFileSync(file, text);
  const script = path.join(__dirname, '../../docs/check-proof.mjs');
  return spawnSync(process.execPath, [script, file, '--key', vkey], { encoding: 'utf8' });
}

test('a proof holds, and says what the entry says', () => {
  const checked = checkProof(writeProof(proof), signer.vkey);
  expect(checked).toMatchObject({ index: INDEX, treeSize: SIZE, leaf: { id: 'e1', action: 'UPDATE_VENDOR' }, texts });
  const { status, stdout } = byScript(writeProof(proof), signer.vkey);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ id: 'e1', action: 'UPDATE_VENDOR', ...texts, index: INDEX, treeSize: SIZE });
});

const altered = leaf.toString().replace('UPDATE', 'CREATE');
const lying = { ...opened, userName: { ...opened['userName'], text: 'Bob' } };
test.each<[what: string, text: string, key: string]>([
  ['another key', writeProof(proof), createSigner(signer.name).vkey],
  ['the key of another log', writeProof(proof), createSigner('example.com/other').vkey],
  ['no key', writeProof(proof), 'nothing'],
  ['an entry that was altered', writeProof({ ...proof, extra: extraOf({ leaf: Buffer.from(altered).toString('base64') }) }), signer.vkey],
  ['a text that was altered', writeProof({ ...proof, extra: extraOf({ opened: lying }) }), signer.vkey],
  ['a text that the entry does not commit to', writeProof({ ...proof, extra: extraOf({ opened: { note: opened['meta'] } }) }), signer.vkey],
  ['texts that are none', writeProof({ ...proof, extra: extraOf({ opened: null }) }), signer.vkey],
  ['a text without its salt', writeProof({ ...proof, extra: extraOf({ opened: { meta: { text: texts.meta } } }) }), signer.vkey],
  ['another place', writeProof({ ...proof, index: INDEX + 1 }), signer.vkey],
  ['a place outside of the tree', writeProof({ ...proof, index: SIZE }), signer.vkey],
  ['a hash too few', writeProof({ ...proof, hashes: proof.hashes.slice(1) }), signer.vkey],
  ['a hash too many', writeProof({ ...proof, hashes: [...proof.hashes, proof.hashes[0]!] }), signer.vkey],
  ['a checkpoint that was altered', writeProof({ ...proof, checkpoint: checkpoint.replace('300', '301') }), signer.vkey],
  ['a checkpoint without a signature', writeProof({ ...proof, checkpoint: `${checkpoint.split('\n\n')[0]}\n` }), signer.vkey],
  ['no entry', writeProof({ ...proof, extra: undefined }), signer.vkey],
  ['something else', 'hello', signer.vkey],
])('with %s nothing is proven', (_, text, key) => {
  expect(() => checkProof(text, key)).toThrow(/^(?!Cannot |The first argument)/);
  const { status, stdout, stderr } = byScript(text, key);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^Not proven: [^\n]+\n$/);
});
