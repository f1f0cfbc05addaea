import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemContext } from '../../src/kernel/context';
import { sql } from '../../src/database/sql';
import { change } from '../../src/domains/audit/audit.service';
import { MailKind } from '../../src/domains/mail/mail.entity';
import { type OutgoingMail, queueMail, queueMails } from '../../src/domains/mail/mail.service';
import { invitationMail } from '../../src/domains/mail/mail.templates';
import { deliverMails } from '../../src/domains/mail/mail.worker';
import { remindOfAssessments, remindOfCertifications } from '../../src/domains/mail/reminders';
import type { RequestContext } from '../../src/kernel/context';
import { type MailTransport, smtpTransport } from '../../src/platform/mail/transport';
import { createAssessment, createVendor, publishTemplate, sendAssessment } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { startSmtp, type TestSmtp } from '../kit/smtp';

const MAILS = `query ($filter: MailFilter) { mails(filter: $filter) { totalCount nodes {
  id kind recipient subject text status attempts nextAttemptAt sentAt lastError } } }`;
const RETRY = `mutation ($id: ID!) { retryMail(input: { id: $id }) { mail { id status attempts } } }`;
const TOKEN = 'kTx3-Fq_9wVJ2m0aYbZ7cR5eLh1uGdPoSiNvKtBxWyQ';
const PORTAL_URL = `https://risk.example/portal/${TOKEN}`;
const QUESTION = { text: 'Q', type: 'YES_NO', riskWeight: 'LOW' };

interface MailRow {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  status: string;
  attempts: number;
  nextAttemptAt: string;
  sentAt: string | null;
  lastError: string | null;
}

let server: TestServer;
let smtp: TestSmtp;
let ctx: RequestContext;
let transport: MailTransport;

beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://risk.example' });
  smtp = await startSmtp();
  ctx = systemContext(server.services);
  transport = smtpTransport(smtp.url);
  await rename('Zoë & Co');
});
afterAll(async () => {
  transport.close();
  await smtp.stop();
  await server.stop();
});
beforeEach(async () => {
  await query(`delete from mail`);
  smtp.received = [];
  smtp.refuse = undefined;
  smtp.hold = undefined;
});

const query = <T>(text: string) => ctx.database.query<T>(sql([text] as unknown as TemplateStringsArray));
async function deliver(via = transport, signal = new AbortController().signal): Promise<void> {
  await sleep(2); // times are rounded to milliseconds: what is due now may be due in half a millisecond
  await deliverMails(ctx, via, signal);
}
/** As if it were due. */
const bringForward = () => query(`update mail set next_attempt_at = now()`);

async function mails(filter = {}): Promise<MailRow[]> {
  return (await server.admin.data<{ mails: { nodes: MailRow[] } }>(MAILS, { filter })).mails.nodes;
}
async function onlyMail(): Promise<MailRow> {
  const found = await mails();
  expect(found).toHaveLength(1);
  return found[0]!;
}

const rename = (name: string) =>
  server.admin.data(`mutation ($name: String!) { updateSettings(input: { organizationName: $name }) { settings { revision } } }`, { name });

const plain = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  kind: MailKind.REMINDER,
  recipient: 'jane@vendor.example',
  subject: 'Hello',
  text: 'Text',
  html: '<p>Text</p>',
  ...changes,
});
const saying = (words: string) => expect.stringContaining(words) as string;
const queue = (...outgoing: OutgoingMail[]) => ctx.database.transaction((tx) => queueMails(ctx, tx, outgoing));
const queueInvitation = () =>
  queue({
    kind: MailKind.INVITATION,
    recipient: 'jane@vendor.example',
    ...invitationMail({
      organizationName: 'Zoë & Co',
      contactName: 'Jane <b>Doe</b>',
      title: 'Review "2026"',
      dueDate: '2026-11-15T12:00:00Z',
      portalUrl: PORTAL_URL,
      token: TOKEN,
      needsPassword: true,
    }),
  });

describe('an invitation', () => {
  test('arrives complete, and its token is never in the database, before or after', async () => {
    await queueInvitation();
    const stored = () => query<{ row: string }>(`select mail::text as row from mail`);
    expect((await stored())[0]!.row).not.toContain(TOKEN);

    await deliver();
    expect(smtp.received).toHaveLength(1);
    const [mail] = smtp.received;
    const { id } = await onlyMail();
    expect(mail!.recipients).toEqual(['jane@vendor.example']);
    expect(mail!.headers).toMatchObject({
      subject: 'Zoë & Co asks you to complete: Review "2026"',
      from: 'Zoë & Co <no-reply@risk.example>',
      to: 'jane@vendor.example',
      'message-id': `<${id}@risk.example>`,
    });
    expect(mail!.text).toContain(`\n\n${PORTAL_URL}\n\n`);
    expect(mail!.text).toContain('Please submit your answers by 15 November 2026 (UTC).');
    expect(mail!.text).toContain('It also requires a password, which Zoë & Co will give you separately.');
    expect(mail!.html).toContain(`<a href="${PORTAL_URL}">${PORTAL_URL}</a>`);
    expect(mail!.html).toContain('Hello Jane &lt;b&gt;Doe&lt;/b&gt;,');
    expect(mail!.html).toContain('“Review &quot;2026&quot;”');

    const sent = await onlyMail();
    expect(sent).toMatchObject({ status: 'SENT', attempts: 1, lastError: null, sentAt: expect.any(String) as string });
    expect(sent.text).toContain('https://risk.example/portal/‹…›');
    expect((await stored())[0]!.row).not.toContain(TOKEN);
    expect(await query(`select 1 from mail where secret_box is not null`)).toEqual([]);
    await deliver();
    expect(smtp.received).toHaveLength(1);
  });

  test('can be read in full by an administrator while it is queued, and by nobody else', async () => {
    await queueInvitation();
    expect((await onlyMail()).text).toContain(PORTAL_URL);
    for (const role of ['Reviewer', 'Viewer'] as const) {
      expect(await (await server.withRole(role)).code(MAILS)).toBe('FORBIDDEN');
    }
    expect(await server.stranger().code(MAILS)).toBe('UNAUTHENTICATED');
  });

  test('shows its link only to users who may send one; others see the rest, before and after it is sent', async () => {
    const reader = await server.withPermissions('settings:manage');
    const sender = await server.withPermissions('settings:manage', 'assessments:create');
    const quoted = `see <${PORTAL_URL}> or "${PORTAL_URL}", HTTPS://RISK.EXAMPLE/PORTAL%2F${TOKEN} or the code ${TOKEN}.`;
    await queueInvitation();
    await queue(plain({ text: `Dear Jane,\n\n> ${quoted}\n`, html: `<p>${quoted}</p>` }));
    const texts = async (client: typeof reader) =>
      (await client.data<{ mails: { nodes: MailRow[] } }>(MAILS)).mails.nodes.map(({ text }) => text).join('\n---\n');

    expect(await texts(sender)).toContain(`\n\n${PORTAL_URL}\n\n`);
    for (const status of ['QUEUED', 'FAILED', 'SENT'] as const) {
      await query(`update mail set status = '${status}'`);
      const read = await texts(reader);
      expect(read).not.toContain(TOKEN);
      expect(read.toLowerCase()).not.toContain('/portal');
      expect(read).toContain('[Link hidden');
      expect(read).toContain('asks you to complete the questionnaire “Review "2026"”');
    }
    await query(`update mail set status = 'FAILED'`);
    for (const { id } of await mails()) {
      const again = await reader.data<{ retryMail: { mail: { text: string } } }>(
        `mutation ($id: ID!) { retryMail(input: { id: $id }) { mail { text } } }`,
        { id },
      );
      expect(again.retryMail.mail.text).not.toContain(TOKEN);
    }
    await query(`delete from mail where kind = 'REMINDER'`);
    await deliver();
    expect(smtp.received[0]!.text).toContain(PORTAL_URL);
    expect(await texts(reader)).not.toMatch(/portal\//i);
  });

  test('is found by its id; another id finds nothing', async () => {
    await queueInvitation();
    const { id, text } = await onlyMail();
    const MAIL = `query ($id: ID!) { mail(id: $id) { text } }`;
    expect(await server.admin.data(MAIL, { id })).toEqual({ mail: { text } });
    for (const other of [randomUUID(), 'x']) expect(await server.admin.data(MAIL, { id: other })).toEqual({ mail: null });
  });

  test('whose refusal quotes the token leaves no trace of it', async () => {
    await queueInvitation();
    smtp.refuse = { at: 'DATA', code: 550, answer: `blocked address ${PORTAL_URL}` };
    await deliver();
    const { status, lastError } = await onlyMail();
    expect(status).toBe('FAILED');
    expect(lastError).toContain('blocked address https://risk.example/portal/‹…›');
  });

  test('fails with a reason if the session secret has changed', async () => {
    await queueInvitation();
    const other = systemContext({ ...server.services, sessionSecret: 'another secret of at least 32 characters' });
    await deliverMails(other, transport, new AbortController().signal);
    expect(smtp.received).toEqual([]);
    const { status, lastError } = await onlyMail();
    expect([status, lastError]).toEqual(['FAILED', saying('SESSION_SECRET has changed')]);
  });
});

test('sendAssessment e-mails a link that opens the questionnaire; the password is not in it', async () => {
  const { admin } = server;
  const vendorId = randomUUID();
  await query(`insert into vendor (id, name, contact_email) values ('${vendorId}', 'Contoso', 'max@vendor.example')`);
  const { importTemplate } = await admin.data<{ importTemplate: { template: { id: string } } }>(
    `mutation ($template: JSON!) { importTemplate(input: { template: $template }) { template { id } } }`,
    { template: { name: 'T', sections: [{ title: 'S', questions: [QUESTION] }] } },
  );
  const templateId = importTemplate.template.id;
  await admin.data(`mutation ($id: ID!) { publishTemplate(input: { id: $id }) { template { id } } }`, { id: templateId });
  const { createAssessment } = await admin.data<{ createAssessment: { assessment: { id: string } } }>(
    `mutation ($input: CreateAssessmentInput!) { createAssessment(input: $input) { assessment { id } } }`,
    { input: { vendorId, templateId, title: 'Yearly review' } },
  );
  const { id } = createAssessment.assessment;
  const password = 'a word between us';
  await admin.data(`mutation ($input: SendAssessmentInput!) { sendAssessment(input: $input) { assessment { status } } }`, {
    input: { id, portalPassword: password },
  });
  const about = await admin.data(`query ($id: ID!) { mails(filter: { assessmentId: $id }) { nodes { assessment { title } } } }`, { id });
  expect(about).toEqual({ mails: { nodes: [{ assessment: { title: 'Yearly review' } }] } });

  await deliver();
  const [mail] = smtp.received;
  expect(mail!.recipients).toEqual(['max@vendor.example']);
  expect(mail!.raw).not.toContain(password);
  const token = /https:\/\/risk\.example\/portal\/(\S+)/.exec(mail!.text)![1];
  const portal = `query ($token: String!, $password: String) { portal(token: $token, password: $password) { title } }`;
  expect(await server.stranger().data(portal, { token, password })).toEqual({ portal: { title: 'Yearly review' } });
});

test('an assessment shows the status of its e-mails to those who see it, but not their text', async () => {
  const templateId = await publishTemplate(server, 'Mailed', [{ title: 'All', questions: [QUESTION] }]);
  const id = await createAssessment(server, await createVendor(server, { contactEmail: 'trust@acme.example' }), templateId);
  await sendAssessment(server, id);
  const viewer = await server.withRole('Viewer');
  const mails = async () =>
    (await viewer.data<{ assessment: { mails: object[] } }>(`{ assessment(id: "${id}") { mails { kind recipient status } } }`)).assessment
      .mails;
  const invitation = { kind: 'INVITATION', recipient: 'trust@acme.example' };
  expect(await mails()).toEqual([{ ...invitation, status: 'QUEUED' }]);
  smtp.refuse = { at: 'RCPT', code: 550, answer: 'No such mailbox' };
  await deliverMails(ctx, transport, AbortSignal.timeout(10_000));
  expect(await mails()).toEqual([{ ...invitation, status: 'FAILED' }]);
  for (const secret of ['text', 'subject', 'lastError']) {
    expect(await viewer.code(`{ assessment(id: "${id}") { mails { ${secret} } } }`)).toBe('FORBIDDEN');
  }
});

test('a change that is rolled back sends nothing; a committed one sends its e-mail', async () => {
  const work = (fails: boolean) =>
    change(ctx, async (tx) => {
      await queueMail(ctx, tx, plain());
      tx.record({ action: 'SEND_ASSESSMENT' });
      if (fails) throw new Error('changed my mind');
    });
  await expect(work(true)).rejects.toThrow('changed my mind');
  await deliver();
  expect(smtp.received).toEqual([]);
  await work(false);
  await deliver();
  expect(smtp.received).toHaveLength(1);
});

test('of e-mails with the same key only the first is queued, even when concurrent', async () => {
  await Promise.all(Array.from({ length: 8 }, () => queue(plain({ dedupeKey: 'a' }), plain({ dedupeKey: 'b' }))));
  expect(await mails()).toHaveLength(2);
});

describe('a mail server that refuses', () => {
  const minutesToNext = async () => {
    const { nextAttemptAt } = await onlyMail();
    return Math.round((Date.parse(nextAttemptAt) - Date.now()) / 60_000);
  };

  test('temporarily is tried again at increasing intervals; after eight attempts the e-mail fails', async () => {
    await queue(plain());
    smtp.refuse = { at: 'RCPT', code: 450, answer: 'mailbox busy' };
    const waits: number[] = [];
    for (let attempt = 1; attempt < 8; attempt++) {
      await deliver();
      await deliver(); // not due yet: nothing happens
      const lastError = saying('450 mailbox busy');
      expect(await onlyMail()).toMatchObject({ status: 'QUEUED', attempts: attempt, lastError });
      waits.push(await minutesToNext());
      await bringForward();
    }
    expect(waits).toEqual([1, 5, 15, 60, 240, 720, 1440]);
    await deliver();
    expect(await onlyMail()).toMatchObject({ status: 'FAILED', attempts: 8 });
    await bringForward();
    await deliver();
    expect((await onlyMail()).attempts).toBe(8);
  });

  test('and accepts on the next attempt gets it once', async () => {
    await queue(plain());
    smtp.refuse = { at: 'DATA', code: 451, answer: 'try later' };
    await deliver();
    smtp.refuse = undefined;
    await bringForward();
    await deliver();
    expect(smtp.received).toHaveLength(1);
    expect(await onlyMail()).toMatchObject({ status: 'SENT', attempts: 2, lastError: null });
  });

  test.each(['RCPT', 'DATA'] as const)('permanently at %s is not tried again', async (at) => {
    await queue(plain());
    smtp.refuse = { at, code: 550, answer: 'no such user' };
    await deliver();
    expect(await onlyMail()).toMatchObject({ status: 'FAILED', attempts: 1, lastError: saying('550 no such user') });
  });

  test('the sign-in or the connection does not count against the e-mail: it stays queued', async () => {
    const strict = await startSmtp({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('wrong')),
    });
    const refused = smtpTransport(strict.url.replace('smtp://', 'smtp://user:hunter2@'));
    await queue(plain());
    await deliver(refused);
    const { status, lastError } = await onlyMail();
    expect([status, lastError]).toEqual(['QUEUED', saying('Invalid login')]);
    expect(lastError).not.toContain('hunter2');
    await strict.stop();
    await bringForward();
    await deliver(refused);
    expect(await onlyMail()).toMatchObject({ status: 'QUEUED', attempts: 2, lastError: saying('ECONNREFUSED') });
    refused.close();
  });
});

describe('retryMail', () => {
  test('queues a failed e-mail again, which is recorded', async () => {
    await queue(plain());
    smtp.refuse = { at: 'RCPT', code: 550, answer: 'no such user' };
    await deliver();
    const { id } = await onlyMail();
    const { retryMail } = await server.admin.data<{ retryMail: unknown }>(RETRY, { id });
    expect(retryMail).toEqual({ mail: { id, status: 'QUEUED', attempts: 0 } });
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: unknown[] } }>(
      `{ auditLog(first: 1, filter: { action: "RETRY_MAIL" }) { nodes { actionLabel entityId entityName } } }`,
    );
    expect(auditLog.nodes).toEqual([{ actionLabel: 'Queued an e-mail again', entityId: id, entityName: 'Hello' }]);
    smtp.refuse = undefined;
    await deliver();
    expect(smtp.received).toHaveLength(1);
  });

  test('refuses one that is queued, sent or unknown', async () => {
    await queue(plain());
    const { id } = await onlyMail();
    expect(await server.admin.code(RETRY, { id })).toBe('INVALID_TRANSITION');
    await deliver();
    expect(await server.admin.code(RETRY, { id })).toBe('INVALID_TRANSITION');
    expect(await server.admin.code(RETRY, { id: randomUUID() })).toBe('NOT_FOUND');
    expect(await server.admin.code(RETRY, { id: 'x' })).toBe('NOT_FOUND');
  });
});

describe('several workers', () => {
  test('deliver each of fifty e-mails once', async () => {
    await queue(...Array.from({ length: 50 }, (_, i) => plain({ recipient: `v${i}@vendor.example` })));
    const others = Array.from({ length: 6 }, () => smtpTransport(smtp.url));
    // So that each has a connection, and all start at once.
    await Promise.all(others.map(() => query(`select pg_sleep(0.1)`)));
    await Promise.all(others.map((other) => deliver(other)));
    expect(new Set(smtp.received.map(({ headers }) => headers['message-id'])).size).toBe(50);
    expect(smtp.received).toHaveLength(50);
    expect(await mails({ status: 'QUEUED' })).toEqual([]);
    for (const other of others) other.close();
  });

  test('one that returns after its lease has ended does not disturb the one that took over', async () => {
    await queue(plain());
    const releases: (() => void)[] = [];
    const held = await Promise.all([startSmtp(), startSmtp()]);
    const others = held.map((one) => smtpTransport(one.url));
    const tries: Promise<void>[] = [];
    for (const [i, one] of held.entries()) {
      one.hold = new Promise<void>((resolve) => releases.push(resolve));
      tries.push(deliver(others[i]));
      await sleep(300);
      if (tries.length === 1) await bringForward();
    }
    held[0].refuse = { at: 'DATA', code: 451, answer: 'try later' };
    releases[0]!();
    await tries[0];
    expect(await onlyMail()).toMatchObject({ status: 'QUEUED', attempts: 2, lastError: null });
    releases[1]!();
    await tries[1];
    expect(await onlyMail()).toMatchObject({ status: 'SENT', attempts: 2, lastError: null });
    for (const other of others) other.close();
    await Promise.all(held.map((one) => one.stop()));
  });

  test('one that is told to stop finishes its current e-mails and takes no more', async () => {
    await queue(...Array.from({ length: 20 }, () => plain()));
    const stopping = new AbortController();
    let release!: () => void;
    smtp.hold = new Promise<void>((resolve) => (release = resolve));
    const delivered = deliver(transport, stopping.signal);
    await sleep(200);
    stopping.abort();
    release();
    await delivered;
    expect(smtp.received).toHaveLength(5);
    expect(await mails({ status: 'SENT' })).toHaveLength(5);
    expect(await mails({ status: 'QUEUED' })).toHaveLength(15);
  });
});

describe('no header or recipient can be injected', () => {
  test('by a subject or a name', async () => {
    const title = 'Hi\r\nBcc: victim@else.example\r\n\r\nBody';
    await queue(plain({ subject: title }));
    await rename('Zoë & Co\r\nBcc: victim@else.example');
    await deliver();
    await rename('Zoë & Co');
    const [mail] = smtp.received;
    expect(mail!.headers).not.toHaveProperty('bcc');
    expect(mail!.headers.subject).toBe('Hi Bcc: victim@else.example Body');
    expect(mail!.recipients).toEqual(['jane@vendor.example']);
  });

  test.each([
    'jane@vendor.example\r\nBcc: victim@else.example',
    'jane@vendor.example, victim@else.example',
    'Jane <jane@vendor.example>',
    'jane',
  ])('by the recipient %j', async (recipient) => {
    await queue(plain({ recipient }));
    await deliver();
    expect(smtp.received).toEqual([]);
    expect(await onlyMail()).toMatchObject({ status: 'FAILED', lastError: 'The recipient is not an e-mail address' });
  });
});

test('the list is filtered, paged and newest first', async () => {
  for (const kind of [MailKind.REMINDER, MailKind.OVERDUE, MailKind.SEND_BACK]) {
    await queue(plain({ kind, recipient: `${kind.toLowerCase()}@vendor.example` }));
    await sleep(5); // their times are stored in milliseconds
  }
  expect((await mails()).map(({ kind }) => kind)).toEqual(['SEND_BACK', 'OVERDUE', 'REMINDER']);
  expect(await mails({ kind: 'OVERDUE' })).toHaveLength(1);
  expect(await mails({ recipient: 'Due@' })).toHaveLength(1);
  expect(await mails({ status: 'SENT' })).toEqual([]);
  expect(await mails({ assessmentId: randomUUID() })).toEqual([]);
  expect(await mails({ assessmentId: 'x' })).toEqual([]);
});

describe('reminders', () => {
  const vendor = randomUUID();
  const assessment = (title: string, status: string, due: string) =>
    query(`insert into assessment (title, vendor_id, status, due_date)
      values ('${title}', '${vendor}', '${status}', now() + interval '${due}')`);
  const certification = (of: string, name: string, days: number) =>
    query(`insert into certification (vendor_id, name, expires_date)
      values ('${of}', '${name}', (now() at time zone 'UTC')::date + ${days})`);

  beforeAll(() =>
    query(`insert into vendor (id, name, contact_name, contact_email)
      values ('${vendor}', 'Northwind', 'Jane', 'jane@vendor.example')`),
  );
  beforeEach(async () => {
    await query(`delete from assessment`);
    await query(`delete from certification`);
  });
  const subjects = async () => (await mails()).map(({ kind, subject }) => `${kind} ${subject.split('”')[0]}`).sort();

  test('go to the contact once before the due date and once a week after it, however often servers check', async () => {
    await assessment('soon', 'SENT', '2 days');
    await assessment('begun', 'IN_PROGRESS', '1 hour');
    await assessment('later', 'SENT', '4 days');
    await assessment('draft', 'DRAFT', '1 day');
    await assessment('late', 'SENT', '-1 day');
    await assessment('two weeks late', 'IN_PROGRESS', '-15 days');
    await assessment('a month late', 'IN_PROGRESS', '-29 days');
    await assessment('done', 'SUBMITTED', '-1 day');
    await Promise.all(Array.from({ length: 4 }, () => remindOfAssessments(systemContext(server.services))));
    await remindOfAssessments(ctx);
    expect(await subjects()).toEqual([
      'OVERDUE Overdue: “late',
      'OVERDUE Overdue: “two weeks late',
      'REMINDER Reminder: “begun',
      'REMINDER Reminder: “soon',
    ]);
    const [soon] = await mails({ kind: 'REMINDER' });
    expect(soon).toMatchObject({ recipient: 'jane@vendor.example', text: saying('Hello Jane,') });
    expect(soon!.text).toContain('The link is in your invitation.');
    expect(soon!.text).toContain('Zoë & Co can send you a new one.');
  });

  test('are repeated for a changed due date, and weekly while overdue', async () => {
    await assessment('moved', 'SENT', '1 day');
    await remindOfAssessments(ctx);
    await query(`update assessment set due_date = now() + interval '2 days'`);
    await remindOfAssessments(ctx);
    expect(await mails({ kind: 'REMINDER' })).toHaveLength(2);

    await query(`update assessment set due_date = now() - interval '20 hours'`);
    for (const total of [1, 2, 3, 4, 4]) {
      await remindOfAssessments(ctx);
      expect(await mails({ kind: 'OVERDUE' })).toHaveLength(total);
      await letAWeekPass();
    }
  });

  /** Moves the due date, also in the keys, into the past. */
  async function letAWeekPass(): Promise<void> {
    await query(`
      update mail set dedupe_key = replace(dedupe_key, extract(epoch from due_date)::bigint::text,
        (extract(epoch from due_date)::bigint - 604800)::text) from assessment`);
    await query(`update assessment set due_date = due_date - interval '7 days'`);
  }

  test('are found and queued in more than one batch', async () => {
    await query(`insert into assessment (title, vendor_id, status, due_date)
      select 'n', '${vendor}', 'SENT', now() + interval '1 day' from generate_series(1, 450)`);
    await remindOfAssessments(ctx);
    expect(await server.admin.data(`{ mails { totalCount } }`)).toEqual({ mails: { totalCount: 450 } });
  });

  test('of certifications go to the owner or else to the administrators, 30 and 7 days before expiry', async () => {
    const { users } = await server.admin.data<{ users: { id: string; email: string }[] }>(`{ users { id email } }`);
    const admin = users.find(({ email }) => email === 'admin@example.org')!;
    await server.withRole('Reviewer');
    const [owner] = await query<{ id: string; email: string }>(`select id, email from app_user order by created_at desc limit 1`);
    const owned = randomUUID();
    await query(`insert into vendor (id, name, contact_email, owner_id)
      values ('${owned}', 'Owned', 'x@vendor.example', '${owner!.id}')`);
    await certification(owned, 'ISO', 30);
    await certification(vendor, 'SOC', 7);
    await certification(vendor, 'far', 31);
    await certification(vendor, 'gone', -1);
    const all = async () => {
      await Promise.all([1, 2].map(() => remindOfCertifications(systemContext(server.services))));
      const found = await mails();
      return found.map(({ recipient, subject }) => `${recipient} ${subject.replace(/ expires.*/, '')}`).sort();
    };
    const first = [`${admin.email} SOC of Northwind`, `${owner!.email} ISO of Owned`].sort();
    expect(await all()).toEqual(first);
    expect((await mails({ recipient: owner!.email }))[0]!.text).toContain(`https://risk.example/vendors/${owned}?tab=certifications`);

    // Three weeks later: the second reminder is due, and the owner has left.
    await query(`update certification set expires_date = expires_date - 24 where name = 'ISO'`);
    await query(`update mail set dedupe_key = replace(dedupe_key, (expires_date + 24)::text, expires_date::text)
      from certification where name = 'ISO'`);
    await query(`update app_user set is_disabled = true where id = '${owner!.id}'`);
    expect(await all()).toEqual([...first, `${admin.email} ISO of Owned`].sort());
  });
});

test('a server delivers automatically, soon after the change; without SMTP_URL it keeps the e-mail to be read', async () => {
  const busy = await startTestServer({ jobs: true, smtpUrl: smtp.url, mailFrom: 'Risk Team <risk@example.org>' });
  const quiet = await startTestServer({ jobs: true });
  for (const { services } of [busy, quiet]) {
    const own = systemContext(services);
    await services.database.transaction((tx) => queueMail(own, tx, plain()));
  }
  const giveUp = Date.now() + 60_000;
  while (smtp.received.length === 0 && Date.now() < giveUp) await sleep(50);
  await sleep(200);
  expect(smtp.received.map(({ headers }) => headers.from)).toEqual(['Risk Team <risk@example.org>']);
  expect(await busy.admin.data(`{ mails { nodes { status } } }`)).toEqual({ mails: { nodes: [{ status: 'SENT' }] } });
  expect(await quiet.admin.data(`{ mails { nodes { status attempts text } } }`)).toEqual({
    mails: { nodes: [{ status: 'QUEUED', attempts: 0, text: 'Text' }] },
  });
  await Promise.all([busy.stop(), quiet.stop()]);
});

describe('settings', () => {
  const MAIL_SERVER = `{ settings { mailServer } }`;

  test('say that there is no mail server', async () => {
    expect(await server.admin.data(MAIL_SERVER)).toEqual({ settings: { mailServer: null } });
  });

  test('name the mail server without its password; every user can see that there is one', async () => {
    const other = await startTestServer({ smtpUrl: 'smtps://relay:secret@mail.example:465' });
    expect(await other.admin.data(MAIL_SERVER)).toEqual({ settings: { mailServer: 'mail.example:465' } });
    const enabled = `{ settings { mailEnabled } }`;
    expect(await (await other.withRole('Viewer')).data(enabled)).toEqual({ settings: { mailEnabled: true } });
    expect(await (await server.withRole('Viewer')).data(enabled)).toEqual({ settings: { mailEnabled: false } });
    expect(await server.stranger().code(enabled)).toBe('UNAUTHENTICATED');
    await other.stop();
  });
});
