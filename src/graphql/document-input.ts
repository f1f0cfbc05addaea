import { assertPlain, DocumentFault, NotJson, readJson } from '../platform/document-limits';
import { inNfc } from '../platform/nfc';
import { kindOf } from '../platform/text-kind';
import { readYaml } from '../platform/yaml';
import { badInput } from '../kernel/errors';

/** YAML takes long to parse, and its values can't be counted beforehand. */
const MAX_YAML = 4_194_304;

/** Rejects a file's text where its parsed content is expected. */
export function assertNotText(name: string, value: unknown, taken: string): void {
  if (typeof value !== 'string') return;
  const kind = kindOf(value);
  throw badInput({ [name]: `is ${kind ? `${kind} in a string` : 'a string'}; accepted here: ${taken}` });
}

/** The parsed content of a file as a field of an input; rejects what can't be such a file. */
export function checkDocument<N extends string>(
  name: N,
  text: string,
  format: 'json' | 'yaml' = 'json',
  taken = 'JSON',
): Record<N, unknown> {
  const kind = kindOf(text);
  const isTaken = kind === undefined || kind === 'JSON' || (kind === 'YAML' && format === 'yaml');
  if (!isTaken) throw badInput({ file: `is ${kind}; accepted here: ${taken}` });
  try {
    if (format === 'yaml' && text.length > MAX_YAML) throw new DocumentFault('is larger than 4 MiB, the limit for YAML; use JSON instead');
    const document = { [name]: format === 'yaml' ? readYaml(text) : readJson(text) } as Record<N, unknown>;
    assertPlain(document);
    return inNfc(document); // after parsing: escapes in the file may combine to é as well
  } catch (error) {
    if (error instanceof NotJson && !kind) throw badInput({ file: `is ${text.trim() ? 'not JSON' : 'empty'}; accepted here: ${taken}` });
    if (error instanceof DocumentFault) throw badInput({ [error.place || 'file']: error.message });
    throw error;
  }
}
