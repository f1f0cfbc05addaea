import { type Hash } from './merkle';
import { decode } from './note';

/** A proof that an entry is in a log, as c2sp.org/tlog-proof has it. */
export interface ProofFile {
  /** What the application adds, here what the entry says; nothing vouches for it. */
  extra?: Buffer;
  index: number;
  hashes: Hash[];
  /** The signed note, word for word. */
  checkpoint: string;
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
const MAX_HASHES = 63;

export function writeProof({ extra, index, hashes, checkpoint }: ProofFile): string {
  const lines = [FIRST_LINE, ...(extra ? [`extra ${extra.toString('base64')}`] : []), `index ${index}`];
  return [...lines, ...hashes.map((hash) => hash.toString('base64')), '', checkpoint].join('\n');
}

export function readProof(text: string): ProofFile {
  const end = text.indexOf('\n\n');
  const [first, ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  if (first !== FIRST_LINE) throw new Error(`The file is no proof: its first line isn't ${FIRST_LINE}`);
  const extra = lines[0]?.startsWith('extra ') ? decode(lines.shift()!.slice('extra '.length)) : undefined;
  const index = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? '')?.[1];
  if (index === undefined) throw new Error('The proof does not say which entry it is about');
  const hashes = lines.map((line) => decode(line));
  if (hashes.length > MAX_HASHES || !hashes.every((hash): hash is Hash => hash?.length === 32)) {
    throw new Error('The proof holds a line that is no hash');
  }
  return { extra, index: Number(index), hashes, checkpoint: text.slice(end + 2) };
}
