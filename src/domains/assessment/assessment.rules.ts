import { AWAITED } from '../vendor/overdue.rules';

/** The life cycle of an assessment. Pure: no database, no framework. */

export type Status = 'DRAFT' | 'SENT' | 'IN_PROGRESS' | 'SUBMITTED' | 'UNDER_REVIEW' | 'COMPLETED';

/**
 * What people read. SENT means it is waiting for the vendor, whether the link was e-mailed or has to be shared manually: without a
 * mail server, nothing was sent.
 */
export const STATUS_LABELS = {
  DRAFT: 'Draft',
  SENT: 'Awaiting vendor',
  IN_PROGRESS: 'In progress',
  SUBMITTED: 'Submitted',
  UNDER_REVIEW: 'Under review',
  COMPLETED: 'Completed',
} as const satisfies Record<Status, string>;

/** The events, the states they are allowed in, and the state they lead to. */
export const EVENTS = {
  send: { from: ['DRAFT'], to: 'SENT', verb: 'sent' },
  answer: { from: AWAITED, to: 'IN_PROGRESS', verb: 'answered' },
  submit: { from: AWAITED, to: 'SUBMITTED', verb: 'submitted' },
  startReview: { from: ['SUBMITTED'], to: 'UNDER_REVIEW', verb: 'reviewed' },
  decide: { from: ['SUBMITTED', 'UNDER_REVIEW'], to: 'UNDER_REVIEW', verb: 'decided on' },
  sendBack: { from: ['SUBMITTED', 'UNDER_REVIEW'], to: 'IN_PROGRESS', verb: 'sent back' },
  finalize: { from: ['UNDER_REVIEW'], to: 'COMPLETED', verb: 'finalized' },
} as const satisfies Record<string, { from: readonly Status[]; to: Status; verb: string }>;

export type AssessmentEvent = keyof typeof EVENTS;

/** The status after the event; undefined if it isn't allowed. */
export function nextStatus(status: Status, event: AssessmentEvent): Status | undefined {
  const { from, to } = EVENTS[event];
  return (from as readonly Status[]).includes(status) ? to : undefined;
}

/** Answers can be changed while the vendor works on them. */
export function isEditable(status: Status): boolean {
  return nextStatus(status, 'answer') !== undefined;
}

const MONTHS = { NONE: 0, QUARTERLY: 3, BIANNUALLY: 6, ANNUALLY: 12 } as const;

/** When the next in a series is due: this many months later, or on the last day of a shorter month. */
export function nextDue(from: Date, recurrence: keyof typeof MONTHS): Date | null {
  if (MONTHS[recurrence] === 0) return null;
  const next = new Date(from);
  next.setUTCDate(1);
  next.setUTCMonth(next.getUTCMonth() + MONTHS[recurrence]);
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return next;
}
