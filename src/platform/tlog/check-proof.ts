import { hash } from 'node:crypto';
import { canonicalJson } from '../canonical-json';
import { readTreeHead } from './checkpoint';
import { leafHash, rootByInclusion } from './merkle';
import { decode, parseVerifier, readNote, signatureOf } from './note';
import { readProof } from './proof-file';

/** A text with the salt by which a leaf commits to it. */
export interface Opened {
  salt: string;
  text: unknown;
}

/** What a proof carries besides the formats: the leaf itself, and what it commits to. */
export interface ProofExtra {
  leaf: string;
  opened: Record<string, Opened>;
}

export interface CheckedProof {
  index: number;
  treeSize: number;
  leaf: Record<string, unknown>;
  texts: Record<string, unknown>;
}

/** base64 of SHA-256(salt ‖ text); a string is hashed as it is, anything else as its canonical JSON. */
export function commitmentTo(salt: Buffer, value: unknown): string {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return hash('sha256', Buffer.concat([salt, Buffer.from(text)]), 'base64');
}

/** Checks that the entry is in the tree that the key signed, and that what is opened is what it says. Throws what is wrong. */
export function checkProof(file: string, vkey: string): CheckedProof {
  const verifier = parseVerifier(vkey);
  const { extra, index, hashes, checkpoint } = readProof(file);
  const note = readNote(checkpoint);
  if (!signatureOf(note, verifier)) throw new Error(`The checkpoint is not signed by ${verifier.name}+${verifier.keyId}`);
  const { origin, size, root } = readTreeHead(note.text);
  if (origin !== verifier.name) throw new Error(`The checkpoint is of another log: ${origin}`);
  const { leaf, opened } = readExtra(extra);
  if (!rootByInclusion(index, size, leafHash(leaf), hashes)?.equals(root)) throw new Error('The entry is not in the tree that was signed');
  const entry = JSON.parse(leaf.toString()) as Record<string, unknown>;
  const commitments = (entry['commitments'] ?? {}) as Record<string, string>;
  for (const [name, { salt, text }] of Object.entries(opened)) {
    const bytes = decode(salt);
    if (bytes?.length !== 32 || commitmentTo(bytes, text) !== commitments[name]) throw new Error(`${name} is not what the entry says`);
  }
  const texts = Object.fromEntries(Object.entries(opened).map(([name, { text }]) => [name, text]));
  return { index, treeSize: size, leaf: entry, texts };
}

function readExtra(extra: Buffer | undefined): { leaf: Buffer; opened: Record<string, Opened> } {
  try {
    const { leaf, opened = {} } = JSON.parse(extra!.toString()) as Partial<ProofExtra>;
    if (Object.values(opened).some(({ salt }) => typeof salt !== 'string')) throw new Error();
    return { leaf: decode(leaf!)!, opened };
  } catch {
    throw new Error('The proof does not carry the entry');
  }
}
