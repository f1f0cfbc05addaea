import { Button, Checkbox, Fieldset, Paper, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useFormMutation } from '../../api/form';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { ChangeForm } from '../../components/change-form';
import { ErrorBox } from '../../components/error-box';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { HistoryCard } from '../../history/history-card';
import { LogoCard } from './logo';
import { OrganisationDocument, type OrganisationQuery, SaveOrganisationDocument } from './organisation.generated';

export function OrganisationPage() {
  const query = useApiQuery(OrganisationDocument, {});
  return (
    <Page title="Organisation" actions={<OpenQuery operation={OrganisationDocument} variables={{}} />}>
      <Loaded query={query}>{({ settings }) => <OrganisationForm settings={settings} />}</Loaded>
      <HistoryCard title="History of all settings" of={{ entityType: 'Settings' }} />
    </Page>
  );
}

function OrganisationForm({ settings: { revision, logo, ...initial } }: { settings: OrganisationQuery['settings'] }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { ...initial, expectedRevision: revision } });
  const { onSubmit, isPending, problem } = useFormMutation(form, SaveOrganisationDocument, {
    variables: (input) => ({ input }),
    onSuccess: ({ updateSettings }) => {
      form.setFieldValue('expectedRevision', updateSettings.settings.revision);
      notify('Settings saved');
    },
  });
  return (
    <Stack maw={560}>
      <Paper withBorder p="md">
        <ChangeForm onSubmit={onSubmit}>
          <Stack gap="md">
            <ErrorBox error={problem} />
            <TextInput
              label="Organisation name"
              description="Shown in e-mails, questionnaires and reports"
              autoComplete="organization"
              key={form.key('organizationName')}
              {...form.getInputProps('organizationName')}
            />
            <Checkbox
              label="Allow anonymous schema introspection"
              description="Anyone can read the GraphQL schema, but no data. When off, only signed-in users can."
              key={form.key('publicIntrospection')}
              {...form.getInputProps('publicIntrospection', { type: 'checkbox' })}
            />
            <Checkbox
              label="Record downloads in the audit log"
              description="Exports, reports and evidence, and who downloaded them."
              key={form.key('auditReads')}
              {...form.getInputProps('auditReads', { type: 'checkbox' })}
            />
            <Fieldset legend="Board report">
              <Stack gap="sm">
                <Select
                  label="Send by e-mail"
                  description="Covers the period that has just ended. The first one is sent right away."
                  data={SCHEDULES}
                  allowDeselect={false}
                  key={form.key('boardReport.recurrence')}
                  {...form.getInputProps('boardReport.recurrence')}
                />
                <TagsInput
                  label="Recipients"
                  description="They get the report as a PDF. Press Enter after each address."
                  key={form.key('boardReport.recipients')}
                  {...form.getInputProps('boardReport.recipients')}
                />
              </Stack>
            </Fieldset>
            <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
              Save
            </Button>
          </Stack>
        </ChangeForm>
      </Paper>
      {logo !== undefined && (
        <LogoCard
          logo={logo}
          revision={() => form.getValues().expectedRevision}
          onSaved={(saved) => form.setFieldValue('expectedRevision', saved)}
        />
      )}
    </Stack>
  );
}

const SCHEDULES = [
  { value: 'NONE', label: 'Never' },
  { value: 'QUARTERLY', label: 'Every quarter' },
  { value: 'BIANNUALLY', label: 'Every half-year' },
  { value: 'ANNUALLY', label: 'Every year' },
];
