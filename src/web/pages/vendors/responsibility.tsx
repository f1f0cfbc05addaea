import { Button, Paper, Progress, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ResponsibilityStatus } from '../../api/enums.generated';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { Mark, ToneBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { Files } from '../../components/files';
import { count, many, NONE } from '../../components/format';
import { Help } from '../../components/help';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { PersonSelect } from '../../components/pickers';
import { IconChevronDown, IconChevronUp } from '../../theme/icons';
import { optionsOf, RESPONSIBILITY_STATUSES } from '../../theme/tones';
import classes from './responsibility.module.css';
import {
  UpdateResponsibilityActionDocument,
  VendorResponsibilityDocument,
  type VendorResponsibilityQuery,
} from './responsibility.generated';

type Action = NonNullable<VendorResponsibilityQuery['vendor']>['responsibilityActions'][number];

/** The shared-responsibility tasks for the vendor's controls. */
export function Responsibility({ vendorId }: { vendorId: string }) {
  const query = useApiQuery(VendorResponsibilityDocument, { id: vendorId });
  return (
    <Loaded query={query}>
      {({ vendor }) => {
        const { responsibilityActions: actions = [], responsibilityCompliance: done } = vendor ?? {};
        if (actions.length === 0 || !done) {
          return (
            <EmptyState title="No tasks">
              When a certification’s framework has controls shared with the customer, your part of them is listed here as tasks.
            </EmptyState>
          );
        }
        const groups = [...new Set(actions.map(groupOf))];
        return (
          <Stack gap="md">
            <Paper withBorder p="md">
              <Progress value={done.percent} size="lg" aria-label="Completed tasks" />
              <Text size="sm" mt="xs">
                {done.percent}% done: {count(done.completed)} completed, {count(done.inProgress)} in progress, {count(done.pending)} pending
                {done.notApplicable > 0 && `, ${count(done.notApplicable)} not applicable`} of {many(done.total, 'task')}
                <Help term="Shared responsibility" />
              </Text>
            </Paper>
            {groups.map((name) => (
              <Card key={name} title={name}>
                <ul className={classes.list}>
                  {actions
                    .filter((action) => groupOf(action) === name)
                    .map((action) => (
                      <ActionItem key={action.id} action={action} />
                    ))}
                </ul>
              </Card>
            ))}
          </Stack>
        );
      }}
    </Loaded>
  );
}

const groupOf = ({ frameworkName, certificationName }: Action) =>
  frameworkName === certificationName ? frameworkName : `${frameworkName}, from the certification ${certificationName}`;

function ActionItem({ action }: { action: Action }) {
  const { id, controlCode, controlTitle, controlGuidance, status, assignee, notes, completedAt, attachments } = action;
  const [isOpen, setOpen] = useState(false);
  const mayEdit = usePermission('vendors:edit');
  const update = useApiMutation(UpdateResponsibilityActionDocument, { onSuccess: () => notify(`${controlCode} saved`) });
  const details = notes || attachments.length > 0 ? 'Notes and files' : mayEdit ? 'Add notes' : 'Details';
  const save = (change: { status?: ResponsibilityStatus; assigneeId?: string | null }) =>
    update.mutate({ input: { id, expectedRevision: action.revision, ...change } });
  const saveNotes = ({ text, revision }: Typed, onDone: () => void) =>
    update.mutate({ input: { id, expectedRevision: revision, notes: text || null } }, { onSettled: onDone });
  return (
    <li className={classes.action}>
      <div className={classes.head}>
        <div>
          <Text size="sm">
            <strong>{controlCode}</strong> {controlTitle}
          </Text>
          {controlGuidance && (
            <Text size="xs" c="dimmed" lineClamp={isOpen ? undefined : 5}>
              {controlGuidance}
            </Text>
          )}
        </div>
        {mayEdit ? (
          <>
            <Select
              size="xs"
              aria-label={`Status of ${controlCode}`}
              data={optionsOf(RESPONSIBILITY_STATUSES)}
              value={status}
              allowDeselect={false}
              disabled={update.isPending}
              onChange={(value) => value && value !== status && save({ status: value as ResponsibilityStatus })}
              leftSection={<Mark tone={RESPONSIBILITY_STATUSES[status]} />}
            />
            <PersonSelect
              size="xs"
              aria-label={`Assignee of ${controlCode}`}
              value={assignee?.id ?? null}
              keep={assignee}
              disabled={update.isPending}
              onChange={(value) => save({ assigneeId: value })}
            />
          </>
        ) : (
          <>
            <ToneBadge tone={RESPONSIBILITY_STATUSES[status]} />
            <Text size="sm">{assignee?.name ?? NONE}</Text>
          </>
        )}
        <Button
          size="xs"
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={`${details}: ${controlCode}`}
          rightSection={isOpen ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {details}
        </Button>
      </div>
      <ErrorBox
        error={update.error}
        advice={{
          CONFLICT:
            'Someone else changed it in the meantime. You now see the current values; make your change again if it is still needed.',
        }}
      />
      {isOpen && (
        <Stack gap="sm" pt="xs">
          {completedAt && (
            <Text size="sm" c="dimmed">
              Completed <DateText value={completedAt} />
            </Text>
          )}
          {mayEdit ? (
            <Notes of={controlCode} notes={notes ?? ''} revision={action.revision} isPending={update.isPending} onSave={saveNotes} />
          ) : (
            <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
              {notes ?? 'No notes'}
            </Text>
          )}
          <Files of={controlCode} owner={{ actionId: id }} files={attachments} mayEdit={mayEdit} />
        </Stack>
      )}
    </li>
  );
}

/** What was typed, and the revision that its writer saw. */
interface Typed {
  text: string;
  revision: number;
}

interface NotesProps {
  of: string;
  notes: string;
  revision: number;
  isPending: boolean;
  onSave: (typed: Typed, onDone: () => void) => void;
}

/** What others write meanwhile is shown unless something was typed. */
function Notes({ of, notes, revision, isPending, onSave }: NotesProps) {
  const [typed, setTyped] = useState<Typed>();
  const change = (text: string) => setTyped((before) => (text === notes ? undefined : { text, revision: before?.revision ?? revision }));
  return (
    <Stack gap="xs" align="flex-start">
      <Textarea
        aria-label={`Notes on ${of}`}
        placeholder="Notes"
        autosize
        minRows={2}
        maxRows={8}
        w="100%"
        value={typed?.text ?? notes}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {typed && (
        <Button size="xs" loading={isPending} onClick={() => onSave(typed, () => setTyped(undefined))}>
          Save notes
        </Button>
      )}
    </Stack>
  );
}
