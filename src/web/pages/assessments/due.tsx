import { Text } from '@mantine/core';
import { RelativeDate } from '../../components/relative-date';

/** The due date, and whether it has passed. */
export function Due({ dueDate, isOverdue }: { dueDate: string | null; isOverdue: boolean }) {
  return (
    <>
      <RelativeDate value={dueDate} />
      {isOverdue && (
        <Text span inherit c="var(--mantine-color-error)">
          {' '}
          (overdue)
        </Text>
      )}
    </>
  );
}
