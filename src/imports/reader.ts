import type { ErrorCode } from '../kernel/errors';

/**
 * What becomes of imported files of a kind before the database sees them. It knows nothing of the server, so that it also
 * runs in a process of its own: src/read-import.ts has all of them by their kind.
 */
export interface ImportReader<Input, Output> {
  readonly kind: string;
  read(input: Input): Output;
}

/** Passed to the process that reads an import. */
export interface Asked {
  kind: string;
  input: unknown;
}

/** A file's fault, as one process tells it to another. */
interface ToldProblem {
  code: ErrorCode;
  message: string;
  extensions: Record<string, unknown>;
}

/** And what comes back. */
export type Answer = { read: unknown } | { problem: ToldProblem };
