import { columns, type Held, type Row, update } from '../../database/rows';
import { contains, foldedAddress, idIs, isOneOf, present, rawSql, type Sql, sql, statement } from '../../database/sql';
import type { OrderTerm } from '../../graphql/connection';
import { Mail, MailKind, MailStatus } from './mail.entity';
import type { MailFile } from './mail-file.entity';
import type { MailFilter } from './mail.inputs';

type NewMail = Pick<
  Held<Mail>,
  'kind' | 'recipient' | 'subject' | 'text' | 'html' | 'secretBox' | 'assessmentId' | 'vendorId' | 'userId' | 'dedupeKey' | 'fileId'
>;

export const queue = statement('mail.queue', (mails: readonly NewMail[]) => {
  const each = (property: keyof NewMail) => mails.map((mail) => mail[property]);
  return sql<never>`
    insert into mail (kind, recipient, subject, text, html, secret_box, assessment_id, vendor_id, user_id, dedupe_key, file_id)
    select * from unnest(
      ${each('kind')}::text[], ${each('recipient')}::text[], ${each('subject')}::text[], ${each('text')}::text[],
      ${each('html')}::text[], ${each('secretBox')}::text[], ${each('assessmentId')}::uuid[], ${each('vendorId')}::uuid[],
      ${each('userId')}::uuid[], ${each('dedupeKey')}::text[], ${each('fileId')}::uuid[])
    on conflict do nothing`;
});

/** Those of the keys that e-mails have. */
export const knownKeys = statement(
  'mail.knownKeys',
  (keys: readonly string[]) =>
    sql<{ key: string }>`select ${present('dedupe_key')} as key from mail where dedupe_key ${isOneOf(keys, 'text')}`,
);

export const addFile = statement(
  'mail.addFile',
  ({ name, contentType, content }: Pick<Held<MailFile>, 'name' | 'contentType' | 'content'>) => sql<{ id: string }>`
    insert into mail_file (name, content_type, content) values (${name}, ${contentType}, ${content}) returning id`,
);

export const fileOf = statement(
  'mail.fileOf',
  (id: string) => sql<Pick<Row<MailFile>, 'name' | 'contentType' | 'content'>>`
    select name, content_type as "contentType", content from mail_file where id = ${id}`,
);

/** Files of e-mails that were sent, or can hardly be sent any more. */
export const forgetFiles = statement(
  'mail.forgetFiles',
  (days: number) => sql<never>`
    delete from mail_file f where created_at < now() - interval '1 hour' and (created_at < now() - make_interval(days => ${days}::int)
      or not exists (select 1 from mail where file_id = f.id and status <> 'SENT'))`,
);

/** Matches the condition of the index. */
const IS_WAITING = sql`status = 'QUEUED'`;

/** The kinds of e-mails that repeat what a vendor answered, or what was found in it. */
const OF_ANSWERS: readonly string[] = [
  MailKind.SUBMISSION_CONFIRMATION,
  MailKind.REMEDIATION,
  MailKind.REMEDIATION_SENT_BACK,
  MailKind.REMEDIATION_ACCEPTED,
];

/** Those with texts that tell of answers and findings. */
export const OF_ASSESSMENTS: readonly string[] = [
  ...OF_ANSWERS,
  MailKind.BOARD_REPORT,
  MailKind.NOTIFICATION,
  MailKind.REMEDIATION_ANSWERED,
  MailKind.ACCEPTANCE_REQUESTED,
  MailKind.ACCEPTANCE_DECIDED,
  MailKind.ACCEPTANCE_ENDING,
];

/** With the copies of the answers, sent or not. */
export const withdraw = statement(
  'mail.withdraw',
  (assessmentIds: readonly string[]) => sql<never>`
    delete from mail where assessment_id ${isOneOf(assessmentIds, 'uuid')} and (${IS_WAITING} or kind ${isOneOf(OF_ANSWERS, 'text')})`,
);

/** The same for a vendor and all its assessments. */
export const removeOfVendor = statement(
  'mail.removeOfVendor',
  (vendorId: string) => sql<never>`
    delete from mail where (${IS_WAITING} or kind ${isOneOf(OF_ANSWERS, 'text')}) and id in (
      select id from mail where vendor_id = ${vendorId}
      union all select m.id from assessment a join mail m on m.assessment_id = a.id where a.vendor_id = ${vendorId})`,
);

export const withdrawInvitations = statement(
  'mail.withdrawInvitations',
  (assessmentIds: readonly string[]) => sql<never>`
    delete from mail where ${IS_WAITING} and kind = ${MailKind.INVITATION} and assessment_id ${isOneOf(assessmentIds, 'uuid')}`,
);

export const withdrawOfVendor = statement(
  'mail.withdrawOfVendor',
  (vendorId: string) => sql<never>`
    delete from mail where ${IS_WAITING}
      and (vendor_id = ${vendorId} or assessment_id in (select id from assessment where vendor_id = ${vendorId}))`,
);

export const withdrawRemediations = statement(
  'mail.withdrawRemediations',
  (vendorIds: readonly string[]) => sql<never>`
    delete from mail where ${IS_WAITING} and kind = ${MailKind.REMEDIATION} and vendor_id ${isOneOf(vendorIds, 'uuid')}`,
);

export const emptyRemediations = statement(
  'mail.emptyRemediations',
  (vendorIds: readonly string[]) => sql<never>`
    update mail set secret_box = null
    where status = ${MailStatus.FAILED} and kind = ${MailKind.REMEDIATION} and vendor_id ${isOneOf(vendorIds, 'uuid')}`,
);

/** Those that wait to tell a user about the account. */
export const withdrawToUser = statement(
  'mail.withdrawToUser',
  (userId: string, kinds: readonly MailKind[]) =>
    sql<never>`delete from mail where ${IS_WAITING} and user_id = ${userId} and kind ${isOneOf(kinds, 'text')}`,
);

/** Those that wait to be sent to one of these addresses. */
export const withdrawTo = statement(
  'mail.withdrawTo',
  (addresses: readonly string[]) =>
    sql<never>`delete from mail where ${IS_WAITING} and ${foldedAddress(rawSql('recipient'))} ${isOneOf(addresses, 'text')}`,
);

/** The newest e-mails about each assessment, up to a limit. */
export const newestOf = statement(
  'mail.newestOf',
  (assessmentIds: readonly string[], most: number) => sql<Row<Mail>>`
    select ${columns(Mail, 'm')} from (
      select *, row_number() over (partition by assessment_id order by created_at desc, id desc) as n from mail
      where assessment_id ${isOneOf(assessmentIds, 'uuid')}
    ) as m where n <= ${most} order by created_at desc, id desc`,
);

/** The kinds of e-mails that tell people what concerns them. */
const TOLD = [
  MailKind.NOTIFICATION,
  MailKind.NOTIFICATION_DIGEST,
  MailKind.REMEDIATION_ANSWERED,
  MailKind.ACCEPTANCE_REQUESTED,
  MailKind.ACCEPTANCE_DECIDED,
  MailKind.ACCEPTANCE_ENDING,
  MailKind.VENDOR_REQUEST,
  MailKind.VENDOR_REQUEST_DECIDED,
];

/** Of what people were told of. */
export const forgetNotifications = statement(
  'mail.forgetNotifications',
  (days: number, unsentDays: number, atOnce: number) => sql<{ id: string }>`
    delete from mail where id in (
      select id from mail where kind ${isOneOf(TOLD, 'text')}
        and created_at < now() - make_interval(days => case when ${IS_WAITING} then ${unsentDays}::int else ${days}::int end) limit ${atOnce}
    ) returning id`,
);

/** Starts a new series of attempts. */
export const requeue = statement(
  'mail.requeue',
  (id: string) => sql<never>`${update(Mail, { status: MailStatus.QUEUED, attempts: 0, nextAttemptAt: sql`now()` })} where id = ${id}`,
);

/** Takes a few and counts the attempt. The next attempt is due when the lease ends, in case this worker dies. */
export const claim = statement(
  'mail.claim',
  (most: number, leaseSeconds: number) => sql<Row<Mail>>`
    with due as materialized (
      select id from mail where ${IS_WAITING} and next_attempt_at <= now()
      order by next_attempt_at limit ${most} for update skip locked
    )
    update mail m set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    from due where m.id = due.id
    returning ${columns(Mail, 'm')}`,
);

/** Also deletes the secret, which is no longer needed. */
export const markSent = statement(
  'mail.markSent',
  (id: string) => sql<never>`
    ${update(Mail, { status: MailStatus.SENT, sentAt: sql`now()`, secretBox: null, lastError: null })} where id = ${id}`,
);

/** Does nothing if another worker has taken over in the meantime. */
export const markFailed = statement(
  'mail.markFailed',
  (
    { id, attempts }: Pick<Row<Mail>, 'id' | 'attempts'>,
    { status, lastError }: Pick<Row<Mail>, 'status' | 'lastError'>,
    waitMinutes: number,
  ) => sql<never>`
    ${update(Mail, { status, lastError, nextAttemptAt: sql`now() + make_interval(mins => ${waitMinutes})` })}
    where id = ${id} and ${IS_WAITING} and attempts = ${attempts}`,
);

export const countWaiting = statement(
  'mail.countWaiting',
  () => sql<{ count: number }>`select count(*) as count from mail where ${IS_WAITING}`,
);

export const NEWEST_FIRST: OrderTerm[] = [{ by: rawSql('created_at'), type: 'timestamptz', descending: true }];

export function conditionsOf({ status, kind, assessmentId, recipient }: MailFilter): Sql[] {
  const found: Sql[] = [];
  if (status) found.push(sql`status = ${status}`);
  if (kind) found.push(sql`kind = ${kind}`);
  if (assessmentId) found.push(idIs('assessment_id', assessmentId));
  if (recipient) found.push(contains(['recipient'], recipient));
  return found;
}
