import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';

/** The content of a YAML file, dates as text. An error says what is wrong, and where. */
export function readYaml(text: string): unknown {
  try {
    return load(text, { schema: CORE_SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { reason, mark } = error as { reason: string; mark?: { line: number; column: number } };
    throw new Error(mark ? `${reason} at line ${mark.line + 1}, column ${mark.column + 1}` : reason, { cause: error });
  }
}
