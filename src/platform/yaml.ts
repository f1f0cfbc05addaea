import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { DocumentFault } from './document-limits';

/** The content of a YAML file, with dates as text. Errors say what is wrong, and where. */
export function readYaml(text: string): unknown {
  try {
    return load(text, { schema: CORE_SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { reason, mark } = error as { reason: string; mark?: { line: number; column: number } };
    const fault = short(reason);
    throw new DocumentFault(mark ? `${fault} at line ${mark.line + 1}, column ${mark.column + 1}` : fault);
  }
}

/** Messages quote the invalid word, however long it is. */
const LONGEST = 200;
const short = (reason: string) => (reason.length > LONGEST ? `${reason.slice(0, LONGEST)}…` : reason);
