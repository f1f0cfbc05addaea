import type { EntityClass } from '@mikro-orm/core';
import { admits, type Audience } from '../auth/permissions';
import type { Row } from '../database/rows';
import type { RequestContext } from '../kernel/context';
import { byId } from '../graphql/engine/loaders';
import { type Loader } from '../kernel/context';
import { entryWithId, LIBRARY_ID } from '../library/library';
import { AssessmentQuestion } from '../domains/assessment/assessment-question.entity';
import { Assessment } from '../domains/assessment/assessment.entity';
import { assessmentById, commentById, questionById } from '../domains/assessment/assessment.loaders';
import { Comment } from '../domains/assessment/comment.entity';
import { Response } from '../domains/assessment/response.entity';
import { ReviewDecision } from '../domains/review/review-decision.entity';
import { AuditEntry } from '../domains/audit/audit-entry.entity';
import { Certification } from '../domains/certification/certification.entity';
import { actionById, certificationById } from '../domains/certification/certification.loaders';
import { ResponsibilityAction } from '../domains/certification/responsibility-action.entity';
import { DASHBOARD_ID, readDashboard } from '../domains/dashboard/dashboard.service';
import { Attachment } from '../domains/evidence/attachment.entity';
import { attachmentById } from '../domains/evidence/evidence.loaders';
import { mayView, UPLOADERS } from '../domains/evidence/evidence.owner';
import { Finding } from '../domains/finding/finding.entity';
import { findingById } from '../domains/finding/finding.loaders';
import { RiskAcceptance } from '../domains/finding/risk-acceptance.entity';
import { acceptanceById } from '../domains/finding/risk-acceptance.loaders';
import { Control } from '../domains/framework/control.entity';
import { controlById } from '../domains/framework/crosswalk.loaders';
import { Framework } from '../domains/framework/framework.entity';
import { frameworkById } from '../domains/framework/framework.service';
import { requestById } from '../domains/intake/intake.resolver';
import { maySee } from '../domains/intake/intake.service';
import { VendorRequest } from '../domains/intake/vendor-request.entity';
import { Mail } from '../domains/mail/mail.entity';
import { mailById } from '../domains/mail/mail.service';
import { currentSettings, SETTINGS_ID } from '../domains/settings/settings.service';
import { IdentityProvider } from '../domains/sign-on/identity-provider.entity';
import { providerById } from '../domains/sign-on/identity-provider.service';
import { ScimGroup } from '../domains/scim/scim-group.entity';
import { groupById } from '../domains/scim/scim-group.service';
import { ScimToken } from '../domains/scim/scim-token.entity';
import { tokenById } from '../domains/scim/scim-token.service';
import { TemplateQuestion } from '../domains/template/template-question.entity';
import { TemplateSection } from '../domains/template/template-section.entity';
import { Template } from '../domains/template/template.entity';
import { templateById } from '../domains/template/template.loaders';
import { ApiKey } from '../domains/user/api-key.entity';
import { apiKeyById } from '../domains/user/api-key.service';
import { Role } from '../domains/user/role.entity';
import { roleById } from '../domains/user/role.service';
import { User } from '../domains/user/user.entity';
import { userById } from '../domains/user/user.service';
import { Portfolio } from '../domains/vendor/portfolio.entity';
import { portfolioById } from '../domains/vendor/portfolio.service';
import { Vendor } from '../domains/vendor/vendor.entity';
import { vendorById } from '../domains/vendor/vendor.loaders';
import { WebhookDelivery } from '../domains/webhook/webhook-delivery.entity';
import { deliveryById } from '../domains/webhook/webhook-delivery.service';
import { Webhook } from '../domains/webhook/webhook.entity';
import { webhookById } from '../domains/webhook/webhook.service';

/** A type whose objects can be found by id. */
export interface NodeKind {
  /** Who may find one: those who could read it through the type's own query, or through its owner. */
  readonly audiences: readonly Audience[];
  /** The table with their ids; or the prefix of their ids, if they are in none. */
  readonly ids: EntityClass<{ id: string }> | string;
  read(ctx: RequestContext, id: string): Promise<object | null>;
}

type Sees<E> = (ctx: RequestContext, row: Row<E>) => boolean | Promise<boolean>;

/** Rows of a table. If not everyone who may find some may see all, `sees` decides about each. */
function stored<E extends { id: string }>(
  entity: EntityClass<E>,
  audiences: readonly Audience[],
  loader: Loader<string, Row<E> | null>,
  sees: Sees<E> = () => true,
): NodeKind {
  const read = async (ctx: RequestContext, id: string) => {
    const row = await ctx.load(loader, id);
    return row && (await sees(ctx, row)) ? row : null;
  };
  return { audiences, ids: entity, read };
}

/** Disabled users are visible to those who manage users; everyone can see themselves. */
const seesUser: Sees<User> = ({ caller }, { id, isDisabled }) =>
  admits(['users:manage'], caller) || id === caller.userId || (!isDisabled && admits(['vendors:view', 'assessments:view'], caller));

/** Everyone can see their own role. */
const seesRole: Sees<Role> = async (ctx, { id }) => {
  const { userId } = ctx.caller;
  if (admits(['roles:manage', 'users:manage'], ctx.caller)) return true;
  return userId !== undefined && (await ctx.load(userById, userId))?.roleId === id;
};

const responseById = byId(Response);
const decisionById = byId(ReviewDecision);
const sectionById = byId(TemplateSection);
const templateQuestionById = byId(TemplateQuestion);
const auditEntryById = byId(AuditEntry);

/** By type name: all types that implement Node. */
export const NODE_KINDS: Readonly<Record<string, NodeKind>> = {
  Vendor: stored(Vendor, ['vendors:view'], vendorById),
  IdentityProvider: stored(IdentityProvider, ['settings:manage'], providerById),
  ScimToken: stored(ScimToken, ['settings:manage'], tokenById),
  Webhook: stored(Webhook, ['settings:manage'], webhookById),
  WebhookDelivery: stored(WebhookDelivery, ['settings:manage'], deliveryById),
  ScimGroup: stored(ScimGroup, ['settings:manage'], groupById),
  Portfolio: stored(Portfolio, ['signed-in'], portfolioById),
  VendorRequest: stored(VendorRequest, ['vendors:request', 'vendors:create'], requestById, maySee),
  Certification: stored(Certification, ['vendors:view'], certificationById),
  ResponsibilityAction: stored(ResponsibilityAction, ['vendors:view'], actionById),
  Attachment: stored(Attachment, ['vendors:view', 'assessments:view', ...UPLOADERS], attachmentById, ({ caller }, file) =>
    mayView(caller, file),
  ),
  Assessment: stored(Assessment, ['assessments:view'], assessmentById),
  AssessmentQuestion: stored(AssessmentQuestion, ['assessments:view'], questionById),
  Response: stored(Response, ['assessments:view'], responseById),
  ReviewDecision: stored(ReviewDecision, ['assessments:view'], decisionById),
  Comment: stored(Comment, ['assessments:view'], commentById),
  Finding: stored(Finding, ['assessments:view'], findingById),
  RiskAcceptance: stored(RiskAcceptance, ['assessments:view'], acceptanceById),
  Framework: stored(Framework, ['frameworks:view'], frameworkById),
  Control: stored(Control, ['frameworks:view', 'templates:view'], controlById),
  Template: stored(Template, ['templates:view'], templateById),
  TemplateSection: stored(TemplateSection, ['templates:view'], sectionById),
  TemplateQuestion: stored(TemplateQuestion, ['templates:view'], templateQuestionById),
  User: stored(User, ['signed-in'], userById, seesUser),
  Role: stored(Role, ['signed-in'], roleById, seesRole),
  ApiKey: stored(ApiKey, ['api:manage'], apiKeyById),
  AuditEntry: stored(AuditEntry, ['audit:view'], auditEntryById),
  Mail: stored(Mail, ['settings:manage'], mailById),
  Settings: {
    audiences: ['signed-in'],
    ids: SETTINGS_ID,
    read: async (ctx, id) => (id === SETTINGS_ID ? ctx.load(currentSettings, 'settings') : null),
  },
  Dashboard: {
    audiences: ['assessments:view'],
    ids: DASHBOARD_ID,
    read: async (ctx, id) => (id === DASHBOARD_ID ? readDashboard(ctx) : null),
  },
  LibraryItem: {
    audiences: ['frameworks:view', 'templates:view'],
    ids: LIBRARY_ID,
    read: entryWithId,
  },
};
