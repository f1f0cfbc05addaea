import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorBox } from './error-box';

interface ConfirmProps {
  opened: boolean;
  onClose: () => void;
  /** What is done: "Delete file". */
  title: string;
  /** The button that does it, unless the title says it. */
  action?: string;
  /** What goes with it. */
  children: ReactNode;
  onConfirm: () => void;
  isPending?: boolean;
  error?: unknown;
  /** Red, unless what is done is nothing to be afraid of. */
  colour?: string;
}

/** Asks once before something small is deleted; for what is large there is ConfirmTyped. */
export function Confirm({ opened, onClose, title, action = title, children, onConfirm, isPending, error, colour = 'red.9' }: ConfirmProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        <ErrorBox error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color={colour} loading={isPending} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
