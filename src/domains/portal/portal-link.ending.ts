import type { Change } from '../audit/audit.service';
import { withdrawInvitations } from '../mail/mail.service';
import * as store from './portal-link.store';

/** How portal links end before their time. */

/** Ends the links of assessments, with the e-mails that would bring them; says whose ended. */
export async function endLinks(tx: Change, assessmentIds: readonly string[]): Promise<Set<string>> {
  const ended = await tx.query(store.end(assessmentIds));
  await withdrawInvitations(tx, assessmentIds);
  await tx.query(store.emptyFailedMails(assessmentIds));
  return new Set(ended.map(({ assessmentId }) => assessmentId));
}

/** Who a vendor's questionnaires go to, before and after a change. */
export interface ContactChange {
  vendorId: string;
  from: string;
  to: string;
}

/**
 * A link is for the person at the contact's address. When that is another one, all the vendor's links end, and with them
 * the password that this person was told; what else waits to be sent goes to the new address.
 * In the transaction that holds the vendors and changes the address.
 */
export async function followContacts(tx: Change, changes: readonly ContactChange[]): Promise<void> {
  const moved = changes.filter(({ from, to }) => plain(from) !== plain(to));
  if (moved.length === 0) return;
  const vendorIds = moved.map(({ vendorId }) => vendorId);
  const assessments = await tx.query(store.assessmentsOfVendors(vendorIds));
  const theirs = assessments.map(({ id }) => id);
  const ended = await endLinks(tx, theirs);
  await tx.query(store.forgetPasswords(theirs));
  const recipients = moved.map(({ to }) => to);
  await tx.query(store.redirectMails(vendorIds, recipients));
  for (const { id, title: name } of assessments.filter((one) => ended.has(one.id))) {
    tx.record({ action: 'REVOKE_LINK', entity: { type: 'Assessment', id, name }, meta: { reason: 'contact address changed' } });
  }
}

/** An address in another case or with spaces around it is the same. */
const plain = (address: string) => address.trim().toLowerCase();
