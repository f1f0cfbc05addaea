import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useFormMutation } from '../../api/form';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink } from '../../components/link';
import { notify } from '../../components/notify';
import { EraseUserDocument } from './users.generated';

export function WhatErasureDoes() {
  return (
    <Stack gap="xs">
      <Text size="sm">This can’t be undone. Use it when someone asks to have their personal data erased:</Text>
      <List size="sm">
        <List.Item>The account is deleted, with its sessions.</List.Item>
        <List.Item>
          Name, e-mail addresses and external IDs become “Erased” everywhere: in comments, findings, e-mails, the history and the audit log.
        </List.Item>
        <List.Item>What the person did stays on record, under a random ID. The audit log stays verifiable.</List.Item>
        <List.Item>Free text is not changed. If someone mentioned the person in a comment or a note, edit it there.</List.Item>
        <List.Item>Backups made earlier still contain the name.</List.Item>
      </List>
    </Stack>
  );
}

/** For someone who is no longer in the list: the id is in the audit log. */
export function EraseDeletedUser({ onClose }: { onClose: () => void }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { id: '', confirmName: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, EraseUserDocument, {
    variables: ({ id, confirmName }) => ({ input: { id: id.trim(), confirmName } }),
    onSuccess: () => {
      notify('User erased');
      onClose();
    },
  });
  return (
    <Dialog title="Erase a deleted user" onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <WhatErasureDoes />
          <ErrorBox error={problem} />
          <TextInput
            label="User ID"
            description={
              <>
                Open the user’s “Deleted user” entry in the{' '}
                <AnchorLink to="/audit" search={{ action: ['DELETE_USER'] }} inherit underline="always">
                  audit log
                </AnchorLink>
              </>
            }
            autoComplete="off"
            data-autofocus
            key={form.key('id')}
            {...form.getInputProps('id')}
          />
          <TextInput
            label="Name, to confirm"
            description="The full name that the user had last"
            autoComplete="off"
            key={form.key('confirmName')}
            {...form.getInputProps('confirmName')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red.9" loading={isPending}>
              Erase user
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
