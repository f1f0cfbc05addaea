import { createContext } from 'react';
import { useMoment } from '../api/moment';
import { DueDay } from './due-day';
import { ago, dateTime, NONE, relativeDay } from './format';

/** Within a list, `DateText` shows days as `RelativeDate` does. */
export const RelativeDates = createContext(false);

/** When something was or will be, as people say it: 3 hours ago, in 5 days; the element carries the exact value. */
export function RelativeDate({ value }: { value: string | null | undefined }) {
  const moment = useMoment();
  if (!value) return NONE;
  if (!value.includes('T')) return <DueDay day={value} />;
  const now = moment === undefined ? Date.now() : Date.parse(moment);
  return (
    <time dateTime={value} title={dateTime(value)} style={{ whiteSpace: 'nowrap' }}>
      {Date.parse(value) <= now ? ago(value, now) : relativeDay(value.slice(0, 10), now)}
    </time>
  );
}
