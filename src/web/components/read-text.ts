import { decodeText, NOT_TEXT } from '../../platform/text-file';
import type { Fault } from './fault-list';

/** The text of a file, decoded as on the server; undefined if it can't be decoded. */
export async function readText(file: File): Promise<string | undefined> {
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}

export const UNREADABLE: Fault = { message: `it ${NOT_TEXT}` };
