import { type Sql, sql } from '../../database/sql';
import type { RequestContext } from '../../kernel/context';
import { readSettings } from '../settings/settings.service';
import { ADMIN_ROLE } from '../user/role.service';
import { MailKind } from './mail.entity';
import { type OutgoingMail, queueMails } from './mail.service';
import { certificationExpiryMail, overdueMail, reminderMail } from './mail.templates';

/** So many are found and queued at a time, in a transaction of their own. */
const BATCH = 200;

/** A reminder that is due, found by SQL. Its key names what it is about: it is queued once, whoever finds it. */
interface Due {
  dedupeKey: string;
  recipient: string;
}

/**
 * Queues what is due until nothing is left. The e-mails already queued are left out of the search, so that each round
 * goes further; where two servers search at once, the key decides.
 */
async function queueDue<D extends Due>(
  ctx: RequestContext,
  due: Sql,
  mailOf: (row: D, organizationName: string) => Omit<OutgoingMail, keyof Due>,
): Promise<void> {
  let found: number;
  do {
    found = await ctx.database.transaction(async (tx) => {
      const rows = await tx.query<D>(sql`
        select due.* from (${due}) due where not exists (select 1 from mail where dedupe_key = due."dedupeKey")
        order by due."dedupeKey" limit ${BATCH}`);
      const { organizationName } = await readSettings(tx);
      await queueMails(
        ctx,
        tx,
        rows.map((row) => ({ ...row, ...mailOf(row, organizationName) })),
      );
      return rows.length;
    });
  } while (found === BATCH);
}

interface DueAssessment extends Due {
  assessmentId: string;
  title: string;
  contactName: string | null;
  dueDate: string;
}

const AWAITED = sql`
  select a.id as "assessmentId", a.title, a.due_date as "dueDate", v.contact_name as "contactName",
    v.contact_email as recipient, a.id || ':' || extract(epoch from a.due_date)::bigint as key
  from assessment a join vendor v on v.id = a.vendor_id
  where a.status in ('SENT', 'IN_PROGRESS')`;

/** Once, three days before the due date; again if that is moved. */
const DUE_SOON = sql`
  select awaited.*, ${`${MailKind.REMINDER}:`} || key as "dedupeKey" from (${AWAITED}
    and a.due_date between now() and now() + interval '3 days') awaited`;

/** Once a week after the due date, four times at most. */
const OVERDUE = sql`
  select awaited.*, ${`${MailKind.OVERDUE}:`} || key || ':' || floor(extract(epoch from now() - "dueDate") / 604800)
    as "dedupeKey"
  from (${AWAITED} and a.due_date < now() and a.due_date > now() - interval '28 days') awaited`;

/** Reminds vendors' contacts of the questionnaires that are due soon, and of those that are overdue. */
export async function remindOfAssessments(ctx: RequestContext): Promise<void> {
  await queueDue<DueAssessment>(ctx, DUE_SOON, (row, organizationName) => ({
    kind: MailKind.REMINDER,
    ...reminderMail({ ...row, organizationName }),
  }));
  await queueDue<DueAssessment>(ctx, OVERDUE, (row, organizationName) => ({
    kind: MailKind.OVERDUE,
    ...overdueMail({ ...row, organizationName }),
  }));
}

interface DueCertification extends Due {
  recipientName: string;
  vendorName: string;
  certificationName: string;
  expiresDate: string;
}

/** Once within 30 days before it expires and once within 7, to the vendor's owner, or to all administrators. */
const EXPIRING = sql`
  select v.name as "vendorName", c.name as "certificationName", c.expires_date as "expiresDate",
    u.name as "recipientName", u.email as recipient,
    concat_ws(':', ${MailKind.CERTIFICATION_EXPIRY}::text, c.id, c.expires_date,
      case when c.expires_date <= today.day + 7 then 7 else 30 end, u.id) as "dedupeKey"
  from (select (now() at time zone 'UTC')::date as day) today
  join certification c on c.expires_date between today.day and today.day + 30
  join vendor v on v.id = c.vendor_id
  left join app_user owner on owner.id = v.owner_id and not owner.is_disabled
  join app_user u on u.id = owner.id
    or owner.id is null and not u.is_disabled
      and u.role_id = (select id from role where name = ${ADMIN_ROLE} and is_system)`;

export async function remindOfCertifications(ctx: RequestContext): Promise<void> {
  await queueDue<DueCertification>(ctx, EXPIRING, (row, organizationName) => ({
    kind: MailKind.CERTIFICATION_EXPIRY,
    ...certificationExpiryMail({ ...row, organizationName, url: ctx.services.publicUrl }),
  }));
}
