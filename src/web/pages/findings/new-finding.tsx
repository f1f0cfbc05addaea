import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import { useFormMutation } from '../../api/form';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Card } from '../../components/card';
import { ControlCodes } from '../../components/control-select';
import { ErrorBox } from '../../components/error-box';
import { date } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { notify } from '../../components/notify';
import { VendorSelect } from '../../components/pickers';
import { optionsOf, SEVERITIES } from '../../theme/tones';
import type { Severity } from '../../api/enums.generated';
import { AssessmentOptionsDocument, CreateFindingDocument } from './new-finding.generated';

const route = getRouteApi('/app/findings/new');

/** Adds a finding manually. It belongs to an assessment, so the vendor is chosen first. */
export function NewFindingPage() {
  const { vendor, assessment } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, isPending: isReading } = useApiQuery(
    AssessmentOptionsDocument,
    { vendorId: vendor ?? '' },
    { enabled: vendor !== undefined },
  );
  const assessments = (data?.assessments.nodes ?? []).map(({ id, title, createdAt }) => ({
    value: id,
    label: `${title} · ${date(createdAt)}`,
  }));
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      assessmentId: assessment ?? null,
      title: '',
      description: '',
      severity: 'MEDIUM' as Severity,
      controlCodes: [] as string[],
    },
    validate: { assessmentId: (value) => (value ? null : 'Choose an assessment') },
  });
  const { onSubmit, isPending, problem } = useFormMutation(form, CreateFindingDocument, {
    variables: ({ assessmentId, description, ...rest }) => ({
      input: { ...rest, assessmentId: assessmentId ?? '', description: description || null },
    }),
    onSuccess: ({ createFinding: { finding } }) => {
      notify(`${finding.title} added to the register`);
      void navigate({ to: '/findings', search: { finding: finding.id } });
    },
  });
  const field = (name: keyof typeof form.values) => ({ key: form.key(name), ...form.getInputProps(name) });
  return (
    <Page
      title="New finding"
      above={
        <AnchorLink to="/findings" size="sm">
          Risk register
        </AnchorLink>
      }
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md" maw={640}>
          <ErrorBox error={problem} />
          <Card title="Source">
            <VendorSelect
              label="Vendor"
              withAsterisk
              value={vendor ?? null}
              error={vendor === undefined && form.errors.assessmentId ? 'Choose a vendor' : undefined}
              onChange={(value) => {
                form.setFieldValue('assessmentId', null);
                void navigate({ search: { vendor: value ?? undefined }, replace: true });
              }}
            />
            <Select
              label="Assessment"
              withAsterisk
              disabled={vendor === undefined}
              description={
                vendor === undefined
                  ? 'Choose a vendor first'
                  : !isReading && assessments.length === 0
                    ? 'This vendor has no assessment yet'
                    : undefined
              }
              searchable
              data={assessments}
              {...field('assessmentId')}
            />
          </Card>
          <Card title="Finding">
            <TextInput label="Title" withAsterisk description="A one-line summary of the gap" {...field('title')} />
            <Select label="Severity" withAsterisk allowDeselect={false} data={optionsOf(SEVERITIES)} {...field('severity')} />
            <Textarea label="Description" autosize minRows={3} maxRows={12} {...field('description')} />
            <ControlCodes
              label="Control codes"
              description="Type a word to find a control, or press Enter after each code"
              {...field('controlCodes')}
            />
          </Card>
          <Group gap="xs">
            <Button type="submit" loading={isPending}>
              Create finding
            </Button>
            <ButtonLink to="/findings" variant="default">
              Cancel
            </ButtonLink>
          </Group>
        </Stack>
      </form>
    </Page>
  );
}
