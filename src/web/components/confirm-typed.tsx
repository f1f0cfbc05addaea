import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ErrorBox } from './error-box';

interface ConfirmTypedProps {
  opened: boolean;
  onClose: () => void;
  /** The action: "Delete vendor". */
  title: string;
  /** What the user must type, such as the name of what is deleted. */
  phrase: string;
  /** What else is deleted, and that it can't be undone. */
  children: ReactNode;
  onConfirm: () => void;
  isPending?: boolean;
  error?: unknown;
}

/** Asks the user to type a name before something is deleted. */
export function ConfirmTyped({ opened, onClose, title, ...rest }: ConfirmTypedProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Question {...rest} title={title} onClose={onClose} />
    </Modal>
  );
}

function Question({ title, phrase, children, onConfirm, onClose, isPending, error }: Omit<ConfirmTypedProps, 'opened'>) {
  const [typed, setTyped] = useState('');
  const isRight = typed.trim() === phrase.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight) onConfirm();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        <ErrorBox error={error} />
        <TextInput
          label={
            <>
              Type <strong>{phrase}</strong> to confirm
            </>
          }
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red.9" disabled={!isRight} loading={isPending}>
            {title}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
