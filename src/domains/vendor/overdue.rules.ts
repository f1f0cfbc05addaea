/** When a vendor's answers are overdue. Defined here because vendors are also filtered by it. Pure: no database, no framework. */

/** The statuses in which the vendor has the assessment and can change the answers. */
export const AWAITED = ['SENT', 'IN_PROGRESS'] as const;

/** Overdue is computed: the due date has passed while the vendor still has it. */
export function isOverdue({ status, dueDate }: { status: string; dueDate: string | null }, now: number): boolean {
  return dueDate !== null && (AWAITED as readonly string[]).includes(status) && Date.parse(dueDate) < now;
}
