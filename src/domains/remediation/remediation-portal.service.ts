import { z } from 'zod';
import { sha256 } from '../../auth/api-keys';
import type { RequestContext } from '../../kernel/context';
import { type FieldMessages, badInput, invalidTransition, notFound, Problem } from '../../kernel/errors';
import { check, optional, prose } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { CommentVisibility } from '../assessment/comment.entity';
import { assertRoomForVendor, insertComment } from '../assessment/comment.service';
import { type Change, change } from '../audit/audit.service';
import type { FindingsAccess } from '../evidence/portal-access';
import { entityOf } from '../finding/finding-work.service';
import { limitAnswers } from '../portal/portal-limits';
import { asVendor, checkPassword, invalidLink } from '../portal/portal-link.service';
import { logoUrl } from '../settings/logo.service';
import { currentSettings } from '../settings/settings.service';
import { RemediationAnswer } from './remediation.entity';
import type { PortalAnswerFindingInput, PortalRemediation } from './remediation.inputs';
import * as store from './remediation.store';

/** The vendor's side of remediation: whoever has a link to findings acts as the vendor. */

type Access = Pick<store.WorkingLink, 'id' | 'vendorName' | 'message'>;

export async function openRemediation(ctx: RequestContext, token: string, password?: string | null): Promise<Access> {
  const link = await ctx.database.one(store.working(sha256(token)));
  if (!link) throw invalidLink();
  if (link.passwordHash) await checkPassword(ctx, link.id, link.passwordHash, password);
  return link;
}

/** What is behind a link, as it is now. */
export async function showRemediation(ctx: RequestContext, { id, vendorName, message }: Access): Promise<PortalRemediation> {
  ctx.forget();
  const settings = await ctx.load(currentSettings, 'settings');
  return { linkId: id, organizationName: settings.organizationName, logo: logoUrl(ctx.services, settings), vendorName, message };
}

const answerRule = z.object({ plan: optional(prose()), comment: optional(prose(10_000).trim()) });

export async function answerFinding(ctx: RequestContext, input: PortalAnswerFindingInput): Promise<Access> {
  const { token, password, findingId, answer, plannedFor = null } = input;
  const { plan = null, comment } = check(answerRule, input);
  assertComplete(ctx, answer, { plan, plannedFor, comment });
  const access = await openRemediation(ctx, token, password);
  await change(asVendor(ctx, access), async (tx) => {
    const finding = await holdOpen(tx, access, findingId);
    await limitAnswers(tx, finding.id, access.id);
    const turn = await tx.one(store.answer(finding.id, { answer, plan, plannedFor }));
    if (!turn) throw closed();
    if (comment) {
      await assertRoomForVendor(tx, { findingId: finding.id });
      const author = { type: 'VENDOR' as const, name: access.vendorName };
      await insertComment(tx, { finding, body: comment, author, visibility: CommentVisibility.SHARED });
    }
    await tx.query(store.touchFindings([finding.id], false));
    tx.record({ action: 'ANSWER_REMEDIATION', entity: entityOf(finding), meta: { answer, ...(comment && { comment: true }) } });
  });
  return access;
}

interface Said {
  plan: string | null;
  plannedFor: string | null;
  comment?: string | null;
}

const DAY_MS = 86_400_000;

/** In UTC; it may still be today where the vendor is. */
const yesterday = ({ database }: RequestContext) => new Date(database.now().getTime() - DAY_MS).toISOString().slice(0, 10);

/** A plan has a date that is still to come, and whoever disagrees says why. */
function assertComplete(ctx: RequestContext, answer: RemediationAnswer, { plan, plannedFor, comment }: Said): void {
  const faults: FieldMessages = {};
  if (answer === RemediationAnswer.PLANNED && !plan) faults.plan = 'is required with PLANNED';
  if (answer === RemediationAnswer.PLANNED && !plannedFor) faults.plannedFor = 'is required with PLANNED';
  if (answer === RemediationAnswer.PLANNED && plannedFor && plannedFor < yesterday(ctx)) faults.plannedFor = 'must not be in the past';
  if (answer === RemediationAnswer.DISAGREE && !comment) faults.comment = 'is required with DISAGREE';
  if (Object.keys(faults).length > 0) throw badInput(faults);
}

const closed = () => invalidTransition('This finding is closed and can no longer be answered');

/** The finding, locked, if the link shows it and it is open. The link may have ended since it was opened, as during a long upload. */
async function holdOpen(tx: Change, { id }: Access, findingId: string): Promise<store.HeldFinding> {
  const finding = isId(findingId) ? await tx.one(store.holdShown(id, findingId)) : undefined;
  if (!finding) throw notFound('Finding');
  if (!finding.isWorking) throw invalidLink();
  if (finding.status !== 'OPEN') throw closed();
  return finding;
}

/** For files: the findings that the link shows. Null: it doesn't work, or is no such link. */
export async function findingsAccess(ctx: RequestContext, token: string, password?: string): Promise<FindingsAccess | null> {
  const access = await openRemediation(ctx, token, password).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'UNAUTHENTICATED') return null;
    throw error;
  });
  if (!access) return null;
  const { id, vendorName } = access;
  return {
    linkId: id,
    vendorName,
    hold: async (tx, findingId) => void (await holdOpen(tx, access, findingId)),
    shows: async (findingId) => (await ctx.database.one(store.isFindingShown(id, findingId))) !== undefined,
  };
}
