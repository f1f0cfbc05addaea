import type { Hash } from './merkle';
import { decode } from './note';

/** What a log says of its tree, as c2sp.org/tlog-checkpoint has it: the text of a signed note. */
export interface TreeHead {
  origin: string;
  size: number;
  root: Hash;
}

export function writeTreeHead({ origin, size, root }: TreeHead): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`;
}

export function readTreeHead(text: string): TreeHead {
  const [origin = '', size = '', encodedRoot = ''] = text.split('\n');
  const root = decode(encodedRoot);
  if (origin === '' || !/^(0|[1-9]\d{0,15})$/.test(size) || root?.length !== 32) throw new Error('The note is no checkpoint of a log');
  return { origin, size: Number(size), root };
}
