import { actionLabel } from '../audit/audit.actions';
import { WebhookFormat } from './webhook.entity';

/** The type of a request that a person asked for to see whether it arrives. */
export const TEST_TYPE = 'webhook.test';

/** What a request tells of. */
export interface Told {
  type: string;
  /** When it happened. */
  at: string;
  /** Null for a test. */
  entry: ToldEntry | null;
}

interface ToldEntry {
  id: string;
  lane: number;
  seq: number;
  hash: string;
  action: string;
  actor: string;
  entityType: string | null;
  entityId: string | null;
  entityName: string | null;
  vendorId: string | null;
  vendorName: string | null;
  assessmentId: string | null;
  findingId: string | null;
}

/** The body of a request. It is the same for each attempt. */
export function bodyOf(format: WebhookFormat, told: Told, publicUrl: string): string {
  return JSON.stringify(BODIES[format](told, publicUrl));
}

const BODIES: Record<WebhookFormat, (told: Told, publicUrl: string) => object> = {
  [WebhookFormat.STANDARD]: standard,
  [WebhookFormat.SLACK]: slack,
  [WebhookFormat.TEAMS]: teams,
};

/** Ids only: whoever gets hold of a request learns no names and values. */
function standard({ type, at, entry }: Told): object {
  const { id, entityType, entityId, vendorId, assessmentId, findingId, lane, seq, hash } = entry ?? NOTHING;
  return { type, timestamp: at, data: { id, entityType, entityId, vendorId, assessmentId, findingId, lane, seq, hash } };
}

const NOTHING = {
  id: null,
  entityType: null,
  entityId: null,
  vendorId: null,
  assessmentId: null,
  findingId: null,
  lane: null,
  seq: null,
  hash: null,
};

const LINK = 'Open in Vetgraph';

/** https://docs.slack.dev/messaging/formatting-message-text: these three have a meaning there, and no others. */
const inSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function slack(told: Told, publicUrl: string): object {
  return { text: `${inSlack(sentenceOf(told))} <${inSlack(linkOf(told, publicUrl))}|${LINK}>` };
}

/** Brackets would make a link of what follows them. */
const inCard = (text: string) => text.replace(/[\\[\]]/g, '\\$&');

function teams(told: Told, publicUrl: string): object {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [{ type: 'TextBlock', text: inCard(sentenceOf(told)), wrap: true }],
    actions: [{ type: 'Action.OpenUrl', title: LINK, url: linkOf(told, publicUrl) }],
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

/** Where the action says less than the type. */
const BY_TYPE: Record<string, string> = {
  'finding.remediated': 'Remediated finding',
  'finding.accepted': 'Accepted the risk of finding',
};

/** Labels that say what somebody did: they go on from the name. */
const IS_DEED = /^(?:\w+ed|Began|Set|Sent|Made)\b/;

/** What happened, for people. */
function sentenceOf({ type, entry }: Told): string {
  if (!entry) return 'This is a test of a webhook of Vetgraph: it arrived.';
  const { action, actor, entityType, entityName, vendorName } = entry;
  const label = BY_TYPE[type] ?? actionLabel(action);
  const what = entityName !== null && entityName !== actor ? ` “${entityName}”` : '';
  const whose = vendorName !== null && entityType !== 'Vendor' ? ` (${vendorName})` : '';
  if (!IS_DEED.test(label)) return `${label}${what && `:${what}`}${whose}.`;
  return `${actor} ${label.charAt(0).toLowerCase()}${label.slice(1)}${what}${whose}.`;
}

/** The page of the thing. */
function linkOf({ entry }: Told, publicUrl: string): string {
  return publicUrl + (entry ? pageOf(entry) : '/settings/webhooks');
}

const SETTINGS_TYPES = new Set(['Settings', 'User', 'Role', 'ApiKey', 'IdentityProvider', 'ScimToken', 'ScimGroup', 'Mail']);

function pageOf({ action, entityType, entityId, vendorId, assessmentId }: ToldEntry): string {
  // What is deleted has no page.
  if (action.startsWith('DELETE_')) return entityType !== 'Vendor' && vendorId ? `/vendors/${vendorId}` : '/audit';
  if (entityType === 'Vendor') return `/vendors/${entityId}`;
  if (entityType === 'Template') return `/templates/${entityId}`;
  if (entityType === 'Framework') return `/frameworks/${entityId}`;
  if (assessmentId) return `/assessments/${assessmentId}`;
  if (entityType === 'Finding') return '/findings';
  if (vendorId) return `/vendors/${vendorId}`;
  if (entityType === 'Webhook') return `/settings/webhooks/${entityId}`;
  return SETTINGS_TYPES.has(entityType ?? '') ? '/settings' : '/audit';
}
