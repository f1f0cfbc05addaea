import type { WebhookDeliveryStatus, WebhookFormat } from '../../api/enums.generated';
import { MAIL_STATUSES, type Tone } from '../../theme/tones';

export const FORMATS: Record<WebhookFormat, string> = {
  STANDARD: 'Standard Webhooks',
  SLACK: 'Slack',
  TEAMS: 'Microsoft Teams',
};

const { QUEUED, SENT, FAILED } = MAIL_STATUSES;

export const DELIVERY_STATUSES: Record<WebhookDeliveryStatus, Tone> = {
  PENDING: QUEUED,
  DELIVERED: { ...SENT, label: 'Delivered' },
  FAILED,
  ABANDONED: { ...FAILED, label: 'Given up' },
};

interface Health {
  isEnabled: boolean;
  disabledReason: string | null;
  failingSince?: string | null;
}

/** How a webhook fares. */
export function healthOf({ isEnabled, disabledReason, failingSince }: Health): Tone {
  if (!isEnabled) return { ...(disabledReason ? FAILED : QUEUED), label: disabledReason ? 'Disabled by the server' : 'Disabled' };
  return failingSince ? { ...QUEUED, label: 'Failing' } : { ...SENT, label: 'Enabled' };
}
