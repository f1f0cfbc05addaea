import { TextInput, type TextInputProps } from '@mantine/core';

/** A day (2026-11-15). Without an upper end, browsers take years of six digits, which no calendar has. */
export function DayField(props: Omit<TextInputProps, 'type' | 'max'>) {
  return <TextInput type="date" max="9999-12-31" {...props} />;
}
