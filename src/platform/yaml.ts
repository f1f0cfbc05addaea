import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { DocumentFault } from './document-limits';

/** The content of a YAML file, dates as text. An error says what is wrong, and where. */
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

/** A reason repeats the word that is wrong, however long it is. */
const LONGEST = 200;
const short = (reason: string) => (reason.length > LONGEST ? `${reason.slice(0, LONGEST)}…` : reason);
