import { Fragment, use } from 'react';
import { date, dateAndTime, dateTime, NONE } from './format';
import { RelativeDate, RelativeDates } from './relative-date';

/** A date, or a date and time, in the user's locale; the element carries the exact value. In a list, a date is relative. */
export function DateText({ value, withTime }: { value: string | null | undefined; withTime?: boolean }) {
  const isRelative = use(RelativeDates);
  if (!value) return NONE;
  if (isRelative && !withTime) return <RelativeDate value={value} />;
  return (
    <time dateTime={value} title={value.includes('T') ? dateTime(value) : undefined}>
      {/* Lines break only between date and time. */}
      {(withTime ? dateAndTime(value) : [date(value)]).map((part, i) => (
        <Fragment key={part}>
          {i > 0 && ' '}
          <span style={{ whiteSpace: 'nowrap' }}>{part}</span>
        </Fragment>
      ))}
    </time>
  );
}
