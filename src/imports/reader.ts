import type { ErrorCode } from '../kernel/errors';

/**
 * Parses imported files of one kind before they reach the database. It doesn't depend on the server, so that it can also run in a
 * separate process: src/read-import.ts lists all of them by kind.
 */
export interface ImportReader<Input, Output> {
  readonly kind: string;
  read(input: Input): Output;
}

/** Sent to the process that reads an import. */
export interface Asked {
  kind: string;
  input: unknown;
}

/** An error in a file, in a form that can be passed between processes. */
interface ToldProblem {
  code: ErrorCode;
  message: string;
  extensions: Record<string, unknown>;
}

/** The process's reply. */
export type Answer = { read: unknown } | { problem: ToldProblem };
