import { buffer } from 'node:stream/consumers';
import { deserialize, serialize } from 'node:v8';
import { relationsReader } from './domains/framework/crosswalk.reader';
import { frameworkReader } from './domains/framework/framework.reader';
import { templateReader } from './domains/template/template.reader';
import { vendorsReader } from './domains/portfolio/vendor-import.reader';
import type { Answer, Asked, ImportReader } from './imports/reader';
import { badInput, Problem } from './kernel/errors';

/** A separate process that reads one import: the request comes on standard input, the result goes to standard output. */

const READERS = [frameworkReader, relationsReader, templateReader, vendorsReader] as ImportReader<unknown, unknown>[];

function answer({ kind, input }: Asked): Answer {
  try {
    return { read: READERS.find((reader) => reader.kind === kind)!.read(input) };
  } catch (error) {
    const { code, message, extensions } = problemOf(error);
    return { problem: { code, message, extensions } };
  }
}

/** A text or list that exceeds JavaScript's limits is the file's fault. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof RangeError) return badInput({ file: 'is too large to read' });
  throw error;
}

void buffer(process.stdin).then((asked) => process.stdout.end(serialize(answer(deserialize(asked) as Asked))));
