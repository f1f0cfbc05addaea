import { decodeText, NOT_TEXT } from '../platform/text-file';
import { badInput } from '../kernel/errors';

/** The text of a file that was sent. */
export function checkText(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text === undefined) throw badInput({ file: NOT_TEXT });
  return text;
}
