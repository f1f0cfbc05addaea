import { sql } from '../../database/sql';
import type { Change } from '../audit/audit.service';
import { MailStatus } from '../mail/mail.entity';
import { withdrawInvitations } from '../mail/mail.service';

/** How portal links end before their time. */

/** Ends the links of assessments, with the e-mails that would bring them; says whose ended. */
export async function endLinks(tx: Change, assessmentIds: readonly string[]): Promise<string[]> {
  const ended = await tx.query<{ id: string }>(sql`
    update portal_link set revoked_at = now() where assessment_id = any(${assessmentIds}::uuid[]) and revoked_at is null
    returning assessment_id as id`);
  await withdrawInvitations(tx, assessmentIds);
  // One that was given up stays on record, but has no link to bring any more.
  await tx.query(sql`
    update mail set secret_box = null where status = ${MailStatus.FAILED} and assessment_id = any(${assessmentIds}::uuid[])`);
  return [...new Set(ended.map(({ id }) => id))];
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
  const assessments = await tx.query<{ id: string; title: string }>(sql`
    select id, title from assessment where vendor_id = any(${vendorIds}::uuid[]) order by id`);
  const theirs = assessments.map(({ id }) => id);
  const ended = new Set(await endLinks(tx, theirs));
  await tx.query(sql`update portal_link set password_hash = null where assessment_id = any(${theirs}::uuid[])`);
  await tx.query(sql`
    update mail set recipient = moved.recipient
    from unnest(${vendorIds}::uuid[], ${moved.map(({ to }) => to)}::text[]) as moved(vendor_id, recipient)
    join assessment a on a.vendor_id = moved.vendor_id
    where mail.assessment_id = a.id and mail.status = ${MailStatus.QUEUED}`);
  for (const { id, title: name } of assessments.filter((one) => ended.has(one.id))) {
    tx.record({ action: 'REVOKE_LINK', entity: { type: 'Assessment', id, name }, meta: { reason: 'contact address changed' } });
  }
}

/** An address in another case or with spaces around it is the same. */
const plain = (address: string) => address.trim().toLowerCase();
