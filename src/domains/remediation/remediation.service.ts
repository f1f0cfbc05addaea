import { z } from 'zod';
import { sha256 } from '../../auth/api-keys';
import { isListed } from '../../database/listed';
import type { Row } from '../../database/rows';
import type { RequestContext } from '../../kernel/context';
import { badInput, invalidTransition, notFound } from '../../kernel/errors';
import { check, optional, prose } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { CommentVisibility } from '../assessment/comment.entity';
import { authorOf, insertComment } from '../assessment/comment.service';
import { assertListed } from '../assessment/assessment.service';
import { type Change, change } from '../audit/audit.service';
import { entityOf, holdFinding } from '../finding/finding-work.service';
import { type Finding, FindingStatus } from '../finding/finding.entity';
import { findingById } from '../finding/finding.loaders';
import { needsNote } from '../finding/finding.rules';
import { close } from '../finding/finding.service';
import { MailKind } from '../mail/mail.entity';
import { queueMail, withdrawRemediations } from '../mail/mail.service';
import { remediationAcceptedMail, remediationMail, remediationSentBackMail } from '../mail/mail.templates';
import { checkLinkWishes, findContact, type MadeLink, newToken } from '../portal/portal-link.service';
import { readSettings } from '../settings/settings.service';
import { type DecideRemediationInput, RemediationDecision, type SendRemediationInput } from './remediation.inputs';
import * as store from './remediation.store';

/** The team's side of remediation: findings are sent to the vendor, and the answers decided on. */

const MOST = 100;

export async function sendRemediation(ctx: RequestContext, input: SendRemediationInput): Promise<MadeLink & { findings: Row<Finding>[] }> {
  const { vendorId, findingIds, ...given } = input;
  const ids = findingIds.map((id) => id.toLowerCase());
  if (ids.length < 1 || ids.length > MOST) throw badInput({ findingIds: `must name 1 to ${MOST} findings` });
  if (new Set(ids).size < ids.length) throw badInput({ findingIds: 'contains a finding twice' });
  const { passwordHash, validDays, message = null } = await checkLinkWishes(given);
  const sent = await change(ctx, async (tx) => {
    const contact = isId(vendorId) ? await findContact(tx, vendorId) : undefined;
    if (!contact) throw badInput({ vendorId: 'does not match a vendor' });
    assertListed(contact.status);
    const findings = await holdOpen(tx, vendorId, ids);
    const made = newToken(ctx, 'portal/findings');
    const link = { vendorId, tokenHash: sha256(made.portalToken), passwordHash, message };
    const { id: linkId } = (await tx.one(store.insertLink(link, validDays)))!;
    await tx.query(store.touchFindings(ids, true));
    await tx.query(store.insertTurns(linkId, ids, message));
    const { organizationName } = await readSettings(tx);
    const facts = { organizationName, contactName: contact.contactName, findings, message, needsPassword: passwordHash !== null };
    const mail = remediationMail({ ...facts, portalUrl: made.portalUrl, token: made.portalToken });
    await queueMail(ctx, tx, { ...mail, kind: MailKind.REMEDIATION, recipient: contact.contactEmail, vendorId });
    for (const finding of findings) {
      tx.record({ action: 'SEND_REMEDIATION', entity: entityOf(finding), meta: { findings: ids.length, ...(message && { message }) } });
    }
    return made;
  });
  return { ...sent, findings: (await Promise.all(ids.map((id) => ctx.load(findingById, id)))) as Row<Finding>[] };
}

/** The findings in the order given, locked. */
async function holdOpen(tx: Change, vendorId: string, ids: readonly string[]): Promise<store.SentFinding[]> {
  const found = new Map((await tx.query(store.holdFindings(vendorId, ids.filter(isId)))).map((finding) => [finding.id, finding]));
  const findings = ids.map((id) => {
    const finding = found.get(id);
    if (!finding) throw badInput({ findingIds: 'contains an id that does not match a finding of this vendor' });
    return finding;
  });
  const closed = findings.find(({ status }) => status !== FindingStatus.OPEN);
  if (closed) throw invalidTransition(`“${closed.title}” is closed, and only open findings can be sent`);
  return findings;
}

const decisionRule = z.object({ note: optional(prose(10_000)) });

/** Of two who decide, and of one who decides while the vendor answers, the finding's lock lets one be first. */
export async function decideRemediation(ctx: RequestContext, input: DecideRemediationInput): Promise<Row<Finding>> {
  const { findingId, decision, expectedRevision } = input;
  const { note = null } = check(decisionRule, input);
  await change(ctx, async (tx) => {
    const finding = await holdFinding(tx, findingId, expectedRevision);
    if (finding.status !== FindingStatus.OPEN) throw invalidTransition('The finding is closed: there is nothing to decide');
    await DECIDE[decision](ctx, tx, finding, note);
  });
  return (await ctx.load(findingById, findingId))!;
}

async function accept(ctx: RequestContext, tx: Change, finding: Row<Finding>, note: string | null): Promise<void> {
  const turn = await tx.one(store.accept(finding.id, note));
  if (!turn) throw invalidTransition('Only an answer that says DONE, and waits for a decision, can be accepted');
  const status = FindingStatus.REMEDIATED;
  if (!note && needsNote({ ...finding, status }))
    throw badInput({ note: `is required to accept that a ${finding.severity} gap is closed` });
  tx.record({ action: 'ACCEPT_REMEDIATION', entity: entityOf(finding) });
  await close(ctx, tx, { id: finding.id, status }, note);
  const { contactName, contactEmail, status: vendorStatus } = (await findContact(tx, finding.vendorId))!;
  // Who is archived, or may no longer see the finding, hears no more of it.
  if (!isListed(vendorStatus) || !finding.vendorVisible) return;
  const mail = remediationAcceptedMail({ organizationName: (await readSettings(tx)).organizationName, contactName, title: finding.title });
  const { vendorId } = finding;
  await queueMail(ctx, tx, { ...mail, kind: MailKind.REMEDIATION_ACCEPTED, recipient: contactEmail, vendorId });
}

async function sendBack(ctx: RequestContext, tx: Change, finding: Row<Finding>, note: string | null): Promise<void> {
  if (!note) throw badInput({ note: 'is required to send it back' });
  const { contactName, contactEmail, status } = (await findContact(tx, finding.vendorId))!;
  assertListed(status);
  const turn = await tx.one(store.sendBack(finding.id, note));
  if (!turn) throw invalidTransition('Only an answer that waits for a decision can be sent back');
  await tx.query(store.touchFindings([finding.id], false));
  await insertComment(tx, { finding, body: note, author: authorOf(ctx), visibility: CommentVisibility.SHARED });
  tx.record({ action: 'SEND_BACK_REMEDIATION', entity: entityOf(finding), meta: { note } });
  const { organizationName } = await readSettings(tx);
  const mail = remediationSentBackMail({ organizationName, contactName, title: finding.title, note });
  const { vendorId } = finding;
  await queueMail(ctx, tx, { ...mail, kind: MailKind.REMEDIATION_SENT_BACK, recipient: contactEmail, vendorId });
}

const DECIDE = { [RemediationDecision.ACCEPT]: accept, [RemediationDecision.SEND_BACK]: sendBack };

/** Ends all links of a vendor to findings, with the e-mails that contain them. */
export async function revokeRemediationLinks(ctx: RequestContext, vendorId: string): Promise<void> {
  await change(ctx, async (tx) => {
    const vendor = isId(vendorId) ? await findContact(tx, vendorId) : undefined;
    if (!vendor) throw notFound('Vendor');
    const ended = await tx.query(store.endLinks(vendorId));
    await withdrawRemediations(tx, [vendorId]);
    if (ended.length > 0) tx.record({ action: 'REVOKE_LINK', entity: { type: 'Vendor', id: vendorId, name: vendor.name } });
  });
}
