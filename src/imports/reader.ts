import { buffer } from 'node:stream/consumers';
import { deserialize, serialize } from 'node:v8';
import { badInput, Problem } from '../graphql/errors';
import { type Readers, READERS } from './readers';

/** A process of its own that reads one import: what is asked comes by standard input, the answer goes by standard output. */

export interface Asked<K extends keyof Readers = keyof Readers> {
  kind: K;
  input: Parameters<Readers[K]>[0];
}

export type Answer<K extends keyof Readers = keyof Readers> =
  { read: ReturnType<Readers[K]> } | { problem: Pick<Problem, 'code' | 'message' | 'extensions'> };

function answer({ kind, input }: Asked): Answer {
  try {
    return { read: (READERS[kind] as (given: unknown) => ReturnType<Readers[typeof kind]>)(input) };
  } catch (error) {
    const { code, message, extensions } = problemOf(error);
    return { problem: { code, message, extensions } };
  }
}

/** A text or list longer than the language can hold is the file's fault. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof RangeError) return badInput({ file: 'is too large to read' });
  throw error;
}

void buffer(process.stdin).then((asked) => process.stdout.end(serialize(answer(deserialize(asked) as Asked))));
