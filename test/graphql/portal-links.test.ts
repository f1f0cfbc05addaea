import argon2 from '@node-rs/argon2';
import { hashPassword } from '../../src/auth/passwords';
import { systemContext } from '../../src/kernel/context';
import { sql } from '../../src/database/sql';
import { deliverMails } from '../../src/domains/mail/mail.worker';
import { remindOfAssessments } from '../../src/domains/mail/reminders';
import { type Assessed, Assessor } from '../kit/assessed';
import { GraphQLClient } from '../kit/client';
import { createAssessment, createVendor, sendAssessment } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

const database = () => server.services.database;
const opens = async ({ portal }: Assessed) =>
  (await server.stranger().code(`{ portal(token: "${portal.token}") { title } }`)) === undefined;
const trail = async (entityId: string, action: string) =>
  (
    await server.admin.data<{ auditLog: { nodes: { meta: unknown; userName: string }[] } }>(
      `query ($id: ID!, $action: String!) { auditLog(filter: { entityId: $id, action: $action }) { nodes { meta userName } } }`,
      { id: entityId, action },
    )
  ).auditLog.nodes;
const mailsOf = (id: string) =>
  database().query<{ kind: string; recipient: string; status: string }>(sql`
    select kind, recipient, status from mail where assessment_id = ${id} order by kind`);

describe("a change of the contact's address", () => {
  const update = (id: string, contactEmail: string) =>
    server.admin.data(`mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }`, {
      input: { id, contactEmail },
    });
  const put = async (id: string, contactEmail: string) => {
    const key = await server.withKey();
    const response = await key.fetch(`/api/v1/vendors/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contactEmail }),
    });
    expect(response.status).toBe(200);
  };
  const importTable = async (id: string, contactEmail: string) => {
    await database().query(sql`update vendor set external_id = ${id} where id = ${id}`);
    await server.admin.data(`mutation ($csv: String!) { importVendors(input: { csv: $csv }) { updated } }`, {
      csv: `externalId,contactEmail\n${id},${contactEmail}\n`,
    });
  };

  test.each([
    ['GraphQL', update],
    ['REST', put],
    ['a CSV import', importTable],
  ])('by %s revokes all links of the vendor, which is recorded, and withdraws their e-mails', async (_way, changeTo) => {
    const open = await assessor.sent({ contactEmail: 'old@vendor.example' });
    const submitted = await assessor.submitted(open.vendorId);
    const completed = await assessor.completed(open.vendorId);
    const other = await assessor.sent({ contactEmail: 'old@vendor.example' });
    await changeTo(open.vendorId, 'OLD@Vendor.example');
    expect([await opens(open), await opens(submitted)]).toEqual([true, true]);

    await changeTo(open.vendorId, 'new@vendor.example');
    expect(await Promise.all([open, submitted, completed, other].map(opens))).toEqual([false, false, false, true]);
    for (const { id } of [open, submitted, completed]) {
      // The copy of what was submitted has no link.
      expect((await mailsOf(id)).filter(({ kind }) => kind !== 'SUBMISSION_CONFIRMATION')).toEqual([]);
      expect(await trail(id, 'REVOKE_LINK')).toMatchObject([{ meta: { reason: 'contact address changed' } }]);
    }
    expect((await mailsOf(other.id)).map(({ recipient }) => recipient)).toEqual(['old@vendor.example']);
    const { assessment } = await server.admin.data<{ assessment: object }>(`{ assessment(id: "${open.id}") { portalLink { expiresAt } } }`);
    expect(assessment).toEqual({ portalLink: null });

    await server.admin.data(`mutation { resendPortalLink(input: { id: "${open.id}" }) { portalUrl } }`);
    expect(await mailsOf(open.id)).toEqual([{ kind: 'INVITATION', recipient: 'new@vendor.example', status: 'QUEUED' }]);
    // It was already revoked: nothing to record again.
    await changeTo(submitted.vendorId, 'third@vendor.example');
    expect(await trail(submitted.id, 'REVOKE_LINK')).toHaveLength(1);
    expect(await trail(open.id, 'REVOKE_LINK')).toHaveLength(2);
  });

  test('in a dry run, or an update of other fields, revokes nothing', async () => {
    const one = await assessor.sent({ externalId: 'DRY' });
    const csv = 'externalId,contactEmail\nDRY,new@vendor.example\n';
    await server.admin.data(`mutation ($csv: String!) { importVendors(input: { csv: $csv, dryRun: true }) { updated } }`, { csv });
    await server.admin.data(`mutation { updateVendor(input: { id: "${one.vendorId}", name: "Renamed" }) { vendor { id } } }`);
    expect(await opens(one)).toBe(true);
  });

  test('sends other queued e-mails to the new address, and retries nothing that failed at the old one', async () => {
    const one = await assessor.sent({ contactEmail: 'left@vendor.example' }, { dueDate: new Date(Date.now() + 86_400_000).toISOString() });
    await database().query(sql`update mail set status = 'FAILED' where assessment_id = ${one.id}`);
    await remindOfAssessments(systemContext(server.services));
    await update(one.vendorId, 'new@vendor.example');
    expect(await mailsOf(one.id)).toEqual([
      { kind: 'INVITATION', recipient: 'left@vendor.example', status: 'FAILED' },
      { kind: 'REMINDER', recipient: 'new@vendor.example', status: 'QUEUED' },
    ]);
    const { mails } = await server.admin.data<{ mails: { nodes: { id: string; text: string; kind: string }[] } }>(
      `{ mails(filter: { assessmentId: "${one.id}" }) { nodes { id text kind } } }`,
    );
    const invitation = mails.nodes.find(({ kind }) => kind === 'INVITATION')!;
    expect(invitation.text).not.toContain(one.portal.token);
    expect(await server.admin.code(`mutation { retryMail(input: { id: "${invitation.id}" }) { mail { id } } }`)).toBe('INVALID_TRANSITION');
    const sent: string[] = [];
    const transport = {
      send: async ({ to, text }: { to: string; text: string }) => void sent.push(`${to} ${text}`),
      close: () => undefined,
    };
    await deliverMails(systemContext(server.services), transport, new AbortController().signal);
    expect(sent.filter((mail) => mail.startsWith('left@'))).toEqual([]);
    expect(sent.some((mail) => mail.includes(one.portal.token))).toBe(false);
  });

  test('drops the password with the link: the new contact was never given it', async () => {
    const vendorId = await createVendor(server);
    const id = await createAssessment(server, vendorId, assessor.templateId);
    await sendAssessment(server, id, 'open sesame');
    await update(vendorId, 'new@vendor.example');
    const { resendPortalLink } = await server.admin.data<{ resendPortalLink: { portalToken: string } }>(
      `mutation { resendPortalLink(input: { id: "${id}" }) { portalToken } }`,
    );
    expect(await server.stranger().code(`{ portal(token: "${resendPortalLink.portalToken}") { title } }`)).toBeUndefined();
  });

  test('at the same time as sending leaves no working link at the old address', async () => {
    for (let round = 0; round < 5; round++) {
      const vendorId = await createVendor(server, { contactEmail: 'old@vendor.example' });
      const id = await createAssessment(server, vendorId, assessor.templateId);
      const [{ token }] = await Promise.all([sendAssessment(server, id), update(vendorId, 'new@vendor.example')]);
      const isOpen = (await server.stranger().code(`{ portal(token: "${token}") { title } }`)) === undefined;
      const invited = (await mailsOf(id)).map(({ recipient }) => recipient);
      expect([isOpen, invited]).toEqual(isOpen ? [true, ['new@vendor.example']] : [false, []]);
    }
  });
});

describe('comments by the vendor', () => {
  const say = ({ portal: { token } }: Assessed, body = 'Hello') =>
    server.stranger().ask(`mutation ($input: PortalCommentInput!) { portalAddComment(input: $input) { assessment { status } } }`, {
      input: { token, body },
    });
  const code = async (one: Assessed) => (await say(one)).errors?.[0]?.extensions.code;
  const count = async ({ id }: Assessed) =>
    (await database().query<{ n: number }>(sql`select count(*)::int as n from comment where assessment_id = ${id}`))[0]!.n;

  test('are limited to twenty an hour, even when concurrent, and the refusal says when to try again', async () => {
    const one = await assessor.sent();
    const codes = await Promise.all(Array.from({ length: 26 }, () => code(one)));
    expect(codes.filter((each) => each === undefined)).toHaveLength(20);
    expect(new Set(codes)).toEqual(new Set([undefined, 'RATE_LIMITED']));
    expect(await count(one)).toBe(20);
    const { extensions, message } = (await say(one)).errors![0]!;
    expect(message).toContain('20 comments an hour');
    const { retryAfter } = extensions as unknown as { retryAfter: number };
    expect(retryAfter).toBeGreaterThan(3_000);
    expect(retryAfter).toBeLessThanOrEqual(3_600);
    // The team can continue, and an hour later so can the vendor.
    await assessor.comment(one.id, 'We read on');
    await database().query(sql`update comment set created_at = created_at - interval '61 minutes' where assessment_id = ${one.id}`);
    expect(await code(one)).toBeUndefined();
  });

  test('are limited to two hundred in total', async () => {
    const one = await assessor.sent();
    await database().query(sql`
      insert into comment (assessment_id, author_type, author_name, body, visibility, created_at)
      select ${one.id}, 'VENDOR', 'Acme', 'Hello', 'SHARED', now() - interval '2 days' from generate_series(1, 198)`);
    const codes = await Promise.all(Array.from({ length: 6 }, () => code(one)));
    expect(codes.sort()).toEqual([...Array<string>(4).fill('BAD_USER_INPUT'), undefined, undefined]);
    expect(await count(one)).toBe(200);
  });

  test('are refused once the assessment is completed; those of the team are not', async () => {
    const one = await assessor.completed();
    expect(await code(one)).toBe('INVALID_TRANSITION');
    expect((await server.stranger().ask(`{ portal(token: "${one.portal.token}") { status } }`)).errors).toBeUndefined();
    await assessor.comment(one.id, 'Filed');
    expect(await count(one)).toBe(1);
  });
});

test('a portal password has at least eight characters; existing shorter ones still work', async () => {
  const SEND = `mutation ($input: SendAssessmentInput!) { sendAssessment(input: $input) { portalToken } }`;
  const RESEND = `mutation ($input: SendAssessmentInput!) { resendPortalLink(input: $input) { portalToken } }`;
  const id = await createAssessment(server, await createVendor(server), assessor.templateId);
  const message = { portalPassword: 'must have at least 8 characters' };
  for (const portalPassword of ['', 'sesame', '1234567'])
    expect(await server.admin.fields(SEND, { input: { id, portalPassword } })).toEqual(message);
  const { token } = await sendAssessment(server, id, '12345678');
  expect(await server.admin.fields(RESEND, { input: { id, portalPassword: '1234567' } })).toEqual(message);
  await database().query(sql`update portal_link set password_hash = ${await hashPassword('four')} where assessment_id = ${id}`);
  expect(await server.stranger().code(`{ portal(token: "${token}", password: "four") { title } }`)).toBeUndefined();
});

describe('the password of a link', () => {
  let behind: TestServer;
  beforeAll(async () => (behind = await startTestServer({ databaseUrl: server.databaseUrl, trustProxy: ['127.0.0.1', '::1'] })));
  afterAll(() => behind.stop());

  const opened = async (token: string, password: string, from: string) =>
    new GraphQLClient(behind.url, { 'x-forwarded-for': from }).code(`{ portal(token: "${token}", password: "${password}") { title } }`);
  const guarded = async () => {
    const id = await createAssessment(server, await createVendor(server), assessor.templateId);
    return (await sendAssessment(server, id, 'open sesame')).token;
  };
  const [VENDOR, STRANGER] = ['198.51.100.1', '198.51.100.2'];

  test('is guessed ten times from an address, however often the vendor opens it meanwhile, who goes on', async () => {
    const token = await guarded();
    const guesses: (string | undefined)[] = [];
    for (let n = 0; n < 15; n++) {
      guesses.push(await opened(token, `guess ${n}`, STRANGER));
      expect(await opened(token, 'open sesame', VENDOR)).toBeUndefined();
    }
    expect(guesses).toEqual([...Array<string>(10).fill('UNAUTHENTICATED'), ...Array<string>(5).fill('RATE_LIMITED')]);
    expect(await opened(token, 'open sesame', STRANGER)).toBe('RATE_LIMITED');
  });

  test('is guessed a hundred times from all addresses together', async () => {
    const token = await guarded();
    for (let n = 0; n < 100; n++) expect(await opened(token, 'guess', `203.0.113.${n % 10}`)).toBe('UNAUTHENTICATED');
    expect(await opened(token, 'guess', STRANGER)).toBe('RATE_LIMITED');
    expect(await opened(token, 'open sesame', VENDOR)).toBe('RATE_LIMITED');
  });

  test('may be given many times at once, and is checked once', async () => {
    const token = await guarded();
    expect(await opened(token, 'open sesame', VENDOR)).toBeUndefined();
    const checked = jest.spyOn(argon2, 'verify');
    const codes = await Promise.all(Array.from({ length: 30 }, () => opened(token, 'open sesame', VENDOR)));
    expect(new Set(codes)).toEqual(new Set([undefined]));
    expect(checked).not.toHaveBeenCalled();
  });
});
