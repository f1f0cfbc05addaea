import type { Counted } from '../audit/audit.service';

/** The key under which findings are counted. */
export const FINDING_KEY = (status: string, severity: string) => `${status} ${severity}`;

/** Takes findings that were just deleted out of their tally. */
export function uncountFindings(tx: Counted, gone: readonly { status: string; severity: string }[]): void {
  for (const { status, severity } of gone) tx.count('finding', FINDING_KEY(status, severity), -1);
}
