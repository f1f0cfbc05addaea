import { assertPlain, DocumentFault, readJson } from '../platform/document-limits';
import { readYaml } from '../platform/yaml';
import { badInput } from './errors';

/** The content of a file as the field of an input; what no such file may be is refused. */
export function checkDocument<N extends string>(name: N, text: string, format: 'json' | 'yaml' = 'json'): Record<N, unknown> {
  try {
    const document = { [name]: format === 'yaml' ? readYaml(text) : readJson(text) } as Record<N, unknown>;
    assertPlain(document);
    return document;
  } catch (error) {
    if (error instanceof DocumentFault) throw badInput({ [error.place || 'file']: error.message });
    throw error;
  }
}
