import { Text } from '@mantine/core';
import { useMoment } from '../api/moment';
import { date, NONE, relativeDay } from './format';

interface DueDayProps {
  /** 2026-11-15 */
  day: string | null;
  isOverdue?: boolean;
  /** Says the date as well where it tells how far away it is. */
  withDate?: boolean;
}

/** A day as people say it: tomorrow, in 5 days; the element carries the date. What is overdue says so. */
export function DueDay({ day, isOverdue = false, withDate = false }: DueDayProps) {
  const moment = useMoment();
  if (!day) return NONE;
  const words = relativeDay(day, moment === undefined ? Date.now() : Date.parse(moment));
  return (
    <>
      <time dateTime={day} title={date(day)} style={{ whiteSpace: 'nowrap' }}>
        {withDate && words !== date(day) ? `${words}, ${date(day)}` : words}
      </time>
      {isOverdue && (
        <Text span inherit c="var(--mantine-color-error)">
          {' '}
          (overdue)
        </Text>
      )}
    </>
  );
}
