import { Button, Group, Popover, Radio, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { needsNote } from '../../../domains/finding/finding.rules';
import type { FindingStatus, Severity } from '../../api/enums.generated';
import { fieldErrors } from '../../api/form';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { FindingStatusBadge } from '../../components/badges';
import { ErrorBox } from '../../components/error-box';
import { notify } from '../../components/notify';
import { IconChevronDown } from '../../theme/icons';
import { FINDING_STATUSES, SEVERITIES } from '../../theme/tones';
import { FourEyesDocument, UpdateFindingStatusDocument } from './closing.generated';
import { RequestAcceptance } from './request-acceptance';

/** The ways to close a finding. A closed finding can't be reopened. */
const ENDS: FindingStatus[] = ['REMEDIATED', 'RISK_ACCEPTED'];

const AND = new Intl.ListFormat('en', { type: 'conjunction' });

interface Closing {
  status: FindingStatus;
  resolutionNote: string | null;
}

interface ClosingFormProps {
  /** Of what is closed. */
  severities: Severity[];
  onSubmit: (closing: Closing) => void;
  /** Instead, where a second person has to accept the risk; for one finding. */
  onRequest?: () => void;
  onCancel: () => void;
  isPending: boolean;
  error: unknown;
}

export function ClosingForm({ severities, onSubmit, onRequest, onCancel, isPending, error }: ClosingFormProps) {
  const [status, setStatus] = useState<FindingStatus>('REMEDIATED');
  const [note, setNote] = useState('');
  const { data } = useApiQuery(FourEyesDocument, {});
  const shared = status === 'RISK_ACCEPTED' ? (data?.settings.fourEyesFor ?? []).filter((one) => severities.includes(one)) : [];
  const isRequest = shared.length > 0 && onRequest !== undefined;
  const { resolutionNote: fault } = fieldErrors(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRequest) onRequest();
    else onSubmit({ status, resolutionNote: note.trim() || null });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ErrorBox error={fault ? undefined : error} />
        <Radio.Group label="New status" value={status} onChange={(value) => setStatus(value as FindingStatus)}>
          <Group mt={6}>
            {ENDS.map((end) => (
              <Radio key={end} value={end} label={FINDING_STATUSES[end].label} />
            ))}
          </Group>
        </Radio.Group>
        {shared.length > 0 && (
          <Text size="sm">
            A second person has to accept the risk of {AND.format(shared.map((one) => SEVERITIES[one].label.toLowerCase()))} findings.
            {!isRequest && ' Request it in each finding; the others are closed.'}
          </Text>
        )}
        {!isRequest && (
          <>
            <Textarea
              label="Resolution note"
              description="What was done, or why the risk is accepted"
              withAsterisk={severities.some((severity) => needsNote({ status, severity }))}
              error={fault}
              autosize
              minRows={2}
              maxRows={6}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
            <Text size="xs" c="dimmed">
              You can’t reopen a closed finding.
            </Text>
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button size="xs" type="submit" loading={isPending}>
            {isRequest ? 'Request acceptance' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface StatusControlProps {
  finding: { id: string; title: string; status: FindingStatus; severity: Severity };
}

/** The status of a finding, with a way to close it for users who may. */
export function StatusControl({ finding }: StatusControlProps) {
  const mayClose = usePermission('assessments:review');
  return mayClose && finding.status === 'OPEN' ? <CloseButton finding={finding} /> : <FindingStatusBadge status={finding.status} />;
}

function CloseButton({ finding: { id, title, status, severity } }: StatusControlProps) {
  const [isOpen, setOpen] = useState(false);
  const [isRequesting, setRequesting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const around = button.current?.closest<HTMLElement>('[role="region"], [role="dialog"]');
    return () => {
      // Closing removes the button, perhaps with its row: the focus moves to the list or dialog around it.
      const hadFocus = [button.current, form.current].some((part) => part?.contains(document.activeElement));
      if (hadFocus) around?.focus({ preventScroll: true });
    };
  }, []);
  const close = useApiMutation(UpdateFindingStatusDocument, {
    onSuccess: ({ updateFindingStatus: { finding } }) => {
      setOpen(false);
      notify(`${FINDING_STATUSES[finding.status].label}: ${finding.title}`);
    },
  });
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} width={320} trapFocus returnFocus withinPortal shadow="md" position="bottom-start">
        <Popover.Target>
          <Button
            ref={button}
            variant="subtle"
            color="gray"
            size="compact-sm"
            fw={400}
            ml={-8}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-label={`${FINDING_STATUSES[status].label}: change status of ${title}`}
            onClick={() => setOpen(!isOpen)}
          >
            <FindingStatusBadge status={status} />
          </Button>
        </Popover.Target>
        <Popover.Dropdown ref={form} aria-label="Change status">
          <ClosingForm
            severities={[severity]}
            onSubmit={(closing) => close.mutate({ input: { id, ...closing } })}
            onRequest={() => {
              setOpen(false);
              setRequesting(true);
            }}
            onCancel={() => setOpen(false)}
            isPending={close.isPending}
            error={close.error}
          />
        </Popover.Dropdown>
      </Popover>
      {isRequesting && <RequestAcceptance finding={{ id, title }} onClose={() => setRequesting(false)} />}
    </>
  );
}
