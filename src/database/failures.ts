/**
 * The network; and of PostgreSQL's codes: connections (08), what it lacks (53, but for the disk), its stopping and
 * starting (57P), statements that it cancelled or that waited too long (57014, 55P03, 25P03, 25P04), conflicts that no
 * try could settle (40001, 40P01), and a server that became a standby (25006).
 */
const PASSING_CODE =
  /^(E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|08...|53[0234]00|57P0.|57014|55P03|25P0[34]|40001|40P01|25006)$/;
const PASSING_MESSAGE = /Connection terminated|Connection ended|timeout expired|Query read timeout|not queryable/;

/** Whether an error means that the database can't serve now, rather than that something is wrong. */
export function isDatabaseOutOfReach(error: unknown): boolean {
  return someCause(error, ({ name, code, message }) => {
    return PASSING_CODE.test(code ?? '') || name === 'KnexTimeoutError' || PASSING_MESSAGE.test(message);
  });
}

/** The server's disk, its quota or its largest file, and PostgreSQL's disk. A program that we ran only says so. */
const FULL = /\b(ENOSPC|EDQUOT|EFBIG|53100)\b/;

export function isDiskFull(error: unknown): boolean {
  return someCause(error, ({ code, message }) => FULL.test(code ?? '') || /\bENOSPC\b/.test(message));
}

function someCause(error: unknown, is: (error: Error & { code?: string }) => boolean): boolean {
  for (let one = error as Error | undefined; one; one = one.cause as Error | undefined) if (is(one)) return true;
  return false;
}
