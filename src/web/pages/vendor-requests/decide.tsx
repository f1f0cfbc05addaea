import { Button, Group, Paper, Select, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAsOpened, useFormMutation } from '../../api/form';
import { ErrorBox } from '../../components/error-box';
import { notify } from '../../components/notify';
import { optionsOf, TIERS } from '../../theme/tones';
import type { Tier } from '../../api/enums.generated';
import type { VendorRequest } from './request-drawer';
import { DecideVendorRequestDocument } from './requests.generated';

interface DecideProps {
  request: VendorRequest;
  /** The form goes then, and takes the focus along. */
  onDecided: () => void;
}

/** Approves a request, in another tier if need be, or rejects it. */
export function Decide({ request, onDecided }: DecideProps) {
  const { id, name, tier, revision } = useAsOpened(request);
  const form = useForm({ initialValues: { tier: tier as Tier | null, note: '' } });
  const inputOf = (decision: 'APPROVE' | 'REJECT') => (values: typeof form.values) => ({
    input: { id, decision, tier: decision === 'APPROVE' ? values.tier : null, note: values.note || null, expectedRevision: revision },
  });
  const approve = useFormMutation(form, DecideVendorRequestDocument, {
    variables: inputOf('APPROVE'),
    onSuccess: () => {
      notify(`${name} approved`);
      onDecided();
    },
  });
  const reject = useFormMutation(form, DecideVendorRequestDocument, {
    variables: inputOf('REJECT'),
    onSuccess: () => {
      notify(`${name} rejected`);
      onDecided();
    },
  });
  const decide = (by: typeof approve, other: typeof reject) => () => {
    other.reset();
    by.onSubmit();
  };
  return (
    <Paper withBorder p="md" component="section" aria-label="Decision">
      <Stack gap="sm">
        <Text fw={600} component="h3">
          Decision
        </Text>
        <ErrorBox error={approve.problem ?? reject.problem} />
        <Select
          label="Tier"
          description="Approval drafts the questionnaires that its plan names"
          placeholder="Not classified"
          data={optionsOf(TIERS)}
          clearable={tier === null}
          allowDeselect={tier === null}
          {...form.getInputProps('tier')}
        />
        <Textarea
          label="Note"
          description="Required to reject. Whoever asked can read it."
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('note')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" loading={reject.isPending} disabled={approve.isPending} onClick={decide(reject, approve)}>
            Reject
          </Button>
          <Button loading={approve.isPending} disabled={reject.isPending} onClick={decide(approve, reject)}>
            Approve
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
