import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useAsOpened, useFormMutation } from '../../api/form';
import { NOBODY } from '../../app/list-filter';
import { Can } from '../../app/session';
import { BulkOutcome, type Chosen, MOST_AT_ONCE, type Outcome, outcomeOf } from '../../components/bulk-outcome';
import { endOf } from '../../components/day';
import { DayField } from '../../components/day-field';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { many } from '../../components/format';
import { PersonSelect } from '../../components/pickers';
import { IconBell, IconPencil } from '../../theme/icons';
import { RemindAssessmentsDocument, UpdateAssessmentsDocument } from './bulk-edit.generated';
import { NoMailServer, useMailEnabled } from './delivery';

/** The actions on the selected rows, and their outcome. Those that were refused stay selected. */
export function Selected({ assessments, onChoose }: { assessments: Chosen[]; onChoose: (ids: string[]) => void }) {
  const [asked, ask] = useState<'edit' | 'remind'>();
  const [outcome, setOutcome] = useState<Outcome>();
  const isTooMany = assessments.length > MOST_AT_ONCE;
  const finish = (done: Outcome) => {
    setOutcome(done);
    onChoose(done.refused.map(({ id }) => id));
  };
  const dialog = { assessments, onDone: finish, onClose: () => ask(undefined) };
  return (
    <>
      {assessments.length > 0 && (
        <Group gap="xs" role="region" aria-label="Selected assessments">
          <Text size="sm" role="status">
            {many(assessments.length, 'assessment')} selected
          </Text>
          {isTooMany && (
            <Text size="sm" c="dimmed">
              Select at most {MOST_AT_ONCE} to change them
            </Text>
          )}
          <Can do="assessments:edit">
            <Button size="xs" leftSection={<IconPencil size={14} aria-hidden />} disabled={isTooMany} onClick={() => ask('edit')}>
              Edit
            </Button>
          </Can>
          <Can do="assessments:create">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconBell size={14} aria-hidden />}
              disabled={isTooMany}
              onClick={() => ask('remind')}
            >
              Send reminder
            </Button>
          </Can>
          <Button variant="subtle" size="xs" onClick={() => onChoose([])}>
            Clear selection
          </Button>
        </Group>
      )}
      {outcome && <BulkOutcome noun="assessment" outcome={outcome} onClose={() => setOutcome(undefined)} />}
      {asked === 'edit' && <BulkEdit {...dialog} />}
      {asked === 'remind' && <BulkRemind {...dialog} />}
    </>
  );
}

interface BulkDialogProps {
  assessments: Chosen[];
  onDone: (outcome: Outcome) => void;
  onClose: () => void;
}

/** Changes reviewer and due date; what is left empty stays as it is. */
function BulkEdit({ assessments: given, onDone, onClose }: BulkDialogProps) {
  const assessments = useAsOpened(given);
  const form = useForm({ initialValues: { reviewerId: null as string | null, dueDate: '', isUndated: false } });
  const { reviewerId, dueDate, isUndated } = form.getValues();
  const { onSubmit, isPending, problem } = useFormMutation(form, UpdateAssessmentsDocument, {
    variables: (values) => ({
      input: {
        ids: assessments.map(({ id }) => id),
        ...(values.reviewerId !== null && { reviewerId: values.reviewerId === NOBODY ? null : values.reviewerId }),
        ...(values.isUndated ? { dueDate: null } : values.dueDate && { dueDate: endOf(values.dueDate) }),
      },
    }),
    onSuccess: ({ updateAssessments: { results } }) => {
      onClose();
      onDone(outcomeOf('changed', results, assessments));
    },
  });
  return (
    <Dialog title={`Edit ${many(assessments.length, 'assessment')}`} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          <ErrorBox error={problem} />
          <DayField
            label="Due"
            description="Leave empty to keep it"
            data-autofocus
            disabled={isUndated}
            {...form.getInputProps('dueDate')}
          />
          <Checkbox label="Remove the due date" {...form.getInputProps('isUndated', { type: 'checkbox' })} />
          <PersonSelect label="Reviewer" placeholder="Unchanged" nobody="No reviewer" {...form.getInputProps('reviewerId')} />
          <Buttons submit="Save" isPending={isPending} isDisabled={reviewerId === null && dueDate === '' && !isUndated} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function BulkRemind({ assessments: given, onDone, onClose }: BulkDialogProps) {
  const assessments = useAsOpened(given);
  const isMailed = useMailEnabled();
  const form = useForm({ initialValues: { message: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, RemindAssessmentsDocument, {
    variables: ({ message }) => ({ input: { ids: assessments.map(({ id }) => id), message: message || null } }),
    onSuccess: ({ remindAssessments: { results } }) => {
      onClose();
      onDone(outcomeOf('reminded', results, assessments));
    },
  });
  return (
    <Dialog title={`Send ${many(assessments.length, 'reminder')}`} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          <Text size="sm">The contact of each vendor gets an e-mail. Assessments that aren’t with the vendor are skipped.</Text>
          {isMailed === false && <NoMailServer>The reminders wait under Settings, Mail.</NoMailServer>}
          <ErrorBox error={problem} />
          <Textarea
            label="Message"
            description="Included in the e-mail"
            autosize
            minRows={3}
            maxRows={12}
            data-autofocus
            {...form.getInputProps('message')}
          />
          <Buttons submit="Send" isPending={isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

interface ButtonsProps {
  submit: string;
  isPending: boolean;
  isDisabled?: boolean;
  onClose: () => void;
}

function Buttons({ submit, isPending, isDisabled, onClose }: ButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending} disabled={isDisabled}>
        {submit}
      </Button>
    </Group>
  );
}
