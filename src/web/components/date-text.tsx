import { date, dateTime, NONE } from './format';

/** A day or a moment in the reader's locale; programs find the exact value in the element. */
export function DateText({ value, withTime }: { value: string | null | undefined; withTime?: boolean }) {
  if (!value) return NONE;
  return (
    <time dateTime={value} title={value.includes('T') ? dateTime(value) : undefined}>
      {withTime ? dateTime(value) : date(value)}
    </time>
  );
}
