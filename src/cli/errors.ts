import { CommanderError } from 'commander';
import { Problem } from '../kernel/errors';
import { isDatabaseOutOfReach } from '../database/failures';

const FAILED = 1;
const WRONG_USE = 2;

/** One line that tells what is wrong; with LOG_LEVEL=debug, where it comes from, too. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (/^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '')) return error.stack ?? error.message;
  if (error instanceof Problem || !isDatabaseOutOfReach(error)) return error.message;
  return `The database is unreachable (${messageOf(error)}): check that it is running, and check DATABASE_URL`;
}

/** Node's error about several addresses has its messages inside. */
function messageOf(error: Error): string {
  const errors = error instanceof AggregateError ? (error.errors as Error[]) : [error];
  return errors.map(({ message }) => message).join(', ');
}

/** 0: done, or help was asked for. 2: the command line can't be used as it is. 1: anything else. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USE;
  return error instanceof Problem && error.code === 'BAD_USER_INPUT' ? WRONG_USE : FAILED;
}
