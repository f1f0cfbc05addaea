import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { sha256 } from '../../auth/api-keys';
import { hashPassword, MOST_CHARACTERS, passwordMatches } from '../../auth/passwords';
import { consume, refund } from '../../auth/rate-limit';
import type { Row } from '../../database/rows';
import type { Caller } from '../../kernel/caller';
import { RequestContext } from '../../kernel/context';
import { invalidTransition, Problem, rateLimited } from '../../kernel/errors';
import { check, isVisible, optional, prose } from '../../kernel/validate';
import { networkOf } from '../../platform/addresses';
import type { Assessment } from '../assessment/assessment.entity';
import { isEditable } from '../assessment/assessment.rules';
import { advance, assertCanNow, assertListed, entityOf, lockAssessment, type LockedAssessment } from '../assessment/assessment.service';
import { CommentVisibility } from '../assessment/comment.entity';
import { authorOf, insertComment } from '../assessment/comment.service';
import { type Change, change } from '../audit/audit.service';
import { MailKind } from '../mail/mail.entity';
import { queueMail } from '../mail/mail.service';
import { invitationMail } from '../mail/mail.templates';
import { readSettings } from '../settings/settings.service';
import { endLinks } from './portal-link.ending';
import type { SendAssessmentInput } from './portal-link.inputs';
import * as store from './portal-link.store';

/** A link contains a secret of 256 bits, of which only a hash is stored. */

const DEFAULT_DAYS = 180;
const linkRule = z.object({
  portalPassword: z
    .string({ error: 'must be text' })
    .min(8, 'must have at least 8 characters')
    .max(MOST_CHARACTERS, `is longer than ${MOST_CHARACTERS} characters`)
    .refine(isVisible, 'must not be blank')
    .nullish(),
  linkValidDays: z.number().int().min(1, 'must be from 1 to 730').max(730, 'must be from 1 to 730').nullish(),
  message: optional(prose(10_000)),
});

export interface MadeLink {
  portalToken: string;
  portalUrl: string;
}

export interface LinkWishes {
  passwordHash: string | null;
  validDays: number;
  /** Message to the vendor. */
  message?: string | null;
}

/** Hashing a password takes a while, so it is done before the transaction. */
export async function checkLinkWishes(input: Omit<SendAssessmentInput, 'id'>): Promise<LinkWishes> {
  const { portalPassword, linkValidDays, message } = check(linkRule, input);
  return { passwordHash: portalPassword ? await hashPassword(portalPassword) : null, validDays: linkValidDays ?? DEFAULT_DAYS, message };
}

export async function sendAssessment(ctx: RequestContext, input: SendAssessmentInput): Promise<MadeLink> {
  const wishes = await checkLinkWishes(input);
  await assertCanNow(ctx, input.id, 'send');
  return change(ctx, (tx) => send(ctx, tx, input.id, wishes));
}

export async function send(ctx: RequestContext, tx: Change, id: string, wishes: LinkWishes): Promise<MadeLink> {
  const assessment = await lockAssessment(tx, id);
  await advance(tx, assessment, 'send');
  const link = await makeLink(ctx, tx, assessment, wishes);
  tx.record({ action: 'SEND_ASSESSMENT', entity: entityOf(assessment) });
  return link;
}

/** E-mails a new link to a vendor who lost the old one; old links stop working. The password stays, unless a new one is given. */
export async function resendLink(ctx: RequestContext, input: SendAssessmentInput): Promise<MadeLink> {
  const wishes = await checkLinkWishes(input);
  return change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, input.id);
    assertAwaited(assessment);
    if (input.portalPassword === undefined) wishes.passwordHash = await latestPassword(tx, assessment.id);
    await holdContact(tx, assessment);
    await endLinks(tx, [assessment.id]);
    const link = await makeLink(ctx, tx, assessment, wishes);
    tx.record({ action: 'RESEND_LINK', entity: entityOf(assessment) });
    return link;
  });
}

/** Whether the vendor is the one to do something. */
export function assertAwaited({ status }: LockedAssessment): void {
  if (!isEditable(status)) throw invalidTransition(`An assessment that is ${status} is not waiting for answers`);
}

async function latestPassword(tx: Change, assessmentId: string): Promise<string | null> {
  const link = await tx.one(store.latestPassword(assessmentId));
  return link?.passwordHash ?? null;
}

export async function revokeLinks(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, id);
    if ((await endLinks(tx, [assessment.id])).size > 0) tx.record({ action: 'REVOKE_LINK', entity: entityOf(assessment) });
  });
}

/** A new secret, and the link to what is at this path. */
export function newToken({ services }: RequestContext, path: string): MadeLink {
  const portalToken = randomBytes(32).toString('base64url');
  return { portalToken, portalUrl: `${services.publicUrl}/${path}/${portalToken}` };
}

async function makeLink(ctx: RequestContext, tx: Change, assessment: LockedAssessment, wishes: LinkWishes): Promise<MadeLink> {
  const { passwordHash, validDays, message } = wishes;
  const { contactName, contactEmail } = await holdContact(tx, assessment);
  const { portalToken, portalUrl } = newToken(ctx, 'portal');
  await tx.query(store.insert({ id: randomUUID(), assessmentId: assessment.id, tokenHash: sha256(portalToken), passwordHash }, validDays));
  if (message) await insertComment(tx, { assessment, body: message, author: authorOf(ctx), visibility: CommentVisibility.SHARED });
  const { title, dueDate } = assessment;
  const { organizationName } = await readSettings(tx);
  const facts = { organizationName, contactName, title, dueDate, portalUrl, token: portalToken };
  const mail = invitationMail({ ...facts, needsPassword: passwordHash !== null, message });
  await queueMail(ctx, tx, { ...mail, kind: MailKind.INVITATION, recipient: contactEmail, assessmentId: assessment.id });
  return { portalToken, portalUrl };
}

/** The contact, locked until the commit: a link created now is revoked if the address changes later. */
export async function holdContact(tx: Change, { vendorId }: LockedAssessment) {
  const contact = (await findContact(tx, vendorId))!;
  assertListed(contact.status);
  return contact;
}

/** The same of a vendor that may not be there. */
export function findContact(tx: Change, vendorId: string): Promise<store.Contact | undefined> {
  return tx.one(store.holdContact(vendorId));
}

/** What a link gives access to: its assessment, and nothing else. */
export interface PortalAccess {
  assessment: Row<Assessment>;
  vendorName: string;
  /** The titles of the sections that a link opens that was handed on; null: all. */
  sections: readonly string[] | null;
}

/** Whether a link opens a section. */
export const opensSection = ({ sections }: Pick<PortalAccess, 'sections'>, title: string) => sections === null || sections.includes(title);

/** Wrong passwords per address, and per link: someone else who has the link can't lock the vendor out by guessing. */
const PER_ADDRESS = { limit: 10, windowSeconds: 600 };
const PER_LINK = { limit: 100, windowSeconds: 600 };

/** Right passwords, as codes that only this process can compute. Verifying one is slow on purpose, and the page saves every two seconds. */
const proven = new LRUCache<string, true>({ max: 1_000, ttl: 600_000 });
const proofKey = randomBytes(32);

/** The same message for a link that never existed, has expired or was revoked. */
export const invalidLink = () => new Problem('UNAUTHENTICATED', 'This link is not valid, or no longer works; ask for a new one');

/** A link to some sections has a hash that a server of the version before, which doesn't know of sections, never looks for. */
export const hashOfDelegated = (token: string) => sha256(`sections ${token}`);

const hashesOf = (token: string) => [sha256(token), hashOfDelegated(token)];

/** What a link gives access to that was opened just now. */
export interface OpenedPortal extends PortalAccess {
  linkId: string;
  hasPassword: boolean;
}

export async function openPortal(ctx: RequestContext, token: string, password?: string | null): Promise<OpenedPortal> {
  const link = await ctx.database.one(store.working(hashesOf(token)));
  if (!link) throw invalidLink();
  if (link.passwordHash) await checkPassword(ctx, link.id, link.passwordHash, password);
  const behind = await accessTo(ctx, link.assessmentId, link.sections ?? null);
  const access = { ...behind, linkId: link.id, hasPassword: link.passwordHash != null };
  await recordOpening(ctx, access);
  return access;
}

/** What links to an assessment lead to. */
export async function accessTo(
  { database }: RequestContext,
  assessmentId: string,
  sections: PortalAccess['sections'],
): Promise<PortalAccess> {
  const found = await database.one(store.assessmentWithVendor(assessmentId));
  if (!found) throw invalidLink();
  const { vendorName, ...assessment } = found;
  return { assessment: assessment as Row<Assessment>, vendorName, sections };
}

/** The assessment behind a link, locked. The link may have ended since it was opened, as during a long upload. */
export async function lockBehind(tx: Change, { assessment, linkId }: OpenedPortal): Promise<LockedAssessment> {
  const locked = await lockAssessment(tx, assessment.id);
  if (!(await tx.one(store.stillWorks(linkId)))) throw invalidLink();
  return locked;
}

/** Of a link that was opened before: it may have ended since. */
export async function assertLinkWorks({ database }: RequestContext, token: string): Promise<void> {
  if (!(await database.one(store.working(hashesOf(token))))) throw invalidLink();
}

/** The vendor as the caller. Anyone with the link acts as the vendor, and is recorded as such in the audit log. */
export function asVendor(ctx: RequestContext, { vendorName }: Pick<PortalAccess, 'vendorName'>): RequestContext {
  const caller: Caller = { kind: 'vendor', permissions: new Set(), name: `Vendor portal (${vendorName})` };
  return new RequestContext(ctx.services, caller, ctx.request);
}

/** The first opening is recorded. Whatever is answered already was opened, if only before openings were recorded. */
async function recordOpening(ctx: RequestContext, access: PortalAccess): Promise<void> {
  const { assessment } = access;
  if (assessment.openedAt !== null || assessment.status !== 'SENT') return;
  await change(asVendor(ctx, access), async (tx) => {
    const opened = await tx.one(store.open(assessment.id));
    if (opened) tx.record({ action: 'OPEN_PORTAL', entity: entityOf(assessment) });
  });
}

export async function checkPassword(ctx: RequestContext, linkId: string, stored: string, password?: string | null): Promise<void> {
  if (password == null) throw new Problem('UNAUTHENTICATED', 'This link requires a password', { passwordRequired: true });
  const { database, request } = ctx;
  const limits = [
    [`portal:address:${linkId}:${networkOf(request.address)}`, PER_ADDRESS],
    [`portal:${linkId}`, PER_LINK],
  ] as const;
  const proof = createHmac('sha256', proofKey).update(`${stored} ${password}`).digest('base64url');
  // A password known to be right doesn't count, but is rejected while the limit is reached: otherwise guessing could go on.
  const uses = proven.has(proof) ? 0 : 1;
  for (const [key, rate] of limits) {
    const { allowed, resetsIn } = await consume(database, key, rate, uses);
    if (!allowed) throw rateLimited(resetsIn);
  }
  if (uses === 0) return;
  if (!(await passwordMatches(password, stored))) {
    throw new Problem('UNAUTHENTICATED', 'The password is wrong', { passwordRequired: true });
  }
  proven.set(proof, true);
  // Only this attempt: wrong guesses stay counted, however often the vendor opens the link.
  for (const [key] of limits) await refund(database, key);
}
