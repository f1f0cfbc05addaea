import { Alert, Group, Stack, Text } from '@mantine/core';
import { usePermission } from '../../app/session';
import { ButtonLink } from '../../components/link';
import { IconClipboardCheck, IconSend } from '../../theme/icons';
import type { Vendor } from './vendor';

/** What a new vendor needs next: to be sent what its plan has drafted, or else its first questionnaire. */
export function NextStep({ vendor }: { vendor: Vendor }) {
  const mayCreate = usePermission('assessments:create');
  if (vendor.status !== 'ACTIVE' || !mayCreate) return null;
  if (vendor.assessmentCount === 0) return <FirstAssessment vendor={vendor} />;
  const isOnlyDrafted = vendor.drafts?.totalCount === vendor.assessmentCount;
  return isOnlyDrafted ? <Drafted drafts={vendor.drafts!.nodes} /> : null;
}

function Drafted({ drafts }: { drafts: readonly { id: string; title: string }[] }) {
  return (
    <Alert icon={<IconClipboardCheck aria-hidden />} title={`Next: send the ${drafts.length === 1 ? 'questionnaire' : 'questionnaires'}`}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">The vendor hasn’t been sent anything yet. Open each draft to check and send it.</Text>
        <Group gap="xs">
          {drafts.map(({ id, title }) => (
            <ButtonLink
              key={id}
              to="/assessments/$assessmentId"
              params={{ assessmentId: id }}
              variant="default"
              leftSection={<IconSend size={16} aria-hidden />}
            >
              {title}
            </ButtonLink>
          ))}
        </Group>
      </Stack>
    </Alert>
  );
}

/** Where a new vendor leads: to its first questionnaire, which the plan of its tier suggests. */
function FirstAssessment({ vendor: { id, plan } }: { vendor: Vendor }) {
  if (!usePermission('templates:view')) return null;
  const [suggested, ...others] = plan?.templates ?? [];
  return (
    <Alert icon={<IconClipboardCheck aria-hidden />} title="Next: the first assessment">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {suggested
            ? `The plan of its tier begins with “${suggested.name}”${others.length > 0 ? `, followed by ${others.map(({ name }) => `“${name}”`).join(' and ')}` : ''}.`
            : 'Send a questionnaire to find out how well this vendor protects you.'}
        </Text>
        <ButtonLink to="/assessments/new" search={{ vendor: id, template: suggested?.id }} leftSection={<IconSend size={16} aria-hidden />}>
          Send the first questionnaire
        </ButtonLink>
      </Stack>
    </Alert>
  );
}
