import { decodeText, NOT_TEXT } from '../platform/text-file';
import { fileKindOf } from '../platform/text-kind';
import { badInput } from '../kernel/errors';

/** The text of an uploaded file. */
export function checkText(bytes: Uint8Array, taken: string): string {
  const text = decodeText(bytes);
  if (text !== undefined) return text;
  const kind = fileKindOf(bytes);
  throw badInput({ file: `${kind ? `is ${kind}` : NOT_TEXT}; accepted here: ${taken}` });
}
