import { Alert, Stack, Text } from '@mantine/core';
import { usePermission } from '../../app/session';
import { ButtonLink } from '../../components/link';
import { IconClipboardCheck, IconSend } from '../../theme/icons';
import type { Vendor } from './vendor';

/** Where a new vendor leads: to its first questionnaire, which the plan of its tier suggests. */
export function FirstAssessment({ vendor: { id, status, assessmentCount, plan } }: { vendor: Vendor }) {
  const mayCreate = usePermission('assessments:create');
  const seesTemplates = usePermission('templates:view');
  if (status !== 'ACTIVE' || assessmentCount > 0 || !mayCreate || !seesTemplates) return null;
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
