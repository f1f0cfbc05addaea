import type { Change } from '../audit/audit.service';
import { withdrawInvitations, withdrawRemediations } from '../mail/mail.service';
import * as store from './portal-link.store';

/** How portal links end before they expire. */

/** Ends the links of assessments and withdraws the e-mails that contain them; returns the assessments whose links ended. */
export async function endLinks(tx: Change, assessmentIds: readonly string[]): Promise<Set<string>> {
  const ended = await tx.query(store.end(assessmentIds));
  await withdrawInvitations(tx, assessmentIds);
  await tx.query(store.emptyFailedMails(assessmentIds));
  return new Set(ended.map(({ assessmentId }) => assessmentId));
}

/** A vendor's contact before and after a change. */
export interface ContactChange {
  vendorId: string;
  from: string;
  to: string;
}

/**
 * A link is for the person at the contact address. When the address changes, all the vendor's links end, along with their
 * passwords; other queued e-mails go to the new address. Call in the transaction that locks the vendors and changes the address, after
 * the change is recorded.
 */
export async function followContacts(tx: Change, changes: readonly ContactChange[]): Promise<void> {
  const moved = changes.filter(({ from, to }) => plain(from) !== plain(to));
  if (moved.length === 0) return;
  const vendorIds = moved.map(({ vendorId }) => vendorId);
  const theirs = await endLinksOfVendors(tx, vendorIds, 'contact address changed');
  await tx.query(store.forgetPasswords(theirs));
  const recipients = moved.map(({ to }) => to);
  await tx.query(store.redirectMails(vendorIds, recipients));
}

/**
 * Ends all links of vendors, to questionnaires and findings, for a reason; returns their assessments. Call after what changes the
 * vendors is recorded: the changes of a thing are told by its first entry.
 */
export async function endLinksOfVendors(tx: Change, vendorIds: readonly string[], reason: string): Promise<string[]> {
  const assessments = await tx.query(store.assessmentsOfVendors(vendorIds));
  const theirs = assessments.map(({ id }) => id);
  const ended = await endLinks(tx, theirs);
  const moot = await tx.query(store.endRemediationLinks(vendorIds));
  await withdrawRemediations(tx, vendorIds);
  for (const { id, title: name } of assessments.filter((one) => ended.has(one.id))) {
    tx.record({ action: 'REVOKE_LINK', entity: { type: 'Assessment', id, name }, meta: { reason } });
  }
  for (const { id, name } of moot) tx.record({ action: 'REVOKE_LINK', entity: { type: 'Vendor', id, name }, meta: { reason } });
  return theirs;
}

/** Addresses that differ only in case or surrounding whitespace are the same. */
const plain = (address: string) => address.trim().toLowerCase();
