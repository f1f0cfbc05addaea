import { assertPlain, DocumentFault, readJson } from '../platform/document-limits';
import { inNfc } from '../platform/nfc';
import { kindOf } from '../platform/text-kind';
import { readYaml } from '../platform/yaml';
import { badInput } from '../kernel/errors';

/** YAML takes long to read, and its values can't be counted before. */
const MAX_YAML = 4_194_304;

/** The content of a file as the field of an input; what no such file may be is refused. */
export function checkDocument<N extends string>(
  name: N,
  text: string,
  format: 'json' | 'yaml' = 'json',
  taken = 'JSON',
): Record<N, unknown> {
  const kind = kindOf(text);
  if (kind === 'XML' || (kind === 'YAML' && format === 'json')) throw badInput({ file: `is ${kind}; accepted here: ${taken}` });
  try {
    if (format === 'yaml' && text.length > MAX_YAML) throw new DocumentFault('is larger than 4 MiB, the limit for YAML; use JSON instead');
    const document = { [name]: format === 'yaml' ? readYaml(text) : readJson(text) } as Record<N, unknown>;
    assertPlain(document);
    return inNfc(document); // not the file: it may write é as two characters, one of them by an escape
  } catch (error) {
    if (error instanceof DocumentFault) throw badInput({ [error.place || 'file']: error.message });
    throw error;
  }
}
