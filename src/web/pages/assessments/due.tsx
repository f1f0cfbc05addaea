import { Text } from '@mantine/core';
import { DateText } from '../../components/date-text';

/** When the answers are due, and whether that is past. */
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
