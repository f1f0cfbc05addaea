import type { Permission } from '../../kernel/permission-list';
import { AUDIT_ACTIONS, type AuditAction, type EntityType } from '../audit/audit.actions';

/**
 * Who sees events of a type; `file`: who sees what the file belongs to; `request`: who sees all requests for vendors, and whoever made
 * this one. Whoever holds audit:view sees all.
 */
type Audience = Permission | 'file' | 'request';

interface TypeRule {
  description: string;
  audience: Audience;
}

const VENDORS: Audience = 'vendors:view';
const REQUESTS: Audience = 'request';
const ASSESSMENTS: Audience = 'assessments:view';
const SETTINGS: Audience = 'settings:manage';

/** Types with a name of their own. */
const NAMED: Record<string, TypeRule> = {
  'vendor.created': { description: 'A vendor was created or imported', audience: VENDORS },
  'vendor.updated': { description: 'A vendor’s details changed', audience: VENDORS },
  'vendor.deleted': { description: 'A vendor was deleted', audience: VENDORS },
  'vendor_request.created': { description: 'Somebody asked for a vendor', audience: REQUESTS },
  'vendor_request.approved': { description: 'A request for a vendor was approved', audience: REQUESTS },
  'vendor_request.rejected': { description: 'A request for a vendor was rejected', audience: REQUESTS },
  'vendor.offboarding_started': { description: 'The offboarding of a vendor began', audience: VENDORS },
  'vendor.offboarding_progressed': { description: 'A step of a vendor’s offboarding changed', audience: VENDORS },
  'vendor.archived': { description: 'A vendor was archived', audience: VENDORS },
  'vendor.reactivated': { description: 'A vendor became active again', audience: VENDORS },
  'vendor.tier_changed': { description: 'A vendor’s tier changed', audience: VENDORS },
  'assessment.created': { description: 'An assessment was created', audience: ASSESSMENTS },
  'assessment.sent': { description: 'An assessment was sent to the vendor', audience: ASSESSMENTS },
  'assessment.opened': { description: 'The vendor opened the portal for the first time', audience: ASSESSMENTS },
  'assessment.progressed': { description: 'The vendor saved answers', audience: ASSESSMENTS },
  'assessment.submitted': { description: 'The vendor submitted the answers', audience: ASSESSMENTS },
  'assessment.sent_back': { description: 'An assessment went back to the vendor', audience: ASSESSMENTS },
  'assessment.completed': { description: 'A review was finalized', audience: ASSESSMENTS },
  'assessment.overdue': { description: 'An assessment passed its due date', audience: ASSESSMENTS },
  'finding.opened': { description: 'A finding was raised', audience: ASSESSMENTS },
  'finding.updated': {
    description: 'Owner, due date, plan, severity, treatment or visibility of a finding changed',
    audience: ASSESSMENTS,
  },
  'finding.remediated': { description: 'A finding was remediated', audience: ASSESSMENTS },
  'finding.accepted': { description: 'The risk of a finding was accepted', audience: ASSESSMENTS },
  'acceptance.requested': { description: 'Accepting the risk of a finding was requested', audience: ASSESSMENTS },
  'acceptance.approved': { description: 'A request to accept a risk was approved', audience: ASSESSMENTS },
  'acceptance.rejected': { description: 'A request to accept a risk was rejected', audience: ASSESSMENTS },
  'acceptance.withdrawn': { description: 'A request to accept a risk was withdrawn', audience: ASSESSMENTS },
  'acceptance.ending': { description: 'The acceptance of a risk ends within 30 days', audience: ASSESSMENTS },
  'acceptance.ended': { description: 'The acceptance of a risk ended, and a new finding was raised', audience: ASSESSMENTS },
  'remediation.sent': { description: 'A finding was sent to the vendor', audience: ASSESSMENTS },
  'remediation.answered': { description: 'The vendor answered a finding', audience: ASSESSMENTS },
  'remediation.sent_back': { description: 'The vendor’s answer to a finding was sent back', audience: ASSESSMENTS },
  'remediation.accepted': { description: 'The vendor’s answer to a finding was accepted', audience: ASSESSMENTS },
  'certification.added': { description: 'A certification was recorded', audience: VENDORS },
  'certification.expiring': { description: 'A certification expires within 30 days', audience: VENDORS },
  'certification.expired': { description: 'A certification has expired', audience: VENDORS },
  'comment.added': { description: 'Someone commented on an assessment or a finding', audience: ASSESSMENTS },
  'evidence.added': { description: 'A file was uploaded', audience: 'file' },
  'score.changed': { description: 'A vendor’s score changed', audience: VENDORS },
  'user.signed_in': { description: 'Someone signed in', audience: 'audit:view' },
  'settings.changed': { description: 'The settings changed', audience: SETTINGS },
  'webhook.disabled': {
    description: 'A webhook was disabled by the server: its receiver failed for too long, or answered 410',
    audience: SETTINGS,
  },
};

/** What entries with these actions are called; others are `audit.` and the action. */
const BY_ACTION: Partial<Record<AuditAction, string>> = {
  CREATE_VENDOR: 'vendor.created',
  UPDATE_VENDOR: 'vendor.updated',
  DELETE_VENDOR: 'vendor.deleted',
  CREATE_VENDOR_REQUEST: 'vendor_request.created',
  START_OFFBOARDING: 'vendor.offboarding_started',
  UPDATE_OFFBOARDING: 'vendor.offboarding_progressed',
  ARCHIVE_VENDOR: 'vendor.archived',
  REACTIVATE_VENDOR: 'vendor.reactivated',
  CHANGE_TIER: 'vendor.tier_changed',
  CHANGE_SCORE: 'score.changed',
  CREATE_ASSESSMENT: 'assessment.created',
  SEND_ASSESSMENT: 'assessment.sent',
  OPEN_PORTAL: 'assessment.opened',
  SAVE_ANSWERS: 'assessment.progressed',
  SUBMIT_ASSESSMENT: 'assessment.submitted',
  SEND_BACK_ASSESSMENT: 'assessment.sent_back',
  FINALIZE_ASSESSMENT: 'assessment.completed',
  ASSESSMENT_OVERDUE: 'assessment.overdue',
  CREATE_FINDING: 'finding.opened',
  UPDATE_FINDING: 'finding.updated',
  REQUEST_RISK_ACCEPTANCE: 'acceptance.requested',
  APPROVE_RISK_ACCEPTANCE: 'acceptance.approved',
  REJECT_RISK_ACCEPTANCE: 'acceptance.rejected',
  WITHDRAW_RISK_ACCEPTANCE: 'acceptance.withdrawn',
  RISK_ACCEPTANCE_ENDING: 'acceptance.ending',
  END_RISK_ACCEPTANCE: 'acceptance.ended',
  SEND_REMEDIATION: 'remediation.sent',
  ANSWER_REMEDIATION: 'remediation.answered',
  SEND_BACK_REMEDIATION: 'remediation.sent_back',
  ACCEPT_REMEDIATION: 'remediation.accepted',
  CREATE_CERTIFICATION: 'certification.added',
  CERTIFICATION_EXPIRING: 'certification.expiring',
  CERTIFICATION_EXPIRED: 'certification.expired',
  ADD_COMMENT: 'comment.added',
  ATTACH_FILE: 'evidence.added',
  LOGIN: 'user.signed_in',
  UPDATE_SETTINGS: 'settings.changed',
  DISABLE_WEBHOOK: 'webhook.disabled',
};

/** Where the action alone doesn't tell: by a detail of the entry. */
const BY_DETAIL: Partial<Record<AuditAction, (detail: Detail) => string | undefined>> = {
  UPDATE_FINDING: ({ to }) => ({ REMEDIATED: 'finding.remediated', RISK_ACCEPTED: 'finding.accepted' })[String(to)],
  DECIDE_VENDOR_REQUEST: ({ to }) => ({ APPROVED: 'vendor_request.approved', REJECTED: 'vendor_request.rejected' })[String(to)],
  // A file of nothing is no evidence yet.
  UPLOAD_FILE: ({ owner }) => (owner === null ? undefined : 'evidence.added'),
};

/** The details that types depend on. */
export interface Detail {
  to: unknown;
  owner: string | null;
}

const auditType = (action: string) => `audit.${action.toLowerCase()}`;

/** The type of an entry's event. */
export function typeOf({ action, ...detail }: { action: string } & Detail): string {
  return BY_DETAIL[action as AuditAction]?.(detail) ?? BY_ACTION[action as AuditAction] ?? auditType(action);
}

const OTHERS = Object.entries(AUDIT_ACTIONS)
  .filter(([action]) => !(action in BY_ACTION))
  .map(([action, label]): [string, TypeRule] => [auditType(action), { description: `Audit log: ${label}`, audience: 'audit:view' }]);

/** All types there are. */
export const EVENT_TYPES: ReadonlyMap<string, TypeRule> = new Map([...Object.entries(NAMED), ...OTHERS]);

/** `view`: everyone, or the owner of one that isn't shared. */
type Viewers = Audience | 'view';

/** Who sees things of a kind, and so the pages that an entry about one of them changes. */
const VIEWERS: Record<EntityType, Viewers> = {
  Vendor: VENDORS,
  VendorRequest: REQUESTS,
  Certification: VENDORS,
  Portfolio: VENDORS,
  ResponsibilityAction: VENDORS,
  Assessment: ASSESSMENTS,
  Finding: ASSESSMENTS,
  Attachment: 'file',
  Template: 'templates:view',
  Framework: 'frameworks:view',
  User: 'users:manage',
  Role: 'roles:manage',
  ApiKey: 'api:manage',
  Settings: SETTINGS,
  IdentityProvider: SETTINGS,
  ScimGroup: SETTINGS,
  ScimToken: SETTINGS,
  Webhook: SETTINGS,
  Mail: SETTINGS,
  SavedView: 'view',
  AuditLog: 'audit:view',
};

/** Who is told that pages changed, whatever it was that happened. */
export function viewersOf(entry: { action: string; entityType: string | null } & Detail): Viewers {
  const audience = audienceOf(typeOf(entry));
  return audience === 'audit:view' ? ((VIEWERS as Record<string, Viewers>)[entry.entityType ?? ''] ?? audience) : audience;
}

/** Whether it changed what pages show: reading doesn't. */
export const isChange = ({ action }: { action: string }) => !action.startsWith('READ_');

/** Who sees events of a type. One that is no longer written is for those who see the whole log. */
export const audienceOf = (type: string): Audience => EVENT_TYPES.get(type)?.audience ?? 'audit:view';
