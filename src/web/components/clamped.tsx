import { Text } from '@mantine/core';

/** Prose in a table: two lines of it; pointing at it shows all. */
export function Clamped({ text }: { text: string }) {
  return (
    <Text inherit lineClamp={2} title={text}>
      {text}
    </Text>
  );
}
