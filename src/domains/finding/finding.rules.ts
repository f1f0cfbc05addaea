/** When a finding is overdue, and when closing it needs a note. Pure: no database, no framework. */

/** Open, and due before today (UTC). Both days as YYYY-MM-DD. */
export function isOverdue({ status, dueOn }: { status: string; dueOn: string | null }, today: string): boolean {
  return status === 'OPEN' && dueOn !== null && dueOn < today;
}

/** Whoever says that a grave gap is closed says how. */
export function needsNote({ status, severity }: { status: string; severity: string }): boolean {
  return status === 'REMEDIATED' && (severity === 'CRITICAL' || severity === 'HIGH');
}
