import { Button, Group, Select, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useAsOpened, useFormMutation } from '../../api/form';
import { usePermission } from '../../app/session';
import { Card } from '../../components/card';
import { DayField } from '../../components/day-field';
import { DefinitionList } from '../../components/definition-list';
import { Dialog } from '../../components/dialog';
import { DueDay } from '../../components/due-day';
import { ErrorBox } from '../../components/error-box';
import { NONE } from '../../components/format';
import { PersonSelect } from '../../components/pickers';
import { IconPencil } from '../../theme/icons';
import { optionsOf, SEVERITIES } from '../../theme/tones';
import type { FindingDetails } from './finding-drawer';
import { TREATMENTS } from './finding-labels';
import { Prose } from './finding-source';
import { UpdateFindingDocument } from './finding.generated';

/** Who sees to it, until when and how. */
export function FindingWork({ finding }: { finding: FindingDetails }) {
  const { status, owner, dueOn, isOverdue, treatment, plan } = finding;
  const [isEditing, setEditing] = useState(false);
  const mayEdit = usePermission('assessments:review') && status === 'OPEN';
  return (
    <Card
      title="Action plan"
      link={
        mayEdit && (
          <Button size="xs" variant="default" leftSection={<IconPencil size={14} aria-hidden />} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      <DefinitionList
        items={[
          ['Owner', owner?.name ?? NONE],
          ['Due', <DueDay day={dueOn} isOverdue={isOverdue} withDate />],
          ['Treatment', treatment ? TREATMENTS[treatment] : NONE],
          ['Plan', plan ? <Prose>{plan}</Prose> : NONE],
        ]}
      />
      {isEditing && <EditFinding finding={finding} onClose={() => setEditing(false)} />}
    </Card>
  );
}

const TREATMENT_OPTIONS = Object.entries(TREATMENTS).map(([value, label]) => ({ value, label }));

function EditFinding({ finding, onClose }: { finding: FindingDetails; onClose: () => void }) {
  const { id, revision, owner, dueOn, severity, treatment, plan } = useAsOpened(finding);
  const form = useForm({ initialValues: { ownerId: owner?.id ?? null, dueOn: dueOn ?? '', severity, treatment, plan: plan ?? '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, UpdateFindingDocument, {
    variables: (values) => ({
      input: { ...values, id, expectedRevision: revision, dueOn: values.dueOn || null, plan: values.plan || null },
    }),
    onSuccess: onClose,
  });
  return (
    <Dialog title="Edit finding" onClose={onClose} size="lg">
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          <ErrorBox error={problem} />
          <PersonSelect label="Owner" keep={owner} data-autofocus {...form.getInputProps('ownerId')} />
          <DayField label="Due" w={200} {...form.getInputProps('dueOn')} />
          <Select
            label="Severity"
            description="Changing it leaves the due date as it is"
            allowDeselect={false}
            data={optionsOf(SEVERITIES)}
            {...form.getInputProps('severity')}
          />
          <Select
            label="Treatment"
            description="How you plan to handle the risk"
            placeholder="Not decided"
            clearable
            data={TREATMENT_OPTIONS}
            {...form.getInputProps('treatment')}
          />
          <Textarea
            label="Plan"
            description="How the gap will be closed"
            autosize
            minRows={3}
            maxRows={12}
            {...form.getInputProps('plan')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
