import { columns, type Held, insertInto, type Row } from '../../database/rows';
import { sql, statement } from '../../database/sql';
import { Assessment } from '../assessment/assessment.entity';
import { MailStatus } from '../mail/mail.entity';
import type { Vendor } from '../vendor/vendor.entity';
import { PortalLink } from './portal-link.entity';
import type { WorkingLink } from './portal-link.inputs';

/** A link that was handed on works only as long as the one it came from. */
const IS_WORKING = sql`l.revoked_at is null and l.expires_at > now() and not exists (
  select 1 from portal_link p where p.id = l.parent_id and (p.revoked_at is not null or p.expires_at <= now()))`;

type NewLink = Pick<Held<PortalLink>, 'id' | 'assessmentId' | 'tokenHash' | 'passwordHash'>;

export const insert = statement('portal-link.insert', (link: NewLink, validDays: number) =>
  insertInto(PortalLink, { ...link, expiresAt: sql`now() + make_interval(days => ${validDays})` }).writes(
    PortalLink,
    { id: link.id },
    link.passwordHash === null ? ['portalLink'] : ['portalLink', 'portalPassword'],
  ),
);

/** A working link, by one of the hashes that its token may have. */
export const working = statement(
  'portal-link.working',
  (tokenHashes: readonly string[]) => sql<Pick<Held<PortalLink>, 'id' | 'assessmentId' | 'passwordHash' | 'sections'>>`
    select l.id, l.assessment_id as "assessmentId", l.password_hash as "passwordHash", l.sections from portal_link l
    where l.token_hash = any(${tokenHashes}::text[]) and ${IS_WORKING}`,
);

/** Of a link that was opened before: it may have ended since. */
export const stillWorks = statement(
  'portal-link.stillWorks',
  (id: string) => sql<{ id: string }>`select l.id from portal_link l where l.id = ${id} and ${IS_WORKING}`,
);

/** The newest working link of each assessment. */
export const workingOf = statement(
  'portal-link.workingOf',
  (assessmentIds: readonly string[]) => sql<WorkingLink & { assessmentId: string }>`
    select distinct on (assessment_id) assessment_id as "assessmentId", created_at as "createdAt", expires_at as "expiresAt",
      has_password as "hasPassword"
    from portal_link where assessment_id = any(${assessmentIds}::uuid[]) and revoked_at is null and expires_at > now() and parent_id is null
    order by assessment_id, created_at desc`,
);

export const latestPassword = statement(
  'portal-link.latestPassword',
  (assessmentId: string) => sql<Pick<Held<PortalLink>, 'passwordHash'>>`
    select password_hash as "passwordHash" from portal_link
    where assessment_id = ${assessmentId} and parent_id is null order by created_at desc limit 1`,
);

/** The assessment behind a link. */
export const assessmentWithVendor = statement(
  'portal-link.assessmentWithVendor',
  (id: string) => sql<Row<Assessment> & { vendorName: string }>`
    select ${columns(Assessment, 'a')}, v.name as "vendorName" from assessment a join vendor v on v.id = a.vendor_id
    where a.id = ${id}`,
);

/** Of several who open the portal first, one does. */
export const open = statement('portal-link.open', (assessmentId: string) =>
  sql<{ id: string }>`update assessment set opened_at = now() where id = ${assessmentId} and opened_at is null returning id`.writes(
    Assessment,
    { id: assessmentId },
  ),
);

export type Contact = Pick<Row<Vendor>, 'name' | 'contactName' | 'contactEmail' | 'status'>;

/** The contact of a vendor, locked until the commit. */
export const holdContact = statement(
  'portal-link.holdContact',
  (vendorId: string) => sql<Contact>`
    select name, contact_name as "contactName", contact_email as "contactEmail", status from vendor where id = ${vendorId} for share`,
);

/** The names of the files that were sent with the answers of an assessment, in the order in which they came. */
export const namesOfFiles = statement(
  'portal-link.namesOfFiles',
  (assessmentId: string) => sql<{ responseId: string; fileName: string }>`
    select r.id as "responseId", f.file_name as "fileName"
    from attachment f join response r on r.id = f.response_id join assessment_question q on q.id = r.question_id
    where q.assessment_id = ${assessmentId} order by f.created_at, f.id`,
);

/** Ends the links of assessments, and returns those that had a working one. */
export const end = statement('portal-link.end', (assessmentIds: readonly string[]) =>
  sql<{ assessmentId: string }>`
    update portal_link set revoked_at = now() where assessment_id = any(${assessmentIds}::uuid[]) and revoked_at is null
    returning assessment_id as "assessmentId"`.writes(PortalLink, { assessmentId: assessmentIds }),
);

/** Failed e-mails stay on record, but lose the secret of their link. */
export const emptyFailedMails = statement(
  'portal-link.emptyFailedMails',
  (assessmentIds: readonly string[]) => sql<never>`
    update mail set secret_box = null where status = ${MailStatus.FAILED} and assessment_id = any(${assessmentIds}::uuid[])`,
);

export const assessmentsOfVendors = statement(
  'portal-link.assessmentsOfVendors',
  (vendorIds: readonly string[]) => sql<Pick<Row<Assessment>, 'id' | 'title'>>`
    select id, title from assessment where vendor_id = any(${vendorIds}::uuid[]) order by id`,
);

export const forgetPasswords = statement('portal-link.forgetPasswords', (assessmentIds: readonly string[]) =>
  sql<{ id: string }>`
    update portal_link set password_hash = null where assessment_id = any(${assessmentIds}::uuid[]) and password_hash is not null
    returning id`.writesGiven(PortalLink, ['portalPassword']),
);

/** Ends the links of vendors to findings along with their passwords, and returns the vendors that had a working one. */
export const endRemediationLinks = statement(
  'portal-link.endRemediationLinks',
  (vendorIds: readonly string[]) => sql<{ id: string; name: string }>`
    with ended as (
      update remediation_link set revoked_at = now(), password_hash = null
      where vendor_id = any(${vendorIds}::uuid[]) and revoked_at is null returning vendor_id, expires_at
    )
    select id, name from vendor where id in (select vendor_id from ended where expires_at > now()) order by id`,
);

/** Redirects queued e-mails of vendors to their new addresses; both lists are in the same order. */
export const redirectMails = statement(
  'portal-link.redirectMails',
  (vendorIds: readonly string[], recipients: readonly string[]) => sql<never>`
    update mail set recipient = moved.recipient
    from unnest(${vendorIds}::uuid[], ${recipients}::text[]) as moved(vendor_id, recipient)
    where mail.status = ${MailStatus.QUEUED} and (mail.vendor_id = moved.vendor_id
      or mail.assessment_id in (select a.id from assessment a where a.vendor_id = moved.vendor_id))`,
);

interface HandedOn {
  id: string;
  parentId: string;
  tokenHash: string;
  sections: readonly string[];
  hasPassword: boolean;
}

/** A link for some sections, with the end and the password of the one it is made from. */
export const handOn = statement('portal-link.handOn', ({ id, parentId, tokenHash, sections, hasPassword }: HandedOn) =>
  sql<never>`
    insert into portal_link (id, assessment_id, parent_id, token_hash, password_hash, expires_at, sections)
    select ${id}, l.assessment_id, l.id, ${tokenHash}, l.password_hash, l.expires_at, ${sections}::text[] from portal_link l
    where l.id = ${parentId}`.writes(PortalLink, { id }, hasPassword ? ['portalLink', 'portalPassword'] : ['portalLink']),
);

/** How many links of an assessment that were handed on still work. */
export const handedOn = statement(
  'portal-link.handedOn',
  (assessmentId: string) => sql<{ count: number }>`
    select count(*) as count from portal_link l where l.assessment_id = ${assessmentId} and l.parent_id is not null and ${IS_WORKING}`,
);
