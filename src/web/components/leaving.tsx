import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

interface LeavingProps {
  /** Whether there is something to lose. */
  isRisky: boolean;
  title: string;
  /** What would be lost. */
  children: string;
}

/** Asks before the user leaves the page and loses something. */
export function Leaving({ isRisky, title, children }: LeavingProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isRisky && current.pathname !== next.pathname,
    enableBeforeUnload: () => isRisky,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <Text size="sm">{children}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={() => reset?.()}>
            Stay
          </Button>
          <Button color="red.9" onClick={() => proceed?.()}>
            Leave
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
