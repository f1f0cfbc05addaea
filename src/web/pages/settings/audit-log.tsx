import { Button, Fieldset, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useFormMutation } from '../../api/form';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Card } from '../../components/card';
import { ChangeForm } from '../../components/change-form';
import { CopyField } from '../../components/copy-field';
import { ErrorBox } from '../../components/error-box';
import { dateTime } from '../../components/format';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { HistoryCard } from '../../history/history-card';
import { AuditLogSettingsDocument, type AuditLogSettingsQuery, SaveAuditLogSettingsDocument } from './audit-log.generated';

type Settings = AuditLogSettingsQuery['settings'];
type Witness = Settings['auditWitnesses'][number];

interface Values extends Record<string, unknown> {
  auditCheckpointRecipients: string[];
  auditWitnesses: Pick<Witness, 'name' | 'vkey' | 'address'>[];
  expectedRevision: number;
}

/** The keys of the signed log, and who keeps its checkpoints outside. */
export function AuditLogPage() {
  const query = useApiQuery(AuditLogSettingsDocument, {});
  return (
    <Page title="Audit log" actions={<OpenQuery operation={AuditLogSettingsDocument} variables={{}} />}>
      <Loaded query={query}>
        {({ settings }) => (
          <Stack maw={720}>
            <Keys settings={settings} />
            <OutsideForm settings={settings} />
            <HistoryCard title="History of all settings" of={{ entityType: 'Settings' }} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Keys({ settings: { auditVerifierKey, auditFormerVerifierKeys } }: { settings: Settings }) {
  return (
    <Card title="Keys">
      <Stack gap="md">
        <Text size="sm">Give the key to whoever checks proofs and checkpoints of the log. It is public.</Text>
        <CopyField label="Key of the log" value={auditVerifierKey} />
        {auditFormerVerifierKeys.map((vkey, i) => (
          <CopyField key={vkey} label={`Former key ${i + 1}`} value={vkey} />
        ))}
      </Stack>
    </Card>
  );
}

function OutsideForm({ settings }: { settings: Settings }) {
  const { auditCheckpointRecipients, auditWitnesses, revision } = settings;
  const form = useForm<Values>({
    initialValues: {
      auditCheckpointRecipients,
      auditWitnesses: auditWitnesses.map(({ name, vkey, address }) => ({ name, vkey, address })),
      expectedRevision: revision,
    },
  });
  const { onSubmit, isPending, problem } = useFormMutation(form, SaveAuditLogSettingsDocument, {
    variables: (input) => ({ input }),
    onSuccess: ({ updateSettings }) => {
      form.setFieldValue('expectedRevision', updateSettings.settings.revision);
      notify('Settings saved');
    },
  });
  return (
    <Card title="Checkpoints kept outside">
      <ChangeForm onSubmit={onSubmit}>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <TagsInput
            label="Recipients"
            description="They get the signed checkpoint by e-mail once a day. Press Enter after each address."
            {...form.getInputProps('auditCheckpointRecipients')}
          />
          {form.values.auditWitnesses.map(({ vkey }, i) => (
            <WitnessFields key={i} form={form} index={i} known={auditWitnesses.find((one) => one.vkey === vkey)} />
          ))}
          <Group>
            <Button type="submit" loading={isPending}>
              Save
            </Button>
            <Button variant="default" onClick={() => form.insertListItem('auditWitnesses', { name: '', vkey: '', address: '' })}>
              Add witness
            </Button>
          </Group>
        </Stack>
      </ChangeForm>
    </Card>
  );
}

interface WitnessFieldsProps {
  form: UseFormReturnType<Values>;
  index: number;
  /** As the server knows it. */
  known?: Witness;
}

function WitnessFields({ form, index, known }: WitnessFieldsProps) {
  const field = (name: keyof Values['auditWitnesses'][number]) => form.getInputProps(`auditWitnesses.${index}.${name}`);
  return (
    <Fieldset legend={`Witness ${index + 1}`}>
      <Stack gap="sm">
        <TextInput label="Name" {...field('name')} />
        <TextInput label="Key" description="The vkey of the witness" {...field('vkey')} />
        <TextInput label="Address" description="/add-checkpoint is appended" {...field('address')} />
        {known && <Text size="sm">{progressOf(known)}</Text>}
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          aria-label={`Remove witness ${index + 1}`}
          onClick={() => form.removeListItem('auditWitnesses', index)}
        >
          Remove
        </Button>
      </Stack>
    </Fieldset>
  );
}

function progressOf({ lastCosignedAt, lastCosignedSize, lastError }: Witness): string {
  const done = lastCosignedAt
    ? `Last cosigned on ${dateTime(lastCosignedAt)}, ${lastCosignedSize?.toLocaleString('en')} entries.`
    : 'Has not cosigned yet.';
  return lastError ? `${done} The last offer failed: ${lastError}.` : done;
}
