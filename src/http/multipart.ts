import busboy, { type Busboy } from 'busboy';
import type { Request } from 'express';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { badInput, Problem } from '../kernel/errors';
import { inNfc, nfc } from '../platform/nfc';
import { refuseCompressed } from './body';
import { httpProblem } from './errors';
import { pipeGathered } from './gather';

export type FormFields = ReadonlyMap<string, string>;

/** Receives the content of the file while it arrives. It sees only the fields sent before the file. */
export type TakeFile = (file: { name: string; content: Readable }, fields: FormFields) => Promise<void>;

const LIMITS = { files: 1, fields: 20, fieldSize: 4_096, fieldNameSize: 100, headerPairs: 20 };

/**
 * Reads a form with at most one file. On failure, nothing uses the file any more. If it isn't a form, the error says what is
 * accepted.
 */
export async function readForm(req: Request, take: TakeFile, taken?: string): Promise<FormFields> {
  const parser = parserOf(req, taken);
  const fields = new Map<string, string>();
  let taking: Promise<void> | undefined;
  let refusal: unknown;

  parser.on('field', (name, value, { valueTruncated }) => {
    if (valueTruncated) return void parser.destroy(badInput({ [name]: `is longer than ${LIMITS.fieldSize} bytes` }));
    if (!isText(value)) return void parser.destroy(badInput({ [name]: 'is not valid UTF-8' }));
    fields.set(name, inNfc({ [name]: value })[name]!); // with its name: passwords must stay as typed
  });
  parser.on('file', (_field, content, { filename }) => {
    content.on('error', () => undefined); // its consumer gets the error; without one, it doesn't matter
    if (!isText(filename ?? '')) return void parser.destroy(badInput({ file: 'has a name that is not valid UTF-8' }));
    taking = take({ name: nfc(filename ?? ''), content }, fields);
    taking.catch((error: unknown) => {
      if (!parser.errored) refusal = error;
      parser.destroy(error as Error);
    });
  });
  parser.on('filesLimit', () => parser.destroy(badInput({ file: 'is sent twice; send one file per request' })));
  parser.on('fieldsLimit', () => parser.destroy(badInput({ '': `The form has more than ${LIMITS.fields} fields` })));
  req.once('close', () => req.complete || parser.destroy(new Error('the caller disconnected')));
  const piping = pipeGathered(req, parser);
  try {
    await finished(parser);
  } catch (error) {
    const cause = refusal ?? (error instanceof Problem ? error : unreadable());
    piping.stop();
    parser.destroy();
    await taking?.catch(() => undefined);
    throw cause;
  }
  await taking;
  return fields;
}

/** The parser replaces invalid bytes with �, and returns undefined for an unknown character set. */
function isText(value: string | undefined): boolean {
  return value !== undefined && !value.includes('\ufffd');
}

function parserOf(req: Request, taken?: string): Busboy {
  refuseCompressed(req);
  if (!req.is('multipart/form-data')) {
    const form = 'Send the file as multipart/form-data, in the field "file"';
    throw httpProblem(415, taken ? `${form}; accepted here: ${taken}` : form);
  }
  try {
    return busboy({ headers: req.headers, limits: LIMITS, defParamCharset: 'utf8' });
  } catch {
    throw unreadable();
  }
}

const unreadable = () => httpProblem(400, 'The form is incomplete or not valid multipart/form-data');
