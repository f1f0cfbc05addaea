import { Radio, Stack, Text } from '@mantine/core';
import type { NotificationEmail, NotificationKind } from '../../api/enums.generated';
import { shows, useApiMutation, useApiQuery } from '../../api/hooks';
import { Card } from '../../components/card';
import { Loaded } from '../../components/loaded';
import { notifyError } from '../../components/notify';
import { PlainTable } from '../../components/plain-table';
import {
  NotificationSettingsDocument,
  type NotificationSettingsQuery,
  UpdateNotificationSettingsDocument,
  type UpdateNotificationSettingsMutationVariables,
} from './notification-settings.generated';

/** When the user is told, in words. */
const OCCASIONS: Record<NotificationKind, string> = {
  ASSIGNED: 'A vendor, review, finding or task is assigned to me',
  SUBMITTED: 'A vendor submits answers',
  REPLIED: 'Someone comments on an assessment I review, a finding I own, or one I commented on',
  OVERDUE: 'An assessment is overdue',
  EXPIRING: 'A certification is about to expire',
  SENT_BACK: 'An assessment is sent back to the vendor',
  ACCEPTED: 'The risk of a finding is accepted',
  REMEDIATION_ANSWERED: 'A vendor answers a finding',
  ACCEPTANCE_REQUESTED: 'Someone asks me to approve accepting a risk',
  ACCEPTANCE_DECIDED: 'My request to accept a risk is approved or rejected',
  ACCEPTANCE_ENDING: 'The acceptance of a risk is about to end',
  VENDOR_REQUEST: 'Someone asks for a vendor, and I may decide',
  VENDOR_REQUEST_DECIDED: 'A vendor that I asked for is approved or rejected',
  BOARD_REPORT: 'The board report is sent to my address',
};

const CHOICES: Record<NotificationEmail, string> = { AT_ONCE: 'At once', DAILY: 'Daily', NEVER: 'Never' };

type Setting = NotificationSettingsQuery['notificationSettings'][number];

/** How the user hears of each kind of notification by e-mail. */
export function NotificationSettings() {
  const query = useApiQuery(NotificationSettingsDocument, {});
  return (
    <div id="notifications">
      <Card title="Notifications by e-mail">
        <Loaded query={query}>{({ notificationSettings }) => <Choices settings={notificationSettings} />}</Loaded>
      </Card>
    </div>
  );
}

function Choices({ settings }: { settings: Setting[] }) {
  const { mutate } = useApiMutation(UpdateNotificationSettingsDocument, {
    invalidates: [NotificationSettingsDocument],
    optimistic: shows(NotificationSettingsDocument, {}, (shown, { input }: UpdateNotificationSettingsMutationVariables) => ({
      notificationSettings: shown.notificationSettings.map((one) => input.settings.find(({ kind }) => kind === one.kind) ?? one),
    })),
  });
  const choose = (kind: NotificationKind, email: NotificationEmail) =>
    mutate({ input: { settings: [{ kind, email }] } }, { onError: notifyError });
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        The bell shows all of them. Daily: one summary a day, at 07:00 UTC, of what you haven’t read by then.
      </Text>
      <PlainTable
        label="When you get an e-mail"
        rows={settings}
        rowKey={({ kind }) => kind}
        columns={[
          { key: 'kind', kind: 'name', header: 'When', render: ({ kind }) => OCCASIONS[kind] },
          ...(Object.keys(CHOICES) as NotificationEmail[]).map((choice) => ({
            key: choice,
            header: CHOICES[choice],
            kind: 'short' as const,
            render: ({ kind, email }: Setting) =>
              // A report is no line of a summary.
              kind === 'BOARD_REPORT' && choice === 'DAILY' ? null : (
                <Radio
                  name={`notification-${kind}`}
                  aria-label={`${OCCASIONS[kind]}: ${CHOICES[choice]}`}
                  checked={email === choice}
                  onChange={() => choose(kind, choice)}
                />
              ),
          })),
        ]}
      />
    </Stack>
  );
}
