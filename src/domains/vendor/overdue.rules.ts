/** When the answers of a vendor are overdue. Here, because vendors are found by it, too. Pure: no database, no framework. */

/** The states of an assessment in which the vendor has it, and can change the answers. */
export const AWAITED = ['SENT', 'IN_PROGRESS'] as const;

/** Overdue is computed: the due date has passed while the vendor still has it. */
export function isOverdue({ status, dueDate }: { status: string; dueDate: string | null }, now: number): boolean {
  return dueDate !== null && (AWAITED as readonly string[]).includes(status) && Date.parse(dueDate) < now;
}
