import { AWAITED } from '../vendor/overdue.rules';
import { EVENTS } from './assessment.rules';

/** Since when an assessment is where it is. Pure: no database, no framework. */

interface Standing {
  status: string;
  sentAt: string | null;
  sentBackAt: string | null;
  submittedAt: string | null;
}

/** The statuses in which a reviewer has it. */
const WITH_US = EVENTS.decide.from;

const isIn = (statuses: readonly string[], status: string) => statuses.includes(status);

/** The vendor has it since it was sent or sent back, we have it since it was submitted; else null. */
export function waitingSince({ status, sentAt, sentBackAt, submittedAt }: Standing): string | null {
  if (isIn(AWAITED, status)) return sentBackAt ?? sentAt;
  return isIn(WITH_US, status) ? submittedAt : null;
}

const listed = (statuses: readonly string[]) => statuses.map((status) => `'${status}'`).join(', ');

/** The same in SQL, as text because an index contains it; those that wait for nobody come last. */
export const WAITING_SINCE =
  `coalesce(case when status in (${listed(AWAITED)}) then coalesce(sent_back_at, sent_at) ` +
  `when status in (${listed(WITH_US)}) then submitted_at end, '9999-12-31T00:00:00Z'::timestamptz)`;
