import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { RiskAcceptanceState } from '../../api/enums.generated';
import { useAsOpened, useFormMutation } from '../../api/form';
import { useApiMutation } from '../../api/hooks';
import { useMe, usePermission } from '../../app/session';
import { Confirm } from '../../components/confirm';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { date } from '../../components/format';
import { notify } from '../../components/notify';
import { ApproveRiskAcceptanceDocument, RejectRiskAcceptanceDocument, WithdrawRiskAcceptanceDocument } from './acceptances.generated';

interface Asked {
  id: string;
  revision: number;
  state: RiskAcceptanceState;
  reason: string;
  until: string;
  requestedByName: string;
  requestedBy: { id: string } | null;
}

interface AcceptanceActionsProps {
  acceptance: Asked;
  /** Of the finding. */
  title: string;
}

/** What the user can do with a request that waits: approve or reject somebody else's, withdraw one's own. */
export function AcceptanceActions({ acceptance, title }: AcceptanceActionsProps) {
  const me = useMe();
  const [isOpen, setOpen] = useState<'approve' | 'reject' | 'withdraw'>();
  const isMine = acceptance.requestedBy?.id === me.id;
  const mayDecide = usePermission('risks:accept') && !isMine;
  const mayWithdraw = usePermission('assessments:review') && isMine;
  const close = () => setOpen(undefined);
  if (acceptance.state !== 'REQUESTED' || !(mayDecide || mayWithdraw)) return null;
  return (
    <Group gap="xs" wrap="nowrap">
      {mayDecide && (
        <>
          <Button size="xs" aria-label={`Approve ${title}`} onClick={() => setOpen('approve')}>
            Approve
          </Button>
          <Button size="xs" variant="default" aria-label={`Reject ${title}`} onClick={() => setOpen('reject')}>
            Reject
          </Button>
        </>
      )}
      {mayWithdraw && (
        <Button size="xs" variant="default" aria-label={`Withdraw ${title}`} onClick={() => setOpen('withdraw')}>
          Withdraw
        </Button>
      )}
      {(isOpen === 'approve' || isOpen === 'reject') && (
        <Decide isApproval={isOpen === 'approve'} acceptance={acceptance} title={title} onClose={close} />
      )}
      <Withdraw id={acceptance.id} title={title} opened={isOpen === 'withdraw'} onClose={close} />
    </Group>
  );
}

function Decide({ isApproval, acceptance, title, onClose }: AcceptanceActionsProps & { isApproval: boolean; onClose: () => void }) {
  const { id, revision, reason, until, requestedByName } = useAsOpened(acceptance);
  const form = useForm({ initialValues: { note: '' } });
  const settings = {
    variables: ({ note }: typeof form.values) => ({ input: { id, note: note || null, expectedRevision: revision } }),
    onSuccess: () => {
      notify(isApproval ? `Risk accepted: ${title}` : 'Request rejected');
      onClose();
    },
  };
  const approve = useFormMutation(form, ApproveRiskAcceptanceDocument, settings);
  const reject = useFormMutation(form, RejectRiskAcceptanceDocument, settings);
  const { onSubmit, isPending, problem } = isApproval ? approve : reject;
  return (
    <Dialog title={isApproval ? 'Approve risk acceptance' : 'Reject risk acceptance'} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {requestedByName}: {reason}
          </Text>
          <Text size="sm">
            {isApproval ? `The risk is accepted until ${date(until)}; then a new finding is opened.` : 'The finding stays open.'}
          </Text>
          <ErrorBox error={problem} />
          <Textarea
            label="Note"
            description={isApproval ? 'Optional' : 'Why the risk is not accepted'}
            withAsterisk={!isApproval}
            autosize
            minRows={2}
            maxRows={8}
            data-autofocus
            {...form.getInputProps('note')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {isApproval ? 'Accept the risk' : 'Reject request'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Withdraw({ id, title, opened, onClose }: { id: string; title: string; opened: boolean; onClose: () => void }) {
  const withdraw = useApiMutation(WithdrawRiskAcceptanceDocument, {
    onSuccess: () => {
      notify('Request withdrawn');
      onClose();
    },
  });
  return (
    <Confirm
      title="Withdraw request"
      opened={opened}
      onClose={onClose}
      onConfirm={() => withdraw.mutate({ input: { id } })}
      isPending={withdraw.isPending}
      error={withdraw.error}
    >
      {title} stays open. You can request its acceptance again.
    </Confirm>
  );
}
