import { Text } from '@mantine/core';

/** Marks a question as required or optional. */
export function RequiredMark({ required }: { required: boolean }) {
  return required ? (
    <Text span c="var(--mantine-color-error)" aria-hidden>
      {' '}
      *
    </Text>
  ) : (
    <Text span c="dimmed" size="sm">
      {' '}
      (optional)
    </Text>
  );
}
