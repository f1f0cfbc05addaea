import { assertPlain, DocumentFault, NotJson, readJson } from '../platform/document-limits';
import { inNfc } from '../platform/nfc';
import { kindOf } from '../platform/text-kind';
import { readYaml } from '../platform/yaml';
import { badInput } from '../kernel/errors';

/** YAML takes long to read, and its values can't be counted before. */
const MAX_YAML = 4_194_304;

/** Refuses the text of a file where its content is asked for. */
export function assertNotText(name: string, value: unknown, taken: string): void {
  if (typeof value !== 'string') return;
  const kind = kindOf(value);
  throw badInput({ [name]: `is ${kind ? `${kind} in a string` : 'a string'}; accepted here: ${taken}` });
}

/** The content of a file as the field of an input; what no such file may be is refused. */
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
    return inNfc(document); // not the file: it may write é as two characters, one of them by an escape
  } catch (error) {
    if (error instanceof NotJson && !kind) throw badInput({ file: `is ${text.trim() ? 'not JSON' : 'empty'}; accepted here: ${taken}` });
    if (error instanceof DocumentFault) throw badInput({ [error.place || 'file']: error.message });
    throw error;
  }
}
