import { Fragment } from 'react';
import { date, dateAndTime, dateTime, NONE } from './format';

/** A date, or a date and time, in the user's locale; the element carries the exact value. */
export function DateText({ value, withTime }: { value: string | null | undefined; withTime?: boolean }) {
  if (!value) return NONE;
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
