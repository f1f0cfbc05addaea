import { Button, Group, Paper, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useFormMutation } from '../../api/form';
import { Page } from '../../app/page';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink, ButtonLink } from '../../components/link';
import { VendorSelect } from '../../components/pickers';
import { CreateAssessmentDocument } from './new.generated';
import { EMPTY, inputOf, QuestionnaireFields } from './questionnaire-fields';

const route = getRouteApi('/app/assessments/new');

export function NewAssessmentPage() {
  const { vendor, template } = route.useSearch();
  const router = useRouter();
  const form = useForm({
    initialValues: { ...EMPTY, templateId: template ?? null, vendorId: vendor ?? null },
    validate: {
      vendorId: (value: string | null) => (value ? null : 'Choose a vendor'),
      templateId: (value: string | null) => (value ? null : 'Choose a questionnaire'),
    },
  });
  const { onSubmit, isPending, problem } = useFormMutation(form, CreateAssessmentDocument, {
    variables: (values) => ({ input: { ...inputOf(values), vendorId: values.vendorId ?? '' } }),
    onSuccess: ({ createAssessment: { assessment } }) =>
      void router.navigate({ to: '/assessments/$assessmentId', params: { assessmentId: assessment.id } }),
  });
  return (
    <Page
      title="New assessment"
      about="This creates a draft: nothing goes to the vendor until you send it."
      above={
        <AnchorLink to="/assessments" size="sm">
          Assessments
        </AnchorLink>
      }
    >
      <Paper withBorder p="md" maw={760}>
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="sm">
            <ErrorBox error={problem} />
            <VendorSelect label="Vendor" withAsterisk {...form.getInputProps('vendorId')} />
            <QuestionnaireFields form={form} />
            <Group justify="flex-end" gap="xs">
              <ButtonLink to="/assessments" variant="default">
                Cancel
              </ButtonLink>
              <Button type="submit" loading={isPending}>
                Create draft
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Page>
  );
}
