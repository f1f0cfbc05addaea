import { Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useAsOpened, useFormMutation } from '../../api/form';
import { useApiMutation } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { ConfirmTyped } from '../../components/confirm-typed';
import { dayOf, endOf } from '../../components/day';
import { DayField } from '../../components/day-field';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { useFocusReturn } from '../../components/focus';
import { notify } from '../../components/notify';
import { PersonSelect } from '../../components/pickers';
import {
  type AssessmentQuery,
  DeleteAssessmentDocument,
  RevokePortalLinksDocument,
  UpdateAssessmentDocument,
} from './assessment.generated';
import { NoMailServer, useMailEnabled } from './delivery';
import { RECURRENCE_OPTIONS } from './questionnaire-fields';
import { SendBackDocument } from './review.generated';

export type Assessment = NonNullable<AssessmentQuery['assessment']>;

interface DialogProps {
  assessment: Assessment;
  onClose: () => void;
}

export function EditDialog({ assessment, onClose }: DialogProps) {
  const { id, revision, title, dueDate, reviewer, recurrence } = useAsOpened(assessment);
  const form = useForm({
    initialValues: { title, dueDate: dueDate ? dayOf(dueDate) : '', reviewerId: reviewer?.id ?? null, recurrence },
  });
  const { onSubmit, isPending, problem } = useFormMutation(form, UpdateAssessmentDocument, {
    variables: (values) => ({
      input: {
        id,
        expectedRevision: revision,
        title: values.title,
        reviewerId: values.reviewerId,
        recurrence: values.recurrence,
        // Keeps the exact time unless the day changes.
        dueDate: form.isDirty('dueDate') ? (values.dueDate ? endOf(values.dueDate) : null) : dueDate,
      },
    }),
    onSuccess: onClose,
  });
  return (
    <Dialog title="Edit assessment" onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          <ErrorBox error={problem} />
          <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
          <DayField label="Due" {...form.getInputProps('dueDate')} />
          <PersonSelect label="Reviewer" keep={reviewer} {...form.getInputProps('reviewerId')} />
          <Select label="Repeat" data={RECURRENCE_OPTIONS} allowDeselect={false} {...form.getInputProps('recurrence')} />
          <Buttons submit="Save" isPending={isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

export function DeleteDialog({ assessment: { id, title, findings }, onClose }: DialogProps) {
  useFocusReturn();
  const router = useRouter();
  const cache = useQueryClient();
  const remove = useApiMutation(DeleteAssessmentDocument, {
    invalidates: [],
    onSuccess: () => {
      notify('Assessment deleted');
      // Refetched only after leaving this page, which would find nothing.
      void router.navigate({ to: '/assessments' }).then(() => cache.invalidateQueries());
    },
  });
  return (
    <ConfirmTyped
      opened
      onClose={onClose}
      title="Delete assessment"
      phrase={title}
      onConfirm={() => remove.mutate({ input: { id } })}
      isPending={remove.isPending}
      error={remove.error}
    >
      Its answers, evidence, comments and findings{findings.length > 0 && ` (${findings.length})`} are deleted too, and the vendor’s scores
      are recalculated. This can’t be undone.
    </ConfirmTyped>
  );
}

export function RevokeDialog({ assessment: { id, vendor }, onClose }: DialogProps) {
  const revoke = useApiMutation(RevokePortalLinksDocument, {
    onSuccess: () => {
      notify('Link revoked');
      onClose();
    },
  });
  return (
    <Dialog title="Revoke the link" onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">
          {vendor.name} can no longer open the questionnaire. The answers are kept, and you can create a new one at any time.
        </Text>
        <ErrorBox error={revoke.error} />
        <Buttons submit="Revoke" isPending={revoke.isPending} onClose={onClose} onSubmit={() => revoke.mutate({ input: { id } })} />
      </Stack>
    </Dialog>
  );
}

interface SendBackDialogProps {
  assessment: {
    id: string;
    vendor: { name: string };
    questions: readonly { order: number; text: string; response: { review: { decision: string; note: string | null } | null } | null }[];
  };
  onClose: () => void;
  onDone: () => void;
}

/** Sends the answers back to the vendor. The message starts with the questions to clarify. */
export function SendBackDialog({ assessment: { id, vendor, questions }, onClose, onDone }: SendBackDialogProps) {
  const open = questions.filter(({ response }) => response?.review?.decision === 'CLARIFICATION_REQUESTED');
  const lines = open.map(({ order, text, response }) => `${order}. ${text}${response?.review?.note ? `\n   ${response.review.note}` : ''}`);
  const form = useForm({ initialValues: { message: lines.length > 0 ? `Please clarify:\n${lines.join('\n')}` : '' } });
  const isMailed = useMailEnabled();
  const { onSubmit, isPending, problem } = useFormMutation(form, SendBackDocument, {
    variables: ({ message }) => ({ input: { id, message: message || null } }),
    onSuccess: () => {
      notify(
        isMailed
          ? `Sent back; the e-mail to ${vendor.name} is on its way.`
          : `${vendor.name} can change the answers again. Nothing was e-mailed.`,
      );
      onDone();
    },
  });
  return (
    <Dialog title="Send back to the vendor" onClose={onClose} size="lg">
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          <Text size="sm">{vendor.name} can change the answers and submit them again. Decisions on answers that change are reset.</Text>
          {isMailed === false && (
            <NoMailServer>Nothing is e-mailed: tell {vendor.name} yourself. The vendor’s link opens the answers again.</NoMailServer>
          )}
          <ErrorBox error={problem} />
          <Textarea
            label="Message to the vendor"
            description={isMailed === false ? 'Included in the comment thread' : 'Included in the e-mail and the comment thread'}
            autosize
            minRows={4}
            maxRows={14}
            data-autofocus
            {...form.getInputProps('message')}
          />
          <Buttons submit="Send back" isPending={isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function Buttons({
  submit,
  isPending,
  onClose,
  onSubmit,
}: {
  submit: string;
  isPending: boolean;
  onClose: () => void;
  onSubmit?: () => void;
}) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button type={onSubmit ? 'button' : 'submit'} onClick={onSubmit} loading={isPending}>
        {submit}
      </Button>
    </Group>
  );
}

/** Which actions on an assessment are available, by its status and the user's role. */
export function useActions({ status }: { status: Assessment['status'] }) {
  const mayCreate = usePermission('assessments:create');
  const mayReview = usePermission('assessments:review');
  const isWithVendor = status === 'SENT' || status === 'IN_PROGRESS';
  const isInReview = status === 'SUBMITTED' || status === 'UNDER_REVIEW';
  return {
    send: mayCreate && status === 'DRAFT',
    link: mayCreate && isWithVendor,
    review: mayReview && isInReview,
    finalize: mayReview && status === 'UNDER_REVIEW',
    edit: usePermission('assessments:edit'),
    /** Only until submission. */
    evidence: usePermission('assessments:edit', 'assessments:review') && (status === 'DRAFT' || isWithVendor),
    delete: usePermission('assessments:delete'),
    compare: status === 'COMPLETED' || isInReview,
  };
}
