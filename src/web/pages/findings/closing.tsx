import { Button, Group, List, Modal, Popover, Radio, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FindingStatus } from '../../api/enums.generated';
import { sentence } from '../../api/error';
import { useApiMutation } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { FindingStatusBadge } from '../../components/badges';
import { ErrorBox } from '../../components/error-box';
import { many } from '../../components/format';
import { Notice } from '../../components/notice';
import { notify } from '../../components/notify';
import { IconChevronDown } from '../../theme/icons';
import { FINDING_STATUSES } from '../../theme/tones';
import { UpdateFindingsStatusDocument, UpdateFindingStatusDocument } from './findings.generated';

/** The ways to close a finding. A closed finding can't be reopened. */
const ENDS: FindingStatus[] = ['REMEDIATED', 'RISK_ACCEPTED'];

interface Closing {
  status: FindingStatus;
  resolutionNote: string | null;
}

interface ClosingFormProps {
  onSubmit: (closing: Closing) => void;
  onCancel: () => void;
  isPending: boolean;
  error: unknown;
}

function ClosingForm({ onSubmit, onCancel, isPending, error }: ClosingFormProps) {
  const [status, setStatus] = useState('REMEDIATED');
  const [note, setNote] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ status: status as FindingStatus, resolutionNote: note.trim() || null });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <ErrorBox error={error} />
        <Radio.Group label="New status" value={status} onChange={setStatus}>
          <Group mt={6}>
            {ENDS.map((end) => (
              <Radio key={end} value={end} label={FINDING_STATUSES[end].label} />
            ))}
          </Group>
        </Radio.Group>
        <Textarea
          label="Resolution note"
          description="What was done, or why the risk is accepted"
          autosize
          minRows={2}
          maxRows={6}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Text size="xs" c="dimmed">
          You can’t reopen a closed finding.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button size="xs" type="submit" loading={isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface StatusControlProps {
  finding: { id: string; title: string; status: FindingStatus };
}

/** The status of a finding, with a way to close it for users who may. */
export function StatusControl({ finding }: StatusControlProps) {
  const mayClose = usePermission('assessments:review');
  return mayClose && finding.status === 'OPEN' ? <CloseButton finding={finding} /> : <FindingStatusBadge status={finding.status} />;
}

function CloseButton({ finding: { id, title, status } }: StatusControlProps) {
  const [isOpen, setOpen] = useState(false);
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
          onSubmit={(closing) => close.mutate({ input: { id, ...closing } })}
          onCancel={() => setOpen(false)}
          isPending={close.isPending}
          error={close.error}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface BulkCloseProps {
  /** The selected findings, with their titles where known. */
  findings: { id: string; title?: string }[];
  /** Called with those that were refused, which stay selected. */
  onDone: (refused: string[]) => void;
}

interface Outcome {
  closed: number;
  refused: { id: string; title: string; error: string }[];
}

/** The server's limit per request. */
const MOST = 500;

/** Closes all selected findings, and says which were refused and why. */
export function BulkClose({ findings, onDone }: BulkCloseProps) {
  const [isOpen, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  // A finding that somebody else closes meanwhile leaves the list: its title stays known.
  const titles = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { id, title } of findings) if (title !== undefined) titles.current.set(id, title);
  });
  const close = useApiMutation(UpdateFindingsStatusDocument, {
    onSuccess: ({ updateFindingsStatus: { results } }) => {
      const refused = results.flatMap(({ id, error }) => (error === null ? [] : [{ id, error, title: titles.current.get(id) ?? id }]));
      setOpen(false);
      setOutcome({ closed: results.length - refused.length, refused });
      onDone(refused.map(({ id }) => id));
    },
  });
  return (
    <>
      {findings.length > 0 && (
        <Group gap="xs" role="region" aria-label="Selected findings">
          <Text size="sm" role="status">
            {many(findings.length, 'finding')} selected
          </Text>
          {findings.length > MOST ? (
            <Text size="sm" c="dimmed">
              Select at most {MOST} to change their status
            </Text>
          ) : (
            <Button size="xs" onClick={() => setOpen(true)}>
              Change status
            </Button>
          )}
          <Button variant="subtle" size="xs" onClick={() => onDone([])}>
            Clear selection
          </Button>
        </Group>
      )}
      {outcome && <OutcomeBox outcome={outcome} onClose={() => setOutcome(undefined)} />}
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Change status of ${many(findings.length, 'finding')}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <ClosingForm
          onSubmit={(closing) => close.mutate({ input: { ids: findings.map(({ id }) => id), ...closing } })}
          onCancel={() => setOpen(false)}
          isPending={close.isPending}
          error={close.error}
        />
      </Modal>
    </>
  );
}

function OutcomeBox({ outcome: { closed, refused }, onClose }: { outcome: Outcome; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []); // the dialog's button is gone
  return (
    <Notice
      ref={box}
      isWarning={refused.length > 0}
      title={`${many(closed, 'finding')} changed${refused.length > 0 ? `, ${refused.length} refused` : ''}`}
      onClose={onClose}
    >
      {refused.length > 0 && (
        <List size="sm">
          {refused.map(({ id, title, error }) => (
            <List.Item key={id}>
              <strong>{title}</strong>: {sentence(error)}
            </List.Item>
          ))}
        </List>
      )}
    </Notice>
  );
}
