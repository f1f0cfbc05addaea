/**
 * Network errors, and these PostgreSQL codes: connections (08), insufficient resources (53, except disk full), shutdown and
 * startup (57P), statements cancelled or timed out (57014, 55P03, 25P03, 25P04), conflicts that retries couldn't resolve (40001,
 * 40P01), and a server that became a standby (25006).
 */
const PASSING_CODE =
  /^(E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|08...|53[0234]00|57P0.|57014|55P03|25P0[34]|40001|40P01|25006)$/;
/** The last is of a database that an administrator has closed for a while; its code, 55000, has other meanings as well. */
const PASSING_MESSAGE =
  /Connection terminated|Connection ended|timeout expired|Query read timeout|not queryable|not currently accepting connections/;

/** Whether an error means that the database is unavailable, rather than that something is wrong. */
export function isDatabaseOutOfReach(error: unknown): boolean {
  return someCause(error, ({ name, code, message }) => {
    return PASSING_CODE.test(code ?? '') || name === 'KnexTimeoutError' || PASSING_MESSAGE.test(message);
  });
}

/** Whether it is about one statement: others may run. */
export function isStatementGivenUp(error: unknown): boolean {
  return someCause(error, ({ code }) => /^(57014|55P03|25P0[34]|40001|40P01)$/.test(code ?? ''));
}

/** A full disk, quota or file size limit, ours or PostgreSQL's. Programs that we run report it only in their output. */
const FULL = /\b(ENOSPC|EDQUOT|EFBIG|53100)\b/;

export function isDiskFull(error: unknown): boolean {
  return someCause(error, ({ code, message }) => FULL.test(code ?? '') || /\bENOSPC\b/.test(message));
}

function someCause(error: unknown, is: (error: Error & { code?: string }) => boolean): boolean {
  for (let one = error as Error | undefined; one; one = one.cause as Error | undefined) if (is(one)) return true;
  return false;
}
