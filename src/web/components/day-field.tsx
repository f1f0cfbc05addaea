import { TextInput, type TextInputProps } from '@mantine/core';

/** A date (2026-11-15). Without a maximum, browsers accept six-digit years. */
export function DayField(props: Omit<TextInputProps, 'type'>) {
  return <TextInput type="date" max="9999-12-31" {...props} />;
}
