import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { FindingStatus, Severity } from '../../api/enums.generated';
import { useApiMutation } from '../../api/hooks';
import { BulkOutcome, MOST_AT_ONCE, type Outcome, outcomeOf } from '../../components/bulk-outcome';
import { DayField } from '../../components/day-field';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { many } from '../../components/format';
import { PersonSelect } from '../../components/pickers';
import { ClosingForm } from './closing';
import { UpdateFindingsDocument, UpdateFindingsStatusDocument } from './closing.generated';
import { SendRemediation } from './send-remediation';

/** A selected finding, with what is known of it while it is loaded. */
export interface Selected {
  id: string;
  title?: string;
  status?: FindingStatus;
  severity?: Severity;
  vendor?: { id: string; name: string; contactEmail: string };
}

interface BulkBarProps {
  findings: Selected[];
  /** Called with those that were refused, which stay selected. */
  onDone: (refused: string[]) => void;
}

/** The server's limit on findings that are sent together. */
const MOST_SENT = 100;

/** What can be done with all selected findings at once. Says which were refused and why. */
export function BulkBar({ findings, onDone }: BulkBarProps) {
  const [isOpen, setOpen] = useState<'edit' | 'close'>();
  const [sending, setSending] = useState<Selected[]>();
  const [outcome, setOutcome] = useState<Outcome>();
  // A finding that somebody else closes meanwhile leaves the list: its title stays known.
  const titles = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { id, title } of findings) if (title !== undefined) titles.current.set(id, title);
  });
  const onResults = (results: readonly { id: string; error: string | null }[]) => {
    const done = outcomeOf(
      'changed',
      results,
      results.map(({ id }) => ({ id, name: titles.current.get(id) })),
    );
    setOpen(undefined);
    setOutcome(done);
    onDone(done.refused.map(({ id }) => id));
  };
  const close = useApiMutation(UpdateFindingsStatusDocument, {
    onSuccess: ({ updateFindingsStatus: { results } }) => onResults(results),
  });
  const ids = findings.map(({ id }) => id);
  const title = many(findings.length, 'finding');
  return (
    <>
      {findings.length > 0 && (
        <Group gap="xs" role="region" aria-label="Selected findings">
          <Text size="sm" role="status">
            {title} selected
          </Text>
          {findings.length > MOST_AT_ONCE ? (
            <Text size="sm" c="dimmed">
              Select at most {MOST_AT_ONCE} to change them
            </Text>
          ) : (
            <>
              <Button size="xs" onClick={() => setOpen('close')}>
                Change status
              </Button>
              <Button size="xs" variant="default" onClick={() => setOpen('edit')}>
                Edit owner or due date
              </Button>
              {canSend(findings) && (
                <Button size="xs" variant="default" onClick={() => setSending(findings)}>
                  Send to the vendor
                </Button>
              )}
            </>
          )}
          <Button variant="subtle" size="xs" onClick={() => onDone([])}>
            Clear selection
          </Button>
        </Group>
      )}
      {outcome && <BulkOutcome noun="finding" outcome={outcome} onClose={() => setOutcome(undefined)} />}
      {isOpen === 'close' && (
        <Dialog title={`Change status of ${title}`} onClose={() => setOpen(undefined)}>
          <ClosingForm
            severities={findings.flatMap(({ severity }) => severity ?? [])}
            onSubmit={(closing) => close.mutate({ input: { ids, ...closing } })}
            onCancel={() => setOpen(undefined)}
            isPending={close.isPending}
            error={close.error}
          />
        </Dialog>
      )}
      {isOpen === 'edit' && <EditMany title={`Edit ${title}`} ids={ids} onResults={onResults} onClose={() => setOpen(undefined)} />}
      {sending && (
        <SendRemediation
          vendor={sending[0]!.vendor!}
          findings={sending.map(({ id, title: name }) => ({ id, title: name! }))}
          onClose={() => setSending(undefined)}
          onSent={() => onDone([])}
        />
      )}
    </>
  );
}

/** Open findings of one vendor can be sent to it. */
function canSend(findings: Selected[]): boolean {
  const vendors = new Set(findings.map(({ vendor }) => vendor?.id));
  return findings.length <= MOST_SENT && vendors.size === 1 && findings.every(({ vendor, status }) => vendor && status === 'OPEN');
}

interface EditManyProps {
  title: string;
  ids: string[];
  onResults: (results: readonly { id: string; error: string | null }[]) => void;
  onClose: () => void;
}

/** Gives all of them an owner or a due date, or takes it from them. */
function EditMany({ title, ids, onResults, onClose }: EditManyProps) {
  const [changesOwner, setChangesOwner] = useState(false);
  const [changesDue, setChangesDue] = useState(false);
  const [ownerId, setOwnerId] = useState<string | null>(null);
  const [dueOn, setDueOn] = useState('');
  const update = useApiMutation(UpdateFindingsDocument, { onSuccess: ({ updateFindings: { results } }) => onResults(results) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update.mutate({ input: { ids, ...(changesOwner && { ownerId }), ...(changesDue && { dueOn: dueOn || null }) } });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <ErrorBox error={update.error} />
          <Checkbox label="Change the owner" checked={changesOwner} onChange={() => setChangesOwner(!changesOwner)} data-autofocus />
          {changesOwner && <PersonSelect label="Owner" description="Empty: no owner" value={ownerId} onChange={setOwnerId} />}
          <Checkbox label="Change the due date" checked={changesDue} onChange={() => setChangesDue(!changesDue)} />
          {changesDue && (
            <DayField
              label="Due"
              description="Empty: no due date"
              value={dueOn}
              onChange={({ currentTarget }) => setDueOn(currentTarget.value)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={update.isPending} disabled={!changesOwner && !changesDue}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
