import { Text } from '@mantine/core';

/** Says beside the text of a question whether it has to be answered. */
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
