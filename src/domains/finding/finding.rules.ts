/** When a finding is overdue, when closing it needs a note, and what its status is called. Pure: no database, no framework. */

export const FINDING_STATUS_LABELS = { OPEN: 'Open', REMEDIATED: 'Remediated', RISK_ACCEPTED: 'Risk accepted' } as const;

/** Open, and due before today (UTC). Both days as YYYY-MM-DD. */
export function isOverdue({ status, dueOn }: { status: string; dueOn: string | null }, today: string): boolean {
  return status === 'OPEN' && dueOn !== null && dueOn < today;
}

/** Whoever says that a grave gap is closed says how. */
export function needsNote({ status, severity }: { status: string; severity: string }): boolean {
  return status === 'REMEDIATED' && (severity === 'CRITICAL' || severity === 'HIGH');
}
