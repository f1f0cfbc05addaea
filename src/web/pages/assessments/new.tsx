import { Button, Group, Paper, Stack, Textarea } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/error';
import { useFormMutation } from '../../api/form';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { dayIn } from '../../components/day';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink, ButtonLink } from '../../components/link';
import { VendorSelect } from '../../components/pickers';
import { NoMailServer, useMailEnabled } from './delivery';
import { CreateAssessmentDocument, SendToVendorsDocument, VendorPlanDocument, type VendorPlanQuery } from './new.generated';
import { inputOf, type Questionnaire, QuestionnaireFields, useBlank, useUsualTemplate } from './questionnaire-fields';
import { LinkToCopy } from './send-dialog';

const route = getRouteApi('/app/assessments/new');

/** Proposed where no plan says how long a vendor has to answer. */
const USUAL_DAYS = 30;

/** What was sent: the link is shown once. */
interface Sent {
  id: string;
  url: string;
  vendor: { name: string; contactEmail: string };
}

export function NewAssessmentPage() {
  const { vendor, template } = route.useSearch();
  const router = useRouter();
  const [sent, setSent] = useState<Sent>();
  const isMailed = useMailEnabled();
  const blank = useBlank();
  const form = useForm({
    initialValues: {
      ...blank,
      ...proposalOf(null, null),
      templateId: template ?? null,
      vendorId: vendor ?? (null as string | null),
      message: '',
    },
    validate: {
      vendorId: (value: string | null) => (value ? null : 'Choose a vendor'),
      templateId: (value: string | null) => (value ? null : 'Choose a questionnaire'),
    },
  });
  useProposal(form);
  const show = (assessmentId: string) => void router.navigate({ to: '/assessments/$assessmentId', params: { assessmentId } });

  const drafting = useFormMutation(form, CreateAssessmentDocument, {
    variables: (values) => ({ input: { ...inputOf(values), vendorId: values.vendorId ?? '' } }),
    onSuccess: ({ createAssessment: { assessment } }) => show(assessment.id),
  });
  const [refusal, setRefusal] = useState<string | null>();
  const sending = useFormMutation(form, SendToVendorsDocument, {
    variables: (values) => ({ input: { ...inputOf(values), vendorIds: [values.vendorId ?? ''], message: values.message || null } }),
    onSuccess: ({ sendAssessmentToVendors: { results } }) => {
      const [result] = results;
      setRefusal(result?.error);
      if (result?.assessment && result.portalUrl) setSent({ ...result.assessment, url: result.portalUrl });
    },
  });
  return (
    <Page
      title="New assessment"
      about="Send a questionnaire to a vendor, or keep it as a draft for now."
      above={
        <AnchorLink to="/assessments" size="sm">
          Assessments
        </AnchorLink>
      }
    >
      <Paper withBorder p="md" maw={760}>
        <form onSubmit={sending.onSubmit} noValidate>
          <Stack gap="sm">
            <ErrorBox
              error={drafting.problem ?? sending.problem ?? (refusal && new ApiError('CONFLICT', refusal))}
              advice={{ CONFLICT: '' }}
            />
            <VendorSelect label="Vendor" withAsterisk {...form.getInputProps('vendorId')} />
            <QuestionnaireFields form={form} />
            <Textarea
              label="Message"
              description={isMailed === false ? 'Included in the comment thread' : 'Included in the e-mail and the comment thread'}
              autosize
              minRows={2}
              maxRows={10}
              {...form.getInputProps('message')}
            />
            {isMailed === false && (
              <NoMailServer>Nothing is e-mailed. You get a link to share with the vendor yourself, by chat or another way.</NoMailServer>
            )}
            <Group justify="flex-end" gap="xs">
              <ButtonLink to="/assessments" variant="default">
                Cancel
              </ButtonLink>
              <Button variant="default" loading={drafting.isPending} disabled={sending.isPending} onClick={() => drafting.onSubmit()}>
                Create draft
              </Button>
              <Button type="submit" loading={sending.isPending} disabled={drafting.isPending}>
                {isMailed === false ? 'Create link' : 'Send'}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
      {sent && (
        <Dialog title={isMailed === false ? 'Link created' : 'Assessment sent'} size="lg" isHeld onClose={() => show(sent.id)}>
          <LinkToCopy url={sent.url} vendor={sent.vendor} isMailed={isMailed ?? true} onClose={() => show(sent.id)} />
        </Dialog>
      )}
    </Page>
  );
}

type Plan = NonNullable<VendorPlanQuery['vendor']>['plan'];
type Proposed = Pick<Questionnaire, 'templateId' | 'dueDate' | 'recurrence'>;

/** What the plan of the vendor's tier suggests, or what is usual. */
function proposalOf(plan: Plan, usual: string | null): Proposed {
  if (!plan) return { templateId: usual, dueDate: dayIn(USUAL_DAYS), recurrence: 'NONE' };
  const { templates, dueDays, recurrence } = plan;
  return { templateId: templates[0]?.id ?? usual, dueDate: dueDays === null ? '' : dayIn(dueDays), recurrence };
}

/** Proposes the plan of the chosen vendor; what was chosen by hand, or asked for by the link here, stays. */
function useProposal(form: UseFormReturnType<Questionnaire & { vendorId: string | null; message: string }>): void {
  const { vendorId } = form.getValues();
  const { data } = useApiQuery(VendorPlanDocument, { vendorId: vendorId ?? '' }, { enabled: vendorId !== null });
  const usual = useUsualTemplate();
  const last = useRef({ vendorId: null as string | null, usual: null as string | null, proposed: proposalOf(null, null) });
  const vendor = vendorId === null ? null : data?.vendor;
  useEffect(() => {
    if (vendorId !== null && !vendor) return;
    const { proposed: before } = last.current;
    if (last.current.vendorId === vendorId && last.current.usual === usual) return;
    const values = form.getValues();
    const proposed = proposalOf(vendor?.plan ?? null, usual);
    for (const name of ['templateId', 'dueDate', 'recurrence'] as const)
      if (values[name] === before[name]) form.setFieldValue(name, proposed[name]);
    last.current = { vendorId, usual, proposed };
  }, [vendorId, vendor, usual, form]);
}
