import type { GraphQLResolveInfo } from 'graphql';
import type { Queryable } from '../../database/database';
import { findLocked } from '../../kernel/revise';
import type { Row } from '../../database/rows';
import { contains, isOneOf, rawSql, type Sql, sql } from '../../database/sql';
import { type Connection, connection, type PageArgs } from '../../graphql/connection';
import type { RequestContext, Services } from '../../kernel/context';
import { invalidTransition, notFound } from '../../kernel/errors';
import { byId, groupBy, loader } from '../../graphql/engine/loaders';
import { isId } from '../../platform/id';
import { oneLine } from '../../platform/mail/text';
import { change } from '../audit/audit.service';
import { Mail, MailKind, MailStatus } from './mail.entity';
import type { MailFilter } from './mail.inputs';
import { fillIn, hideLinks, openSecret, sealSecret } from './mail.secrets';
import type { MailContent } from './mail.templates';

/** Through what e-mails leave, host and port; null: they don't, and wait to be shared manually. */
export function mailServer({ config }: Services): string | null {
  return config.smtpUrl ? new URL(config.smtpUrl).host : null;
}

export interface OutgoingMail extends MailContent {
  kind: MailKind;
  recipient: string;
  assessmentId?: string;
  /** Of the e-mails with one key, whichever server queues them, only the first is sent. */
  dedupeKey?: string;
}

/** Puts an e-mail into the outbox, in the transaction of the change that it tells of: it goes if that commits. */
export function queueMail(ctx: RequestContext, tx: Queryable, mail: OutgoingMail): Promise<void> {
  return queueMails(ctx, tx, [mail]);
}

/** The same for many, in one statement. */
export async function queueMails(ctx: RequestContext, tx: Queryable, mails: readonly OutgoingMail[]): Promise<void> {
  const each = (valueOf: (mail: OutgoingMail) => string | undefined) => mails.map((mail) => valueOf(mail) ?? null);
  await tx.query(sql`
    insert into mail (kind, recipient, subject, text, html, secret_box, assessment_id, dedupe_key)
    select * from unnest(
      ${each(({ kind }) => kind)}::text[], ${each(({ recipient }) => oneLine(recipient))}::text[],
      ${each(({ subject }) => oneLine(subject))}::text[], ${each(({ text }) => text)}::text[],
      ${each(({ html }) => html)}::text[],
      ${each(({ secret }) => secret && sealSecret(secret, ctx.services.sessionSecret))}::text[],
      ${each(({ assessmentId }) => assessmentId)}::uuid[], ${each(({ dedupeKey }) => dedupeKey)}::text[])
    on conflict do nothing`);
}

/** Takes back e-mails that still wait, because what they speak of is gone or their link no longer works. */
export async function withdrawMails(tx: Queryable, which: Sql): Promise<void> {
  await tx.query(sql`delete from mail where status = ${MailStatus.QUEUED} and ${which}`);
}

export const mailById = byId(Mail);

const MOST_OF_ASSESSMENT = 50;

/** The newest e-mails about assessments. */
export const mailsOfAssessment = loader<string, Row<Mail>[]>(async (assessmentIds, ctx) => {
  const rows = await ctx.database.query<Row<Mail>>(sql`
    select ${ctx.database.table(Mail).columnsOf('m')} from (
      select *, row_number() over (partition by assessment_id order by created_at desc, id desc) as n from mail
      where assessment_id ${isOneOf(assessmentIds, 'uuid')}
    ) as m where n <= ${MOST_OF_ASSESSMENT} order by created_at desc, id desc`);
  const groups = groupBy(rows, ({ assessmentId }) => assessmentId!);
  return assessmentIds.map((id) => groups.get(id) ?? []);
});

/** The outbox and the delivery log, newest first. */
export function listMails(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  filter: MailFilter,
  page: PageArgs,
): Promise<Connection<Row<Mail>>> {
  const order = [{ by: rawSql('created_at'), type: 'timestamptz' as const, descending: true }];
  return connection(ctx, info, { entity: Mail, conditions: conditions(filter), order, page });
}

function conditions({ status, kind, assessmentId, recipient }: MailFilter): Sql[] {
  const found: Sql[] = [];
  if (status) found.push(sql`status = ${status}`);
  if (kind) found.push(sql`kind = ${kind}`);
  if (assessmentId) found.push(isId(assessmentId) ? sql`assessment_id = ${assessmentId}` : rawSql('false'));
  if (recipient) found.push(contains(['recipient'], recipient));
  return found;
}

/**
 * The text with its secret while it waits, so that it can be shared manually; afterwards with a blank. Whoever reads a
 * link can act as the vendor, so it is shown only to those who may send one.
 */
export function readableText(ctx: RequestContext, { text, secretBox }: Pick<Row<Mail>, 'text' | 'secretBox'>): string {
  if (!ctx.caller.permissions.has('assessments:create')) return hideLinks(text);
  return fillIn(text, secretBox && openSecret(secretBox, ctx.services.sessionSecret));
}

/** Gives an e-mail that was given up a new series of tries. */
export async function retryMail(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const mail = await findLocked(tx, Mail, id);
    if (!mail) throw notFound('E-mail');
    const { subject: name, kind, status } = mail;
    if (status !== MailStatus.FAILED) throw invalidTransition('Only a failed e-mail can be queued again');
    if (kind === MailKind.INVITATION && !mail.secretBox) throw invalidTransition('Its link no longer works; send a new one instead');
    await tx.query(sql`
      update mail set status = ${MailStatus.QUEUED}, attempts = 0, next_attempt_at = now() where id = ${id}`);
    tx.record({ action: 'RETRY_MAIL', entity: { type: 'Mail', id, name }, meta: { kind } });
  });
}
