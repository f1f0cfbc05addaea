import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useFormMutation } from '../../api/form';
import { endOf } from '../../components/day';
import { DayField } from '../../components/day-field';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { notify } from '../../components/notify';
import { RequestRiskAcceptanceDocument } from './acceptances.generated';

/** Asks a second person to accept the risk of a finding for a time. */
export function RequestAcceptance({ finding: { id, title }, onClose }: { finding: { id: string; title: string }; onClose: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { reason: '', until: '' },
    validate: { until: (value) => (value ? null : 'Choose a date') },
  });
  const { onSubmit, isPending, problem } = useFormMutation(form, RequestRiskAcceptanceDocument, {
    variables: ({ reason, until }) => ({ input: { findingId: id, reason, until: endOf(until) } }),
    onSuccess: () => {
      notify('Acceptance requested');
      onClose();
    },
  });
  return (
    <Dialog title="Request risk acceptance" onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <strong>{title}</strong> stays open until somebody else approves. When the acceptance ends, a new finding is opened.
          </Text>
          <ErrorBox error={problem} />
          <Textarea
            label="Reason"
            description="Why the risk can be accepted"
            withAsterisk
            autosize
            minRows={3}
            maxRows={10}
            data-autofocus
            key={form.key('reason')}
            {...form.getInputProps('reason')}
          />
          <DayField label="Accept until" withAsterisk w={200} key={form.key('until')} {...form.getInputProps('until')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Request
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
