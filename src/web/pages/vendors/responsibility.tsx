import { Accordion, Button, Group, Paper, Progress, Select, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import type { ResponsibilityStatus } from '../../api/enums.generated';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { ToneBadge } from '../../components/badges';
import { DateText } from '../../components/date-text';
import { DefinitionList } from '../../components/definition-list';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { Files } from '../../components/files';
import { count, many, NONE } from '../../components/format';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { PersonSelect } from '../../components/pickers';
import { optionsOf, RESPONSIBILITY_STATUSES } from '../../theme/tones';
import { UpdateResponsibilityActionDocument, VendorResponsibilityDocument, type VendorResponsibilityQuery } from './responsibility.generated';

type Action = NonNullable<VendorResponsibilityQuery['vendor']>['responsibilityActions'][number];

/** Our own share of the vendor's controls, to tick off. */
export function Responsibility({ vendorId }: { vendorId: string }) {
  const query = useApiQuery(VendorResponsibilityDocument, { id: vendorId });
  return (
    <Loaded query={query}>
      {({ vendor }) => {
        const { responsibilityActions: actions = [], responsibilityCompliance: done } = vendor ?? {};
        if (actions.length === 0 || !done) {
          return (
            <EmptyState title="No actions">
              A certification whose framework leaves a share of its controls to the customer brings that share here as a checklist.
            </EmptyState>
          );
        }
        const groups = [...new Set(actions.map(groupOf))];
        return (
          <Stack gap="md">
            <Paper withBorder p="md">
              <Progress value={done.percent} size="lg" aria-label="Completed of the actions that apply" />
              <Text size="sm" mt="xs">
                {done.percent}% done: {count(done.completed)} completed, {count(done.inProgress)} in progress, {count(done.pending)} pending
                {done.notApplicable > 0 && `, ${count(done.notApplicable)} not applicable`} of {many(done.total, 'action')}
              </Text>
            </Paper>
            {groups.map((name) => (
              <Stack key={name} gap="xs">
                <Title order={2} size="h3">{name}</Title>
                <Accordion variant="separated" chevronPosition="left" order={3}>
                  {actions.filter((action) => groupOf(action) === name).map((action) => <ActionItem key={action.id} action={action} />)}
                </Accordion>
              </Stack>
            ))}
          </Stack>
        );
      }}
    </Loaded>
  );
}

const groupOf = ({ frameworkName, certificationName }: Action) => `${frameworkName}, from ${certificationName}`;

function ActionItem({ action }: { action: Action }) {
  const { id, controlCode, controlTitle, status, assignee, completedAt, attachments } = action;
  const mayEdit = usePermission('vendors:edit');
  const update = useApiMutation(UpdateResponsibilityActionDocument, { onSuccess: () => notify(`${controlCode} is saved`) });
  const save = (change: { status?: ResponsibilityStatus; assigneeId?: string | null; notes?: string | null }) =>
    update.mutate({ input: { id, expectedRevision: action.revision, ...change } });
  return (
    <Accordion.Item value={id}>
      <Accordion.Control>
        <Group justify="space-between" gap="sm">
          <Text size="sm"><strong>{controlCode}</strong> {controlTitle}</Text>
          <Group gap="md">
            {assignee && <Text size="sm" c="dimmed">{assignee.name}</Text>}
            <ToneBadge tone={RESPONSIBILITY_STATUSES[status]} />
          </Group>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">
          <ErrorBox error={update.error} advice={{ CONFLICT: 'It was changed meanwhile. You now see what is there; make your change again if it still holds.' }} />
          {mayEdit ? (
            <>
              <Group gap="md" align="flex-end">
                <Select
                  label="Status"
                  data={optionsOf(RESPONSIBILITY_STATUSES)}
                  value={status}
                  allowDeselect={false}
                  disabled={update.isPending}
                  onChange={(value) => value && value !== status && save({ status: value as ResponsibilityStatus })}
                />
                <PersonSelect
                  label="Assignee"
                  value={assignee?.id ?? null}
                  keep={assignee}
                  disabled={update.isPending}
                  onChange={(value) => save({ assigneeId: value })}
                />
                {completedAt && <Text size="sm" c="dimmed" pb={8}>Completed <DateText value={completedAt} /></Text>}
              </Group>
              <Notes key={action.revision} notes={action.notes ?? ''} isPending={update.isPending} onSave={(notes) => save({ notes: notes || null })} />
            </>
          ) : (
            <DefinitionList
              items={[['Assignee', assignee?.name ?? NONE], ['Completed', <DateText key="completed" value={completedAt} />], ['Notes', action.notes ?? NONE]]}
            />
          )}
          <Files of={controlCode} owner={{ actionId: id }} files={attachments} mayEdit={mayEdit} />
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function Notes({ notes, isPending, onSave }: { notes: string; isPending: boolean; onSave: (notes: string) => void }) {
  const [text, setText] = useState(notes);
  return (
    <Stack gap="xs" align="flex-start">
      <Textarea label="Notes" autosize minRows={2} maxRows={8} w="100%" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      {text !== notes && <Button size="xs" loading={isPending} onClick={() => onSave(text)}>Save notes</Button>}
    </Stack>
  );
}
