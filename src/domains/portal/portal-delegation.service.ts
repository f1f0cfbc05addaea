import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { consume } from '../../auth/rate-limit';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, invalidTransition, rateLimited } from '../../kernel/errors';
import { check, email, optional } from '../../kernel/validate';
import { isEditable } from '../assessment/assessment.rules';
import { entityOf } from '../assessment/assessment.service';
import { readState } from '../assessment/question-state';
import { change } from '../audit/audit.service';
import { MailKind } from '../mail/mail.entity';
import { queueMail } from '../mail/mail.service';
import { delegationMail } from '../mail/mail.templates';
import { readSettings } from '../settings/settings.service';
import { asVendor, hashOfDelegated, lockBehind, type MadeLink, newToken, openPortal } from './portal-link.service';
import * as store from './portal-link.store';
import type { PortalDelegateInput } from './portal.inputs';
import { assertWhole } from './portal.service';

/** Links that work at a time, and new ones in an hour: each may send an e-mail to an address that a stranger chose. */
const MOST_LINKS = 50;
const RATE = { limit: 20, windowSeconds: 3_600 };

const MOST_SECTIONS = 100;
const rule = z.object({
  sections: z.array(z.string()).min(1, 'must name at least one section').max(MOST_SECTIONS, `has more than ${MOST_SECTIONS} entries`),
  email: optional(email),
});

/** A link for a colleague, to some sections of what the caller's link opens. */
export async function delegate(ctx: RequestContext, input: PortalDelegateInput): Promise<MadeLink> {
  const { sections: given, email: recipient } = check(rule, input);
  const access = await openPortal(ctx, input.token, input.password);
  assertWhole(access);
  const sections = [...new Set(given)];
  const { portalToken, portalUrl } = newToken(ctx, 'portal');
  await change(asVendor(ctx, access), async (tx) => {
    const assessment = await lockBehind(tx, access);
    if (!isEditable(assessment.status)) throw invalidTransition('The answers have been submitted and can’t be changed any more');
    const known = new Set((await readState(tx, assessment.id)).map(({ section }) => section));
    const unknown = given.flatMap((title, i) =>
      known.has(title) ? [] : [[`sections.${i}`, 'does not match a section of this questionnaire']],
    );
    if (unknown.length > 0) throw badInput(Object.fromEntries(unknown) as Record<string, string>);
    const { count } = (await tx.one(store.handedOn(assessment.id)))!;
    if (count >= MOST_LINKS) throw conflict(`A questionnaire can be handed to at most ${MOST_LINKS} colleagues`);
    const { allowed, resetsIn } = await consume(tx, `portal-delegations:${assessment.id}`, RATE);
    if (!allowed) throw rateLimited(resetsIn, 'Too many links to this questionnaire within an hour');
    const { linkId: parentId, hasPassword } = access;
    await tx.query(store.handOn({ id: randomUUID(), parentId, tokenHash: hashOfDelegated(portalToken), sections, hasPassword }));
    if (recipient) {
      const { organizationName } = await readSettings(tx);
      const { title, dueDate } = assessment;
      const facts = { organizationName, vendorName: access.vendorName, title, dueDate, sections, portalUrl, token: portalToken };
      const mail = delegationMail({ ...facts, needsPassword: hasPassword });
      await queueMail(ctx, tx, { ...mail, kind: MailKind.INVITATION, recipient, assessmentId: assessment.id });
    }
    tx.record({ action: 'DELEGATE_SECTIONS', entity: entityOf(assessment), meta: { sections, isEmailed: Boolean(recipient) } });
  });
  return { portalToken, portalUrl };
}
