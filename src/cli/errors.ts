import { Problem } from '../kernel/errors';
import { isDatabaseOutOfReach } from '../database/failures';

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

/** Whether the command line is invalid. */
export function isWrongUse(error: unknown): boolean {
  return error instanceof Problem && error.code === 'BAD_USER_INPUT';
}
