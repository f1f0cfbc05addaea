import { z } from 'zod';
import { checkRows, checkTable } from '../../graphql/csv-input';
import { checkDocument } from '../../graphql/document-input';
import { checkText } from '../../graphql/text-input';
import { check } from '../../kernel/validate';
import { CONTROLS_CSV, controlRows, frameworkDetails, type FrameworkDocument, frameworkFile } from './framework.rules';
import type { ImportReader } from '../../imports/reader';

/** A framework file. Name, version and description are for CSV, which doesn't contain them. */
export interface FrameworkSource {
  format: 'json' | 'yaml' | 'csv';
  content: string | Uint8Array;
  name?: string;
  version?: string | null;
  description?: string | null;
}

/** A framework to be written: its controls stay JSON, which only the database parses. */
export type ReadFramework = Omit<FrameworkDocument, 'controls'> & {
  controlCount: number;
  /** As JSON. */
  controls: string;
};

export function readFramework({ format, content, ...details }: FrameworkSource): ReadFramework {
  const text = typeof content === 'string' ? content : checkText(content, TAKEN[format]);
  return asRead(format === 'csv' ? readTable(text, details) : readDocument(text, format));
}

export const asRead = ({ controls, ...details }: FrameworkDocument): ReadFramework => ({
  ...details,
  controlCount: controls.length,
  controls: JSON.stringify(controls),
});

function readTable(csv: string, given: object): FrameworkDocument {
  const details = check(frameworkDetails, given);
  return { ...details, controls: checkRows(controlRows, checkTable(csv, CONTROLS_CSV).rows) };
}

/** The accepted formats, for messages. */
export const FRAMEWORK_FILES = 'JSON (our own form, or an OSCAL catalog), or CSV in a file whose name ends in .csv';
const TAKEN = { json: FRAMEWORK_FILES, yaml: 'YAML', csv: 'CSV' };

export const frameworkInput = z.object({ framework: frameworkFile });

function readDocument(text: string, format: 'json' | 'yaml'): FrameworkDocument {
  return check(frameworkInput, checkDocument('framework', text, format, TAKEN[format])).framework;
}

export const frameworkReader: ImportReader<FrameworkSource, ReadFramework> = { kind: 'framework', read: readFramework };
