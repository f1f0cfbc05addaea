import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto';

/** Signed notes as c2sp.org/signed-note has them, by Ed25519, and the cosignatures of witnesses (c2sp.org/tlog-cosignature). */
export interface Verifier {
  name: string;
  keyId: string;
  /** The key as text, which can be given to anyone. */
  vkey: string;
  /** Whether it is a witness's, whose signatures say when they were made. */
  isCosigner: boolean;
  /** Whether the signature over the text is this key's. */
  verifies(text: string, signature: Buffer): boolean;
}

export interface Signer extends Verifier {
  /** The secret as text: Go's form. */
  skey: string;
  sign(text: string): Buffer;
}

/** A line below a note. */
export interface Signature {
  name: string;
  keyId: string;
  signature: Buffer;
}

export interface Note {
  text: string;
  signatures: Signature[];
}

const ED25519 = 0x01;
const COSIGNATURE = 0x04;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** What stands before the key itself in DER. */
const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex');

const MAX_NOTE = 100_000;
const MAX_SIGNATURES = 100;

/** Names hold neither spaces nor plus signs: both separate. */
export function isKeyName(name: string): boolean {
  return name !== '' && name.length <= 200 && name.isWellFormed() && !/[\s+\u0085\p{Cc}]/u.test(name);
}

/** Reads `<name>+<key id>+<base64 of type and key>`. */
export function parseVerifier(vkey: string): Verifier {
  const { name, keyId, type, key } = readKey(vkey.split('+'), vkey);
  if (key.length !== KEY_BYTES) throw new Error('The key must have 32 bytes');
  if (keyIdOf(name, type, key) !== keyId) throw new Error('The key id does not belong to the name and the key');
  const publicKey = createPublicKey({ key: Buffer.concat([PUBLIC_DER, key]), format: 'der', type: 'spki' });
  const isCosigner = type === COSIGNATURE;
  const isRight = isCosigner ? isCosigned : isSigned;
  if (isCosigner || type === ED25519)
    return { name, keyId, vkey, isCosigner, verifies: (text, signature) => isRight(publicKey, text, signature) };
  throw new Error('The key must be an Ed25519 key (type 1) or that of an Ed25519 cosigner (type 4)');
}

/** Reads `PRIVATE+KEY+<name>+<key id>+<base64 of type and seed>`. */
export function parseSigner(skey: string): Signer {
  const [first, second, ...parts] = skey.split('+');
  if (first !== 'PRIVATE' || second !== 'KEY') throw new Error('A signing key begins with PRIVATE+KEY+');
  const { name, keyId, type, key: seed } = readKey(parts, skey);
  if (type !== ED25519 || seed.length !== KEY_BYTES) throw new Error('The signing key must be an Ed25519 key (type 1) of 32 bytes');
  const signer = signerOf(name, seed);
  if (signer.keyId !== keyId) throw new Error('The key id does not belong to the name and the key');
  return signer;
}

export function createSigner(name: string): Signer {
  if (!isKeyName(name)) throw new Error(`${JSON.stringify(name)} can't be the name of a key: it may hold neither spaces nor plus signs`);
  return signerOf(name, randomBytes(KEY_BYTES));
}

/** When a cosignature says that it was made. */
export function cosignedAt({ signature }: Signature): Date {
  return new Date(Number(signature.readBigUInt64BE()) * 1000);
}

/** Writes the note with the signatures below it. */
export function writeNote({ text, signatures }: Note): string {
  return `${text}\n${signatures.map(signatureLine).join('')}`;
}

/** Signs a text, which ends with a newline. */
export function signNote(text: string, signer: Signer): Note {
  return { text, signatures: [{ name: signer.name, keyId: signer.keyId, signature: signer.sign(text) }] };
}

/** Reads a note; whose signatures it has, and whether they are right, is another question. */
export function readNote(note: string): Note {
  if (note.length > MAX_NOTE) throw new Error('The note is too long');
  if (!note.isWellFormed() || /[\0-\x09\x0b-\x1f]/.test(note)) throw new Error('The note holds characters that no note may hold');
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n')) throw new Error('The note has no signature');
  return { text: note.slice(0, split + 1), signatures: readSignatures(note.slice(split + 2)) };
}

/** Reads lines of signatures, each with its newline. */
export function readSignatures(lines: string): Signature[] {
  const found = lines.split('\n').slice(0, -1);
  if (found.length === 0 || found.length > MAX_SIGNATURES || !lines.endsWith('\n'))
    throw new Error('The note has no signature, or too many');
  return found.map((line) => {
    const [, name = '', encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = decode(encoded);
    if (!isKeyName(name) || !bytes || bytes.length < 5) throw new Error('The note has a line that is no signature');
    return { name, keyId: bytes.subarray(0, 4).toString('hex'), signature: bytes.subarray(4) };
  });
}

/** The signature of the key on the note, if it has one that is right; a wrong one spoils the note. */
export function signatureOf({ text, signatures }: Note, verifier: Verifier): Signature | undefined {
  const own = signatures.filter(({ name, keyId }) => name === verifier.name && keyId === verifier.keyId);
  if (own.some(({ signature }) => !verifier.verifies(text, signature))) throw new Error(`The signature of ${verifier.name} is wrong`);
  return own[0];
}

/** Standard base64 with nothing left out; undefined if it is anything else. */
export function decode(base64: string): Buffer | undefined {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : undefined;
}

function signerOf(name: string, seed: Buffer): Signer {
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_DER, seed]), format: 'der', type: 'pkcs8' });
  const key = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_DER.length);
  const verifier = parseVerifier(keyText(name, ED25519, key));
  const encodedSeed = Buffer.concat([Buffer.from([ED25519]), seed]).toString('base64');
  return {
    ...verifier,
    skey: `PRIVATE+KEY+${name}+${verifier.keyId}+${encodedSeed}`,
    sign: (text) => sign(null, Buffer.from(text), privateKey),
  };
}

function readKey(parts: string[], whole: string): { name: string; keyId: string; type: number; key: Buffer } {
  // Base64 may hold plus signs of its own.
  const [name = '', keyId = '', ...rest] = parts;
  const bytes = decode(rest.join('+'));
  if (whole.length > 1000 || !isKeyName(name) || !/^[0-9a-f]{8}$/.test(keyId) || !bytes || bytes.length < 2) {
    throw new Error('A key is written as <name>+<key id of 8 hexadecimal digits>+<base64>');
  }
  return { name, keyId, type: bytes[0]!, key: bytes.subarray(1) };
}

function keyText(name: string, type: number, key: Buffer): string {
  return `${name}+${keyIdOf(name, type, key)}+${Buffer.concat([Buffer.from([type]), key]).toString('base64')}`;
}

function keyIdOf(name: string, type: number, key: Buffer): string {
  const hash = createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.from([type]))
    .update(key)
    .digest();
  return hash.subarray(0, 4).toString('hex');
}

function isSigned(key: KeyObject, text: string, signature: Buffer): boolean {
  return signature.length === SIGNATURE_BYTES && verify(null, Buffer.from(text), key, signature);
}

/** A cosignature begins with its time, and covers it. */
function isCosigned(key: KeyObject, text: string, signature: Buffer): boolean {
  if (signature.length !== 8 + SIGNATURE_BYTES) return false;
  return isSigned(key, `cosignature/v1\ntime ${signature.readBigUInt64BE()}\n${text}`, signature.subarray(8));
}

/** The line of a signature, with its newline. */
export function signatureLine({ name, keyId, signature }: Signature): string {
  return `— ${name} ${Buffer.concat([Buffer.from(keyId, 'hex'), signature]).toString('base64')}\n`;
}
