import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

interface LeavingProps {
  /** Whether there is something to lose. */
  isRisky: boolean;
  title: string;
  /** What would be lost. */
  children: string;
}

/** A page at another moment is another page. */
const placeOf = ({ pathname, search }: { pathname: string; search: object }) => [pathname, 'asOf' in search && search.asOf].join(' ');

/** Asks before the user leaves the page and loses something. */
export function Leaving({ isRisky, title, children }: LeavingProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isRisky && placeOf(current) !== placeOf(next),
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
