import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { needsNote } from '../../../domains/finding/finding.rules';
import type { RemediationDecision, Severity } from '../../api/enums.generated';
import { useAsOpened, useFormMutation } from '../../api/form';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { notify } from '../../components/notify';
import { NoMailServer, useMailEnabled } from '../assessments/delivery';
import { DecideRemediationDocument } from './remediation.generated';

interface DecideRemediationProps {
  decision: RemediationDecision;
  finding: { id: string; revision: number; severity: Severity; vendor: { name: string } };
  onClose: () => void;
}

/** Accepts that the vendor has closed the gap, or sends the answer back with a word. */
export function DecideRemediation({ decision, finding, onClose }: DecideRemediationProps) {
  const { id, revision, severity, vendor } = useAsOpened(finding);
  const isAccept = decision === 'ACCEPT';
  const isMailed = useMailEnabled();
  const form = useForm({ initialValues: { note: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, DecideRemediationDocument, {
    variables: ({ note }) => ({ input: { findingId: id, decision, note: note || null, expectedRevision: revision } }),
    onSuccess: ({ decideRemediation }) => {
      notify(isAccept ? `Remediated: ${decideRemediation.finding.title}` : `Sent back to ${vendor.name}`);
      onClose();
    },
  });
  return (
    <Dialog title={isAccept ? 'Accept and close' : 'Send back to the vendor'} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          <Text size="sm">
            {isAccept
              ? 'The finding is closed as remediated. You can’t reopen a closed finding.'
              : `${vendor.name} is asked to answer again, with the same link.`}
          </Text>
          {!isAccept && isMailed === false && <NoMailServer>Nothing is e-mailed: tell {vendor.name} yourself.</NoMailServer>}
          <ErrorBox error={problem} />
          <Textarea
            label={isAccept ? 'Resolution note' : 'Message to the vendor'}
            description={isAccept ? 'What was done and how you checked it' : 'What is missing; included in the e-mail and the comments'}
            withAsterisk={!isAccept || needsNote({ status: 'REMEDIATED', severity })}
            autosize
            minRows={3}
            maxRows={10}
            data-autofocus
            {...form.getInputProps('note')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {isAccept ? 'Close finding' : 'Send back'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
