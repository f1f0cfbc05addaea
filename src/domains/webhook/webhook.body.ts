import { type AuditAction, actionLabel } from '../audit/audit.actions';
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

/** Sentences in which the thing isn't what comes last, or has another name than in the label: * is its place. */
const SENTENCES: Partial<Record<AuditAction, string>> = {
  REVOKE_SESSION: 'ended sessions of *',
  ADD_FACTOR: 'added a second factor of *',
  REMOVE_FACTOR: 'removed a second factor of *',
  LINK_IDENTITY: 'linked * to an identity provider',
  UNLINK_IDENTITY: 'unlinked * from an identity provider',
  SET_SCIM_GROUP_ROLE: 'set the role of SCIM group *',
  DECIDE_VENDOR_REQUEST: 'decided on the request for vendor *',
  START_OFFBOARDING: 'started the offboarding of *',
  UPDATE_OFFBOARDING: 'updated the offboarding of *',
  CHANGE_TIER: 'changed the tier of *',
  CHANGE_SCORE: 'changed the score of *',
  SEND_ASSESSMENT: 'sent assessment * to the vendor',
  OPEN_PORTAL: 'opened * for the first time',
  RESEND_LINK: 'issued a new portal link for *',
  REVOKE_LINK: 'revoked the portal link of *',
  DELEGATE_SECTIONS: 'handed sections of * to a colleague',
  SAVE_ANSWERS: 'saved answers to *',
  START_REVIEW: 'started the review of *',
  SEND_BACK_ASSESSMENT: 'returned assessment * to the vendor',
  REVIEW_DECISION: 'decided on an answer of *',
  APPROVE_COMPLIANT: 'approved all compliant answers of *',
  REQUEST_RISK_ACCEPTANCE: 'asked to accept the risk of finding *',
  APPROVE_RISK_ACCEPTANCE: 'approved accepting the risk of finding *',
  REJECT_RISK_ACCEPTANCE: 'rejected accepting the risk of finding *',
  WITHDRAW_RISK_ACCEPTANCE: 'withdrew the request to accept the risk of finding *',
  SEND_REMEDIATION: 'sent finding * to the vendor',
  SEND_BACK_REMEDIATION: 'returned finding * to the vendor',
  ADD_COMMENT: 'commented on *',
  CHANGE_ROLE: 'changed the role of *',
  RESET_PASSWORD: 'reset the password of *',
  MAKE_API_KEY_ORGANIZATIONAL: 'made API key * one of the organisation',
  RESEND_WEBHOOK_DELIVERY: 'queued a delivery of webhook * again',
  RETRY_MAIL: 'queued e-mail * again',
};

/** The same of what happens by itself, whoever is recorded with it. */
const BY_ITSELF: Partial<Record<AuditAction, string>> = {
  ASSESSMENT_OVERDUE: 'Assessment * is overdue',
  CERTIFICATION_EXPIRING: 'Certification * expires soon',
  CERTIFICATION_EXPIRED: 'Certification * has expired',
  RISK_ACCEPTANCE_ENDING: 'The acceptance of the risk of finding * ends soon',
  END_RISK_ACCEPTANCE: 'The acceptance of the risk of finding * ended',
};

/** Labels that say what somebody did: they go on from the name. */
const IS_DEED = /^(?:\w+ed|Began|Set|Sent|Made)\b/;

/** What happened, for people. */
function sentenceOf({ type, entry }: Told): string {
  if (!entry) return 'This is a test of a webhook of Vetgraph: it arrived.';
  const { actor, entityType, entityName, vendorName } = entry;
  const action = entry.action as AuditAction;
  const whose = vendorName !== null && entityType !== 'Vendor' ? ` (${vendorName})` : '';
  const what = entityName !== null && entityName !== actor ? `“${entityName}”${whose}` : null;
  const label = BY_TYPE[type] ?? actionLabel(action);
  if (what === null) return IS_DEED.test(label) ? `${actor} ${lowerFirst(label)}${whose}.` : `${label}${whose}.`;
  const withPlace = BY_ITSELF[action] ?? SENTENCES[action];
  if (withPlace) return `${BY_ITSELF[action] ? '' : `${actor} `}${withPlace.replace('*', () => what)}.`;
  return IS_DEED.test(label) ? `${actor} ${lowerFirst(label)} ${what}.` : `${label}: ${what}.`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

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
