import { Group, Text, ThemeIcon } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { useApiQuery } from '../../api/hooks';
import { type Permission, useNowhere, usePermission } from '../../app/session';
import { Card } from '../../components/card';
import { AnchorLink } from '../../components/link';
import { IconCheck, IconPoint } from '../../theme/icons';
import type { Dashboard } from './dashboard-of';
import { OnboardingDocument, type OnboardingQuery } from './onboarding.generated';
import classes from './onboarding.module.css';

interface Step {
  label: string;
  about: string;
  to: NonNullable<LinkProps['to']>;
  permission: Permission;
  isDone: (data: OnboardingQuery, dashboard: Dashboard) => boolean;
}

/** What a new installation is called. */
const UNNAMED = 'My organisation';

const STEPS: Step[] = [
  {
    label: 'Name your organisation',
    about: 'Vendors see it in e-mails, questionnaires and reports.',
    to: '/settings/organisation',
    permission: 'settings:manage',
    isDone: ({ settings }) => settings.organizationName !== UNNAMED,
  },
  {
    label: 'Add your first vendor',
    about: 'A name and an e-mail address are enough.',
    to: '/vendors/new',
    permission: 'vendors:create',
    isDone: (_, { vendorCount }) => vendorCount > 0,
  },
  {
    label: 'Send your first questionnaire',
    about: 'The library has ready-made ones.',
    to: '/assessments/new',
    permission: 'assessments:create',
    isDone: ({ assessments }) => assessments.totalCount > 0,
  },
  {
    label: 'Invite a colleague',
    about: 'Reviews and approvals take a second person.',
    to: '/settings/users/new',
    permission: 'users:manage',
    isDone: ({ users = [] }) => users.length > 1,
  },
  {
    label: 'Set up a mail server',
    about: 'Without one, you share links to questionnaires yourself. Whoever runs the server sets SMTP_URL.',
    to: '/settings/mail',
    permission: 'settings:manage',
    isDone: ({ settings }) => settings.mailEnabled,
  },
];

/** The first steps of a new installation; gone once they are done, or the first score is there. */
export function Onboarding({ dashboard }: { dashboard: Dashboard }) {
  const may: Partial<Record<Permission, boolean>> = {
    'settings:manage': usePermission('settings:manage'),
    'vendors:create': usePermission('vendors:create'),
    'assessments:create': usePermission('assessments:create'),
    'users:manage': usePermission('users:manage'),
  };
  const steps = STEPS.filter(({ permission }) => may[permission]);
  const isNowhere = useNowhere();
  const isNew = dashboard.averageScore === null && steps.length > 0 && !isNowhere;
  const { data } = useApiQuery(OnboardingDocument, { seesUsers: may['users:manage'] ?? false }, { enabled: isNew });
  if (!isNew || !data) return null;
  const done = steps.filter(({ isDone }) => isDone(data, dashboard));
  if (done.length === steps.length) return null;
  return (
    <Card
      title="Get started"
      link={
        <Text size="sm" c="dimmed" role="status">
          {done.length} of {steps.length} done
        </Text>
      }
    >
      <ul className={classes.steps}>
        {steps.map((step) => (
          <li key={step.label}>
            <Line step={step} isDone={done.includes(step)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Line({ step: { label, about, to }, isDone }: { step: Step; isDone: boolean }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <ThemeIcon size={22} radius="xl" variant={isDone ? 'filled' : 'default'} color="green.9" mt={1}>
        {isDone ? <IconCheck size={14} aria-label="Done" role="img" /> : <IconPoint size={14} aria-label="To do" role="img" />}
      </ThemeIcon>
      <div>
        {isDone ? (
          <Text size="sm" c="dimmed">
            {label}
          </Text>
        ) : (
          <AnchorLink to={to} size="sm" fw={550}>
            {label}
          </AnchorLink>
        )}
        {!isDone && (
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        )}
      </div>
    </Group>
  );
}
