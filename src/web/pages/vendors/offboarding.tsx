import { Alert, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { needsEvidence } from '../../../domains/vendor/offboarding.rules';
import { useFormMutation } from '../../api/form';
import { useApiMutation } from '../../api/hooks';
import { Can, usePermission } from '../../app/session';
import { Card } from '../../components/card';
import { Confirm } from '../../components/confirm';
import { DateText } from '../../components/date-text';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { useFocusReturn } from '../../components/focus';
import { Files } from '../../components/files';
import { AnchorLink } from '../../components/link';
import { notify, notifyError } from '../../components/notify';
import { IconArchive, IconInfoCircle } from '../../theme/icons';
import {
  ArchiveVendorDocument,
  ReactivateVendorDocument,
  StartOffboardingDocument,
  UpdateOffboardingStepDocument,
} from './offboarding.generated';
import type { Vendor } from './vendor';

type Offboarding = NonNullable<Vendor['offboarding']>;
type Step = Offboarding['steps'][number];

/** Where a vendor that isn't active is on its way in or out, and what can be done next. */
export function Standing({ vendor }: { vendor: Vendor }) {
  const seesRequests = usePermission('vendors:request', 'vendors:create');
  if (vendor.status === 'REQUESTED')
    return (
      <Alert icon={<IconInfoCircle aria-hidden />} title="Requested, not approved yet">
        Lists and figures leave it out until somebody decides.{' '}
        {seesRequests && (
          <AnchorLink to="/vendor-requests" search={{ query: vendor.name }} inherit underline="always">
            Open the request
          </AnchorLink>
        )}
      </Alert>
    );
  if (vendor.status === 'ARCHIVED')
    return (
      <Alert icon={<IconArchive aria-hidden />} title="Archived">
        <Stack gap="xs" align="flex-start">
          <Text size="sm">
            It keeps its record, and lists and figures leave it out. Nothing can be sent to it.
            {!vendor.offboarding && ' Its request was rejected: request it again if you need it.'}
          </Text>
          {vendor.offboarding && (
            <Can do="vendors:edit">
              <Reactivate vendor={vendor} />
            </Can>
          )}
        </Stack>
      </Alert>
    );
  return null;
}

/** The checklist before a vendor is archived. */
export function OffboardingCard({ vendor, offboarding }: { vendor: Vendor; offboarding: Offboarding }) {
  const { startedAt, reason, steps, isComplete } = offboarding;
  const isUnderWay = vendor.status === 'OFFBOARDING';
  const mayEdit = usePermission('vendors:edit') && isUnderWay;
  return (
    <Card title="Offboarding">
      <Text size="sm" c="dimmed">
        Started <DateText value={startedAt} />
        {reason && `: ${reason}`}
      </Text>
      <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step) => (
          <li key={step.id}>
            <StepRow step={step} mayEdit={mayEdit} />
          </li>
        ))}
      </Stack>
      {mayEdit && (
        <Group gap="xs">
          <Archive vendor={vendor} isReady={isComplete} />
          <Reactivate vendor={vendor} />
        </Group>
      )}
    </Card>
  );
}

function StepRow({ step, mayEdit }: { step: Step; mayEdit: boolean }) {
  const { id, kind, label, isDone, note, evidence, doneAt, doneByName } = step;
  const [isNoting, setNoting] = useState(false);
  const update = useApiMutation(UpdateOffboardingStepDocument);
  const lacksEvidence = needsEvidence(kind) && evidence.length === 0;
  return (
    <Stack gap={6}>
      <Checkbox
        label={label}
        description={lacksEvidence ? 'Upload the evidence first, such as a certificate of destruction' : undefined}
        checked={isDone}
        disabled={!mayEdit || update.isPending || (lacksEvidence && !isDone)}
        onChange={({ currentTarget: { checked } }) => update.mutate({ input: { id, isDone: checked } }, { onError: notifyError })}
      />
      <Stack gap={6} pl={32}>
        {doneAt && (
          <Text size="xs" c="dimmed">
            Done <DateText value={doneAt} />
            {doneByName && ` by ${doneByName}`}
          </Text>
        )}
        {note && (
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {note}
          </Text>
        )}
        {(mayEdit || evidence.length > 0) && (
          <Files of={label} owner={{ offboardingStepId: id }} files={evidence} mayEdit={mayEdit} empty="No evidence" />
        )}
        {mayEdit && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => setNoting(true)}
            aria-label={`${note ? 'Edit' : 'Add'} note: ${label}`}
            style={{ alignSelf: 'flex-start' }}
          >
            {note ? 'Edit note' : 'Add note'}
          </Button>
        )}
      </Stack>
      {isNoting && <NoteDialog step={step} onClose={() => setNoting(false)} />}
    </Stack>
  );
}

function NoteDialog({ step: { id, label, note }, onClose }: { step: Step; onClose: () => void }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { note: note ?? '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, UpdateOffboardingStepDocument, {
    variables: (values) => ({ input: { id, note: values.note || null } }),
    onSuccess: onClose,
  });
  return (
    <Dialog title={label} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <Textarea label="Note" autosize minRows={3} maxRows={12} data-autofocus key={form.key('note')} {...form.getInputProps('note')} />
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

/** The beginning of a vendor's way out. */
export function StartOffboarding({ vendor }: { vendor: Vendor }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconArchive size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Offboard
      </Button>
      {isOpen && <StartDialog vendor={vendor} onClose={() => setOpen(false)} />}
    </>
  );
}

function StartDialog({ vendor: { id, name }, onClose }: { vendor: Vendor; onClose: () => void }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { reason: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, StartOffboardingDocument, {
    variables: ({ reason }) => ({ input: { id, reason: reason || null } }),
    onSuccess: () => {
      notify(`Offboarding of ${name} started`);
      onClose();
    },
  });
  return (
    <Dialog title={`Offboard ${name}`} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <Text size="sm">
            You get a checklist: access revoked, data returned or destroyed, contract ended. Once everything is done, the vendor can be
            archived.
          </Text>
          <ErrorBox error={problem} />
          <Textarea
            label="Reason"
            autosize
            minRows={2}
            maxRows={8}
            data-autofocus
            key={form.key('reason')}
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Start offboarding
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Archive({ vendor: { id, name }, isReady }: { vendor: Vendor; isReady: boolean }) {
  useFocusReturn(); // the button goes with the change
  const [isOpen, setOpen] = useState(false);
  const archive = useApiMutation(ArchiveVendorDocument, {
    onSuccess: () => {
      setOpen(false);
      notify(`${name} archived`);
    },
  });
  return (
    <>
      <Button disabled={!isReady} onClick={() => setOpen(true)}>
        Archive
      </Button>
      <Confirm
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Archive vendor"
        colour="brand"
        onConfirm={() => archive.mutate({ input: { id } })}
        isPending={archive.isPending}
        error={archive.error}
      >
        {name} leaves lists and figures and keeps its record. Links to its questionnaires end, and nothing can be sent to it. You can
        reactivate it later.
      </Confirm>
    </>
  );
}

function Reactivate({ vendor: { id, name } }: { vendor: Vendor }) {
  useFocusReturn(); // the button goes with the change
  const [isOpen, setOpen] = useState(false);
  const reactivate = useApiMutation(ReactivateVendorDocument, {
    onSuccess: () => {
      setOpen(false);
      notify(`${name} is active again`);
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Reactivate
      </Button>
      <Confirm
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Reactivate vendor"
        action="Reactivate"
        colour="brand"
        onConfirm={() => reactivate.mutate({ input: { id } })}
        isPending={reactivate.isPending}
        error={reactivate.error}
      >
        {name} is active again and back in lists and figures. Evidence of its offboarding moves to the vendor’s files; a later offboarding
        starts anew.
      </Confirm>
    </>
  );
}
