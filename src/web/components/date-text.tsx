import { Fragment } from 'react';
import { date, dateAndTime, dateTime, NONE } from './format';

/** A day or a moment in the reader's locale; programs find the exact value in the element. */
export function DateText({ value, withTime }: { value: string | null | undefined; withTime?: boolean }) {
  if (!value) return NONE;
  return (
    <time dateTime={value} title={value.includes('T') ? dateTime(value) : undefined}>
      {/* A line breaks between day and time only. */}
      {(withTime ? dateAndTime(value) : [date(value)]).map((part, i) => (
        <Fragment key={part}>
          {i > 0 && ' '}
          <span style={{ whiteSpace: 'nowrap' }}>{part}</span>
        </Fragment>
      ))}
    </time>
  );
}
