import { Text } from '@mantine/core';
import { DateText } from '../../components/date-text';

/** The due date, and whether it has passed. */
export function Due({ dueDate, isOverdue }: { dueDate: string | null; isOverdue: boolean }) {
  return (
    <>
      <DateText value={dueDate} />
      {isOverdue && (
        <Text span inherit c="var(--mantine-color-error)">
          {' '}
          (overdue)
        </Text>
      )}
    </>
  );
}
