import { ago, dateTime } from './format';

/** How long ago something was; the element carries the exact value. */
export function TimeAgo({ value }: { value: string }) {
  return (
    <time dateTime={value} title={dateTime(value)}>
      {ago(value, Date.now())}
    </time>
  );
}
