import { isListedVendor } from '../../database/listed';
import { present, type Sql, sql, statement, TODAY } from '../../database/sql';
import { ADMIN_ROLE } from '../user/role.rules';
import { isAwaited, isOverdue } from '../vendor/overdue.store';
import { MailKind } from './mail.entity';

/** A reminder that is due. Its key identifies the occasion, so it is queued once, whichever server finds it. */
export interface Due {
  dedupeKey: string;
  recipient: string;
}

/** The reminders that aren't queued yet, up to a limit. */
const unqueued = <D extends Due>(due: Sql, most: number) => sql<D>`
  select due.* from (${due}) due where not exists (select 1 from mail where dedupe_key = due."dedupeKey")
  order by due."dedupeKey" limit ${most}`;

interface DueAssessment extends Due {
  assessmentId: string;
  title: string;
  contactName: string | null;
  dueDate: string;
  /** From the assessment and its due date. */
  key: string;
}

const AWAITED = sql`
  select a.id as "assessmentId", a.title, ${present('a.due_date')} as "dueDate", v.contact_name as "contactName",
    v.contact_email as recipient, a.id || ':' || extract(epoch from a.due_date)::bigint as key
  from assessment a join vendor v on v.id = a.vendor_id
  where ${isAwaited('a')} and ${isListedVendor('v')}`;

const DUE_SOON = sql`
  select awaited.*, ${`${MailKind.REMINDER}:`} || key as "dedupeKey" from (${AWAITED}
    and a.due_date between now() and now() + interval '3 days') awaited`;

/** Once, three days before the due date; again if that changes. */
export const dueSoon = statement('reminder.dueSoon', (most: number) => unqueued<DueAssessment>(DUE_SOON, most));

const OVERDUE = sql`
  select awaited.*, ${`${MailKind.OVERDUE}:`} || key || ':' || floor(extract(epoch from now() - "dueDate") / 604800)
    as "dedupeKey"
  from (${AWAITED} and ${isOverdue('a')} and a.due_date > now() - interval '28 days') awaited`;

/** Once a week after the due date, at most four times. */
export const overdue = statement('reminder.overdue', (most: number) => unqueued<DueAssessment>(OVERDUE, most));

interface DueCertification extends Due {
  recipientName: string;
  /** The vendor that holds it. */
  holderId: string;
  vendorName: string;
  certificationName: string;
  expiresDate: string;
}

const EXPIRING = sql`
  select v.id as "holderId", v.name as "vendorName", c.name as "certificationName", ${present('c.expires_date')} as "expiresDate",
    u.name as "recipientName", u.email as recipient,
    concat_ws(':', ${MailKind.CERTIFICATION_EXPIRY}::text, c.id, c.expires_date,
      case when c.expires_date <= today.day + 7 then 7 else 30 end, u.id) as "dedupeKey"
  from (select ${TODAY} as day) today
  join certification c on c.expires_date between today.day and today.day + 30
  join vendor v on v.id = c.vendor_id
  left join app_user owner on owner.id = v.owner_id and not owner.is_disabled
    and (owner.portfolio_ids is null or v.portfolio_id = any(owner.portfolio_ids))
  join app_user u on u.id = owner.id
    or owner.id is null and not u.is_disabled
      and u.role_id = (select id from role where name = ${ADMIN_ROLE} and is_system)
  left join notification_setting chosen on chosen.user_id = u.id and chosen.kind = 'EXPIRING'
  where ${isListedVendor('v')}
    and (chosen.email is null or chosen.email = 'AT_ONCE' or owner.id is null and chosen.email <> 'NEVER')`;

/**
 * Within 30 days before a certification expires, and again within 7, to the vendor's owner, or to all administrators. An owner who
 * has no role in the vendor's portfolio is told nothing of it. It is the e-mail of the notifications of this kind: owners who want
 * these daily have them in the summary, and who wants none gets none.
 */
export const expiring = statement('reminder.expiring', (most: number) => unqueued<DueCertification>(EXPIRING, most));
