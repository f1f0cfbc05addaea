import { Button, Group, Paper, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useAsOpened, useFormMutation } from '../../api/form';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { ToneBadge } from '../../components/badges';
import { Confirm } from '../../components/confirm';
import { DateText } from '../../components/date-text';
import { DayField } from '../../components/day-field';
import { DefinitionList } from '../../components/definition-list';
import { Dialog } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { Files } from '../../components/files';
import { many, NONE } from '../../components/format';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { IconPencil, IconPlus, IconTrash } from '../../theme/icons';
import { BANDS, paint, type Tone } from '../../theme/tones';
import {
  CreateCertificationDocument,
  DeleteCertificationDocument,
  UpdateCertificationDocument,
  VendorCertificationsDocument,
  type VendorCertificationsQuery,
} from './certifications.generated';

type Certification = NonNullable<VendorCertificationsQuery['vendor']>['certifications'][number];

/** The open form: for a new certification or an existing one. */
type Editing = 'new' | Certification | undefined;

export function Certifications({ vendorId }: { vendorId: string }) {
  const query = useApiQuery(VendorCertificationsDocument, { id: vendorId });
  const mayEdit = usePermission('vendors:edit');
  const [editing, setEditing] = useState<Editing>();
  const [leaving, setLeaving] = useState<Certification>();
  const remove = useApiMutation(DeleteCertificationDocument, {
    onSuccess: () => {
      notify(`${leaving?.name} deleted`);
      setLeaving(undefined);
    },
  });
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      Add certification
    </Button>
  );
  return (
    <Loaded query={query}>
      {({ vendor }) => {
        const certifications = vendor?.certifications ?? [];
        return (
          <Stack gap="md" align="flex-start">
            {certifications.length > 0 && add}
            {certifications.length === 0 && (
              <EmptyState title="No certifications" action={add}>
                Certificates and attestations the vendor holds, such as ISO 27001 or SOC 2, with their expiry and evidence.
              </EmptyState>
            )}
            <SimpleGrid cols={{ base: 1, md: 2 }} w="100%">
              {certifications.map((certification) => (
                <CertificationCard
                  key={certification.id}
                  certification={certification}
                  mayEdit={mayEdit}
                  onEdit={() => setEditing(certification)}
                  onDelete={() => setLeaving(certification)}
                />
              ))}
            </SimpleGrid>
            {editing && (
              <Dialog title={editing === 'new' ? 'Add certification' : 'Edit certification'} onClose={() => setEditing(undefined)}>
                <CertificationForm
                  vendorId={vendorId}
                  certification={editing === 'new' ? undefined : editing}
                  onDone={() => setEditing(undefined)}
                />
              </Dialog>
            )}
            <Confirm
              title="Delete certification"
              opened={leaving !== undefined}
              onClose={() => setLeaving(undefined)}
              onConfirm={() => remove.mutate({ input: { id: leaving!.id } })}
              isPending={remove.isPending}
              error={remove.error}
            >
              This permanently deletes {leaving?.name} and its files. Its shared-responsibility tasks are kept.
            </Confirm>
          </Stack>
        );
      }}
    </Loaded>
  );
}

const SOON_DAYS = 60;

/** The state of a certification by its expiry date. */
export function expiryTone({ isExpired, expiresInDays }: Pick<Certification, 'isExpired' | 'expiresInDays'>): Tone {
  if (isExpired) return { ...BANDS.RED, label: 'Expired' };
  if (expiresInDays === null) return { ...BANDS.GREEN, label: 'Does not expire' };
  if (expiresInDays <= SOON_DAYS)
    return { ...BANDS.AMBER, label: expiresInDays === 0 ? 'Expires today' : `Expires in ${many(expiresInDays, 'day')}` };
  return { ...BANDS.GREEN, label: 'Valid' };
}

interface CertificationCardProps {
  certification: Certification;
  mayEdit: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function CertificationCard({ certification, mayEdit, onEdit, onDelete }: CertificationCardProps) {
  const tone = expiryTone(certification);
  const { id, name, issuer, issuedDate, expiresDate, notes, attachments } = certification;
  return (
    <Paper component="section" withBorder p="md" aria-label={name} style={{ borderInlineStart: `4px solid ${paint(tone.colour)}` }}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <ToneBadge tone={tone} />
        </Group>
        <DefinitionList
          items={[
            ['Issuer', issuer ?? NONE],
            ['Issued', <DateText key="issued" value={issuedDate} />],
            ['Expires', <DateText key="last" value={expiresDate} />],
            ['Notes', notes ?? NONE],
          ]}
        />
        <Text size="sm" fw={600}>
          Evidence
        </Text>
        <Files of={name} owner={{ certificationId: id }} files={attachments} mayEdit={mayEdit} />
        {mayEdit && (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPencil size={14} aria-hidden />}
              aria-label={`Edit ${name}`}
              onClick={onEdit}
            >
              Edit
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconTrash size={14} aria-hidden />}
              aria-label={`Delete ${name}`}
              onClick={onDelete}
            >
              Delete
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function CertificationForm({
  vendorId,
  certification: given,
  onDone,
}: {
  vendorId: string;
  certification?: Certification;
  onDone: () => void;
}) {
  const certification = useAsOpened(given);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      name: certification?.name ?? '',
      issuer: certification?.issuer ?? '',
      issuedDate: certification?.issuedDate ?? '',
      expiresDate: certification?.expiresDate ?? '',
      notes: certification?.notes ?? '',
    },
  });
  const inputOf = ({ name, ...rest }: typeof form.values) => ({
    name,
    ...(Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, value || null])) as Record<keyof typeof rest, string | null>),
  });
  const onSuccess = () => {
    notify(certification ? 'Certification saved' : 'Certification added');
    onDone();
  };
  const adding = useFormMutation(form, CreateCertificationDocument, {
    variables: (values) => ({ input: { vendorId, ...inputOf(values) } }),
    onSuccess,
  });
  const saving = useFormMutation(form, UpdateCertificationDocument, {
    variables: (values) => ({ input: { id: certification!.id, expectedRevision: certification!.revision, ...inputOf(values) } }),
    onSuccess,
  });
  const { onSubmit, isPending, problem } = certification ? saving : adding;
  const field = (name: keyof typeof form.values) => ({ key: form.key(name), ...form.getInputProps(name) });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <ErrorBox
          error={problem}
          advice={{ CONFLICT: 'Someone else changed it in the meantime. Close this form and open it again to see the current values.' }}
        />
        <TextInput label="Name" withAsterisk placeholder="ISO 27001" data-autofocus {...field('name')} />
        <TextInput label="Issuer" {...field('issuer')} />
        <SimpleGrid cols={2}>
          <DayField label="Issued" {...field('issuedDate')} />
          <DayField label="Expires" {...field('expiresDate')} />
        </SimpleGrid>
        <Textarea label="Notes" autosize minRows={2} maxRows={8} {...field('notes')} />
        {!certification && (
          <Text size="xs" c="dimmed">
            If it is named after a framework with shared controls, those are added as shared-responsibility tasks.
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {certification ? 'Save' : 'Add'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
