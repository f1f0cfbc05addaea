import { CommanderError } from 'commander';
import { Problem } from '../kernel/errors';
import { isDatabaseOutOfReach } from '../database/failures';

const FAILED = 1;
const WRONG_USE = 2;

/** One line that says what is wrong; with LOG_LEVEL=debug, also where it comes from. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (/^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '')) return error.stack ?? error.message;
  if (error instanceof Problem || !isDatabaseOutOfReach(error)) return error.message;
  return `The database is unreachable (${messageOf(error)}): check that it is running, and check DATABASE_URL`;
}

/** Node's error for several addresses carries its messages inside. */
function messageOf(error: Error): string {
  const errors = error instanceof AggregateError ? (error.errors as Error[]) : [error];
  return errors.map(({ message }) => message).join(', ');
}

/** 0: done, or help was requested. 2: the command line is invalid. 1: anything else. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USE;
  return error instanceof Problem && error.code === 'BAD_USER_INPUT' ? WRONG_USE : FAILED;
}
