#!/usr/bin/env node
// Checks a proof that an entry is in the audit log, as `audit proof` writes it (c2sp.org/tlog-proof@v1):
//
//   node check-proof.mjs <file> --key <vkey>
//
// The key is what Settings.auditVerifierKey shows; keep it from before, since whoever can alter the log can show another one.
// Exit code 0: the entry is in the log that the key signed, and says what is printed; 1: not so.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const fail = (why) => { throw new Error(why); }; // prettier-ignore
const decode = (base64) => {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : fail(`not base64: ${base64.slice(0, 40)}`);
};

/** Keys are written <name>+<key id>+<base64 of the type (1: Ed25519) and the key>. */
function readKey(vkey) {
  const [, name, id, encoded] =
    /^([^\s+]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? fail('the key is not of the form <name>+<key id>+<base64>');
  const typed = decode(encoded);
  if (typed.length !== 33 || typed[0] !== 1) fail('the key is no Ed25519 key');
  if (sha256(`${name}\n`, typed).subarray(0, 4).toString('hex') !== id) fail('the key id does not belong to the key');
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), typed.subarray(1)]);
  return { name, id, publicKey: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
}

/** The text of the note and, if the key signed it, what it says of the tree (c2sp.org/signed-note, tlog-checkpoint). */
function readCheckpoint(note, key) {
  const end = note.lastIndexOf('\n\n');
  const [text, signed] = [note.slice(0, end + 1), note.slice(end + 2)];
  if (end < 0 || !/^(— \S+ \S+\n)+$/.test(signed)) fail('the checkpoint has a line that is no signature');
  const ofName = signed.split('\n').flatMap((line) => (line.startsWith(`— ${key.name} `) ? [decode(line.split(' ')[2])] : []));
  const signatures = ofName.filter((one) => one.subarray(0, 4).toString('hex') === key.id);
  if (signatures.length === 0) fail(`the checkpoint is not signed by ${key.name}+${key.id}`);
  const isRight = (one) => verify(null, Buffer.from(text), key.publicKey, one.subarray(4));
  if (!signatures.every(isRight)) fail('the signature of the checkpoint is wrong');
  const [origin, size, root] = text.split('\n');
  if (origin !== key.name || !/^[1-9]\d{0,15}$/.test(size)) fail('the checkpoint is of another log');
  return { size: Number(size), root: decode(root) };
}

/** The root that the leaf leads to by its proof (RFC 6962, RFC 9162 section 2.1.3.2). */
function rootOf(leaf, index, size, hashes) {
  const half = (number) => Math.floor(number / 2);
  let [place, last, hash] = [index, size - 1, sha256(Buffer.from([0]), leaf)];
  for (const sibling of hashes) {
    if (last === 0) fail('the proof has too many hashes');
    if (place % 2 === 1 || place === last) {
      hash = sha256(Buffer.from([1]), sibling, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      hash = sha256(Buffer.from([1]), hash, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? hash : fail('the proof has too few hashes');
}

/** What was opened must be what the leaf commits to: base64 of SHA-256(salt ‖ text). */
function textsOf(opened, commitments) {
  for (const [name, { salt, text }] of Object.entries(opened)) {
    const said = sha256(decode(salt), typeof text === 'string' ? text : canonical(text));
    if (decode(salt).length !== 32 || said.toString('base64') !== commitments[name]) fail(`${name} is not what the entry says`);
  }
  return Object.fromEntries(Object.entries(opened).map(([name, { text }]) => [name, text]));
}

/** Members in order, as RFC 8785 asks for. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`; // prettier-ignore
}

function check(file, vkey) {
  const [key, proof] = [readKey(vkey), readFileSync(file, 'utf8')];
  const end = proof.indexOf('\n\n');
  const [first, extra, index, ...hashes] = proof.slice(0, Math.max(end, 0)).split('\n');
  if (first !== 'c2sp.org/tlog-proof@v1' || !extra?.startsWith('extra ')) fail('the file is no proof');
  if (!/^index (0|[1-9]\d{0,15})$/.test(index)) fail('the proof does not say which entry it is about');
  if (hashes.some((hash) => decode(hash).length !== 32)) fail('the proof holds a line that is no hash');
  const { size, root } = readCheckpoint(proof.slice(end + 2), key);
  const { leaf: encoded, opened = {} } = JSON.parse(decode(extra.slice(6)).toString());
  const [leaf, place] = [decode(encoded), Number(index.slice(6))];
  if (place >= size) fail(`the tree has no entry ${place}`);
  if (!rootOf(leaf, place, size, hashes.map(decode)).equals(root)) fail('the entry is not in the tree that was signed');
  const entry = JSON.parse(leaf.toString());
  return { ...entry, commitments: undefined, ...textsOf(opened, entry.commitments), index: place, treeSize: size };
}

try {
  const [file, flag, vkey] = process.argv.slice(2);
  if (flag !== '--key' || !vkey) fail('usage: node check-proof.mjs <file> --key <vkey>');
  console.log(JSON.stringify(check(file, vkey), null, 2));
} catch (error) {
  console.error(`Not proven: ${error.message}`);
  process.exitCode = 1;
}
