import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorBox, type ErrorBoxProps } from './error-box';

interface ConfirmProps {
  opened: boolean;
  onClose: () => void;
  /** The action: "Delete file". */
  title: string;
  /** The button's label; the title by default. */
  action?: string;
  /** The consequences. */
  children: ReactNode;
  onConfirm: () => void;
  isPending?: boolean;
  error?: unknown;
  /** More specific advice about the error, by code. */
  advice?: ErrorBoxProps['advice'];
  /** Red by default; another colour for harmless actions. */
  colour?: string;
}

/** Asks before something small is deleted; ConfirmTyped is for anything larger. */
export function Confirm({
  opened,
  onClose,
  title,
  action = title,
  children,
  onConfirm,
  isPending,
  error,
  advice,
  colour = 'red.9',
}: ConfirmProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        <ErrorBox error={error} advice={advice} />
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
