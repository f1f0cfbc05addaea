import { sql } from '../../src/database/sql';
import type { AuditAction } from '../../src/domains/audit/audit.actions';
import { change } from '../../src/domains/audit/audit.service';
import { deliverMails } from '../../src/domains/mail/mail.worker';
import { remindOfCertifications } from '../../src/domains/mail/reminders';
import { recordOccasions } from '../../src/domains/occasion/occasions';
import { sendDigests } from '../../src/domains/notification/notification.digest';
import { forgetOldNotifications } from '../../src/domains/notification/notification.service';
import { DEFAULT_EMAIL, NOTIFICATION_KINDS } from '../../src/domains/notification/notification.rules';
import { systemContext } from '../../src/kernel/context';
import { smtpTransport } from '../../src/platform/mail/transport';
import { ANSWERS, Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { createAssessment, createVendor, move } from '../kit/portfolio';
import { NOWHERE, RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';
import { startSmtp } from '../kit/smtp';
import { statementsDuring } from '../kit/statements';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://risk.example' });
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

const ALL = [
  'vendors:view',
  'vendors:create',
  'vendors:edit',
  'assessments:view',
  'assessments:create',
  'assessments:edit',
  'assessments:review',
];
const NOTIFICATIONS = `query ($unreadOnly: Boolean, $first: Int, $after: String, $offset: Int) {
  notifications(unreadOnly: $unreadOnly, first: $first, after: $after, offset: $offset) { totalCount unreadCount
    edges { cursor node { id } } pageInfo { hasNextPage endCursor }
    nodes { id kind text url createdAt readAt event { id type cursor entityId vendor { name } } } } }`;
const MARK = `mutation ($ids: [ID!]) { markNotificationsRead(input: { ids: $ids }) { unreadCount } }`;
const SETTINGS = `{ notificationSettings { kind email } }`;
const UPDATE_SETTINGS = `mutation ($settings: [NotificationSettingInput!]!) {
  updateNotificationSettings(input: { settings: $settings }) { settings { kind email } } }`;
const UPDATE_VENDOR = `mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }`;
const UPDATE_ASSESSMENT = `mutation ($input: UpdateAssessmentInput!) { updateAssessment(input: $input) { assessment { id } } }`;
const COMMENT = `mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { id } } }`;
const SEND_BACK = `mutation ($input: SendBackInput!) { sendBackAssessment(input: $input) { assessment { status } } }`;
const CLOSE = `mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { status } } }`;

interface Told {
  id: string;
  kind: string;
  text: string;
  url: string;
  createdAt: string;
  readAt: string | null;
  event: { id: string; type: string; cursor: string; entityId: string; vendor: { name: string } | null } | null;
}
interface Answer {
  totalCount: number;
  unreadCount: number;
  edges: { cursor: string; node: { id: string } }[];
  nodes: Told[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

interface Person {
  client: GraphQLClient;
  id: string;
  name: string;
  email: string;
  roleId: string;
}
async function person(...permissions: string[]): Promise<Person> {
  const client = await server.withPermissions(...(permissions.length > 0 ? permissions : ALL));
  const { me } = await client.data<{ me: { id: string; name: string; email: string; role: { id: string } } }>(
    `{ me { id name email role { id } } }`,
  );
  return { client, id: me.id, name: me.name, email: me.email, roleId: me.role.id };
}
const read = async (client: GraphQLClient, variables: object = {}) =>
  (await client.data<{ notifications: Answer }>(NOTIFICATIONS, variables)).notifications;
/** Kinds and sentences, newest first. */
const told = async ({ client }: Person) => (await read(client)).nodes.map(({ kind, text }) => `${kind}: ${text}`);
const choose = ({ client }: Person, email: string, ...kinds: string[]) =>
  client.data(UPDATE_SETTINGS, { settings: (kinds.length > 0 ? kinds : NOTIFICATION_KINDS).map((kind) => ({ kind, email })) });
const run = (text: string) => server.services.database.query(sql([text] as unknown as TemplateStringsArray));
const mailsTo = ({ email }: Person) =>
  server.services.database.query<{ kind: string; subject: string; text: string; html: string }>(
    sql`select kind, subject, text, html from mail where recipient = ${email} order by created_at, id`,
  );
/** As a job of the server records something. */
const recordBySystem = (action: AuditAction, type: string, id: string, name: string) =>
  change(systemContext(server.services), (tx) => {
    tx.record({ action, entity: { type, id, name } });
    return Promise.resolve();
  });

describe('kinds', () => {
  test('ASSIGNED: owner, reviewer and assignee, by GraphQL, REST and import', async () => {
    const [ann, bob] = [await person(), await person()];
    const vendorId = await createVendor(server, { name: 'Assigned', ownerId: ann.id });
    expect(await told(ann)).toEqual(['ASSIGNED: Administrator assigned you the vendor Assigned']);
    await bob.client.data(UPDATE_VENDOR, { input: { id: vendorId, notes: 'Nothing of the owner' } });
    expect(await told(ann)).toHaveLength(1);
    await ann.client.data(UPDATE_VENDOR, { input: { id: vendorId, ownerId: bob.id } });
    expect(await told(bob)).toEqual([`ASSIGNED: ${ann.name} assigned you the vendor Assigned`]);
    const assessmentId = await createAssessment(server, vendorId, assessor.templateId, { title: 'SIG Lite', reviewerId: ann.id });
    expect((await told(ann))[0]).toBe('ASSIGNED: Administrator assigned you the review of SIG Lite for Assigned');
    await server.admin.data(UPDATE_ASSESSMENT, { input: { id: assessmentId, reviewerId: bob.id } });
    expect((await told(bob))[0]).toBe('ASSIGNED: Administrator assigned you the review of SIG Lite for Assigned');
    const [newest] = (await read(bob.client)).nodes;
    expect(newest).toMatchObject({ url: `/assessments/${assessmentId}`, readAt: null, event: null });

    const rest = new RestClient(server.admin);
    expect((await rest.send('PUT', `/v1/vendors/${vendorId}`, { ownerId: ann.id })).status).toBe(200);
    const own = (await read(ann.client)).nodes[0]!;
    expect(own).toMatchObject({ kind: 'ASSIGNED', url: `/vendors/${vendorId}` });
    expect(own.event).toMatchObject({ type: 'vendor.updated', entityId: vendorId, vendor: { name: 'Assigned' } });

    await server.admin.data(`mutation ($input: ImportVendorsInput!) { importVendors(input: $input) { created } }`, {
      input: { csv: `name,contactEmail,ownerEmail\nImported 1,a@b.example,${bob.email}\nImported 2,a@b.example,${bob.email}\n` },
    });
    expect((await told(bob)).slice(0, 2).sort()).toEqual([
      'ASSIGNED: Administrator assigned you the vendor Imported 1',
      'ASSIGNED: Administrator assigned you the vendor Imported 2',
    ]);

    await assessor.certify(vendorId, { name: 'ISO 27001' });
    const { vendor } = await server.admin.data<{ vendor: { responsibilityActions: { id: string }[] } }>(
      `query ($id: ID!) { vendor(id: $id) { responsibilityActions { id } } }`,
      { id: vendorId },
    );
    const task = { id: vendor.responsibilityActions[0]!.id, assigneeId: bob.id };
    const ASSIGN = `mutation ($input: UpdateResponsibilityActionInput!) { updateResponsibilityAction(input: $input) { action { id } } }`;
    await server.admin.data(ASSIGN, { input: task });
    expect((await read(bob.client)).nodes[0]).toMatchObject({
      text: 'Administrator assigned you the task “A.1 Control one” for Assigned',
      url: `/vendors/${vendorId}?tab=responsibility`,
    });
  });

  test('SUBMITTED: the reviewer and the owner, each once, with an event whose cursor can be followed', async () => {
    const [owner, reviewer, both] = [await person(), await person(), await person()];
    await assessor.submitted({ name: 'Vendor A', ownerId: owner.id }, { title: 'SIG Lite 2025', reviewerId: reviewer.id });
    const { id } = await assessor.submitted({ name: 'Vendor B', ownerId: both.id }, { title: 'SIG Core', reviewerId: both.id });
    for (const one of [owner, reviewer]) expect((await told(one))[0]).toBe('SUBMITTED: Vendor A submitted SIG Lite 2025');
    const submitted = (await read(both.client)).nodes.filter(({ kind }) => kind === 'SUBMITTED');
    expect(submitted).toHaveLength(1);
    expect(submitted[0]!.url).toBe(`/assessments/${id}`);
    const { event } = submitted[0]!;
    expect(event).toMatchObject({ type: 'assessment.submitted', entityId: id, vendor: { name: 'Vendor B' } });

    // What follows the cursor is what follows the event in the whole feed.
    await createVendor(server, { name: 'After' });
    const EVENTS = `query ($after: String) { events(after: $after, first: 100) { nodes { id } pageInfo { endCursor hasNextPage } } }`;
    const follow = async (from: string) => {
      const ids: string[] = [];
      for (let after = from; ;) {
        const { events } = await server.admin.data<{
          events: { nodes: { id: string }[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
        }>(EVENTS, { after });
        ids.push(...events.nodes.map((node) => node.id));
        if (!events.pageInfo.hasNextPage) return ids;
        after = events.pageInfo.endCursor;
      }
    };
    const all = await follow('start');
    expect(await follow(event!.cursor)).toEqual(all.slice(all.indexOf(event!.id) + 1));
  });

  test('REPLIED: reviewer and commenters, of the vendor’s comments too, and not the author', async () => {
    const [reviewer, commenter, stranger] = [await person(), await person(), await person()];
    const { id, portal } = await assessor.sent({ name: 'Replies', ownerId: stranger.id }, { title: 'SIG', reviewerId: reviewer.id });
    await commenter.client.data(COMMENT, { input: { assessmentId: id, body: 'First' } });
    expect((await read(reviewer.client)).nodes[0]).toMatchObject({
      text: `${commenter.name} commented on SIG for Replies`,
      url: `/assessments/${id}?tab=comments`,
    });
    expect(await told(commenter)).toEqual([]);
    await portal.client.data(`mutation ($input: PortalCommentInput!) { portalAddComment(input: $input) { assessment { status } } }`, {
      input: { token: portal.token, body: 'Hello' },
    });
    for (const one of [reviewer, commenter]) expect((await told(one))[0]).toBe('REPLIED: Replies commented on SIG');
    expect((await told(stranger)).filter((text) => text.startsWith('REPLIED'))).toEqual([]);
  });

  test('SENT_BACK and ACCEPTED, by GraphQL and REST', async () => {
    const [owner, reviewer] = [await person(), await person()];
    await choose(owner, 'AT_ONCE');
    const { id, vendorId } = await assessor.submitted({ name: 'Back', ownerId: owner.id }, { title: 'SIG', reviewerId: reviewer.id });
    const commenter = await person();
    await commenter.client.data(COMMENT, { input: { assessmentId: id, body: 'Hm' } });
    await reviewer.client.data(SEND_BACK, { input: { id, message: 'Please add evidence' } });
    expect(await told(commenter)).toEqual([`REPLIED: ${reviewer.name} commented on SIG for Back`]);
    expect((await told(owner))[0]).toBe(`SENT_BACK: ${reviewer.name} sent SIG back to Back`);
    expect((await told(reviewer)).filter((text) => text.startsWith('SENT_BACK'))).toEqual([]);

    const done = await assessor.completed(vendorId, { title: 'SIG 2' }, { ...ANSWERS, 'MFA?': 'NO' });
    const { assessment } = await server.admin.data<{ assessment: { findings: { id: string; title: string }[] } }>(
      `query ($id: ID!) { assessment(id: $id) { findings { id title } } }`,
      { id: done.id },
    );
    const [first, second] = assessment.findings;
    await reviewer.client.data(CLOSE, { input: { id: first!.id, status: 'RISK_ACCEPTED', resolutionNote: 'Insured' } });
    const texts = (await mailsTo(owner)).map(({ text }) => text);
    expect(texts.find((text) => text.includes('was sent back to Back.'))).toContain('Message to the vendor:\n\n> Please add evidence\n\n');
    expect(texts.at(-1)).toMatch(/was accepted\.\n\nSeverity: \w+\. Accepted with no end date\.\n\nReason:\n\n> Insured\n\n/);
    expect((await read(owner.client)).nodes[0]).toMatchObject({
      kind: 'ACCEPTED',
      text: `${reviewer.name} accepted the risk of “${first!.title}” at Back`,
      url: `/findings?finding=${first!.id}`,
      event: { type: 'finding.accepted' },
    });
    const before = (await read(owner.client)).totalCount;
    const rest = new RestClient(server.admin);
    expect((await rest.send('PATCH', `/v1/findings/${second!.id}`, { status: 'REMEDIATED' })).status).toBe(200);
    expect((await read(owner.client)).totalCount).toBe(before);
    const third = await server.admin.data<{ createFinding: { finding: { id: string } } }>(
      `mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }`,
      { input: { assessmentId: done.id, title: 'By hand', severity: 'LOW' } },
    );
    expect((await rest.send('PATCH', `/v1/findings/${third.createFinding.finding.id}`, { status: 'RISK_ACCEPTED' })).status).toBe(200);
    expect((await told(owner))[0]).toBe('ACCEPTED: Administrator accepted the risk of “By hand” at Back');
  });

  test('OVERDUE and EXPIRING, by the server itself', async () => {
    const [owner, reviewer] = [await person(), await person()];
    const due = { title: 'SIG', reviewerId: reviewer.id, dueDate: '2026-01-01T00:00:00Z' };
    const { vendorId } = await assessor.sent({ name: 'Late', ownerId: owner.id }, due);
    const soon = new Date(Date.now() + 10 * 86_400_000);
    await assessor.certify(vendorId, { name: 'SOC 2', expiresDate: soon.toISOString().slice(0, 10) });
    await assessor.certify(vendorId, { name: 'Gone', expiresDate: '2026-01-01' });
    const passed = () => recordOccasions(systemContext(server.services), new AbortController().signal);
    await Promise.all([passed(), passed()]);
    await passed();
    expect((await told(reviewer)).slice(0, -1)).toEqual(['OVERDUE: SIG for Late is overdue']);
    const all = (await read(owner.client)).nodes;
    expect(all.map(({ kind }) => kind).sort()).toEqual(['ASSIGNED', 'EXPIRING', 'OVERDUE']);
    const [expiring, overdue] = ['EXPIRING', 'OVERDUE'].map((kind) => all.find((one) => one.kind === kind));
    expect(overdue).toMatchObject({ text: 'SIG for Late is overdue', event: { type: 'assessment.overdue' } });
    const day = soon.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
    expect(expiring).toMatchObject({
      kind: 'EXPIRING',
      text: `SOC 2 of Late expires on ${day}`,
      url: `/vendors/${vendorId}?tab=certifications`,
      event: { type: 'certification.expiring' },
    });
    // The certificate is renewed: the sentence still says what was told.
    await run(`update certification set expires_date = '2040-01-01' where vendor_id = '${vendorId}' and name = 'SOC 2'`);
    expect((await read(owner.client)).nodes.find(({ kind }) => kind === 'EXPIRING')).toMatchObject({ text: expiring!.text });
  });
});

describe('nobody is told', () => {
  test('of their own acts, nor of those of their own keys', async () => {
    const ann = await person(...ALL, 'api:manage');
    const mine = { name: 'Mine', contactEmail: 'a@b.example', ownerId: ann.id };
    const CREATE = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`;
    await ann.client.data(CREATE, { input: mine });
    await server.admin.data(`mutation { updateSettings(input: { apiKeysEnabled: true }) { settings { revision } } }`);
    const { createApiKey } = await ann.client.data<{ createApiKey: { token: string } }>(
      `mutation ($permissions: [String!]) { createApiKey(input: { name: "Mine", permissions: $permissions }) { token } }`,
      { permissions: ALL },
    );
    const key = server.stranger();
    key.headers.authorization = `Bearer ${createApiKey.token}`;
    await key.data(CREATE, { input: mine });
    expect(await told(ann)).toEqual([]);
    await createVendor(server, { ownerId: ann.id });
    expect(await told(ann)).toHaveLength(1);
    // The key reads what its person has, and nobody else's.
    expect((await read(key)).nodes).toHaveLength(1);
    await server.admin.data(`mutation { updateSettings(input: { organizationApiKeys: true }) { settings { revision } } }`);
    const made = await server.admin.data<{ createApiKey: { token: string; apiKey: { id: string } } }>(
      `mutation { createApiKey(input: { name: "Ours" }) { token apiKey { id } } }`,
    );
    await server.admin.data(`mutation ($input: IdInput!) { makeApiKeyOrganizational(input: $input) { apiKey { id } } }`, {
      input: { id: made.createApiKey.apiKey.id },
    });
    const organizational = server.stranger();
    organizational.headers.authorization = `Bearer ${made.createApiKey.token}`;
    expect(await organizational.code(NOTIFICATIONS)).toBe('FORBIDDEN');
    expect(await organizational.code(SETTINGS)).toBe('FORBIDDEN');
    expect(await organizational.code(MARK, {})).toBe('FORBIDDEN');
    expect(await server.stranger().code(NOTIFICATIONS)).toBe('UNAUTHENTICATED');
  });

  test('without the permission, then or now', async () => {
    const viewer = await person('vendors:view');
    const vendorId = await createVendor(server, { name: 'Seen', ownerId: viewer.id });
    await assessor.submitted(vendorId, { title: 'Not seen' });
    expect(await told(viewer)).toEqual(['ASSIGNED: Administrator assigned you the vendor Seen']);

    const ann = await person();
    await assessor.submitted({ name: 'Lost', ownerId: ann.id }, { title: 'SIG' });
    expect(await told(ann)).toHaveLength(2);
    const UPDATE_ROLE = `mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { id } } }`;
    await server.admin.data(UPDATE_ROLE, { input: { id: ann.roleId, permissions: ['vendors:view'] } });
    expect(await told(ann)).toEqual(['ASSIGNED: Administrator assigned you the vendor Lost']);
    expect((await read(ann.client)).unreadCount).toBe(1);
  });

  test('of vendors in other portfolios, then or now', async () => {
    const portfolio = async (name: string) =>
      (
        await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(
          `mutation ($input: CreatePortfolioInput!) { createPortfolio(input: $input) { portfolio { id } } }`,
          { input: { name } },
        )
      ).createPortfolio.portfolio.id;
    const [north, south] = [await portfolio('North'), await portfolio('South')];
    const ann = await person();
    const ASSIGN = `mutation ($input: AssignRoleInput!) { assignRole(input: $input) { user { id } } }`;
    await server.admin.data(ASSIGN, { input: { userId: ann.id, roleId: ann.roleId, portfolioIds: [north] } });
    await createVendor(server, { name: 'Elsewhere', ownerId: ann.id, portfolioId: south });
    expect(await told(ann)).toEqual([]);
    const vendorId = await createVendor(server, { name: 'Here', ownerId: ann.id, portfolioId: north });
    const { id } = await assessor.submitted(vendorId, { title: 'SIG', reviewerId: ann.id });
    expect(await told(ann)).toEqual([
      'SUBMITTED: Here submitted SIG',
      'ASSIGNED: Administrator assigned you the review of SIG for Here',
      'ASSIGNED: Administrator assigned you the vendor Here',
    ]);
    expect((await read(ann.client)).nodes[0]!.event).toMatchObject({ type: 'assessment.submitted', entityId: id });
    await server.admin.data(UPDATE_VENDOR, { input: { id: vendorId, portfolioId: south } });
    expect(await read(ann.client)).toMatchObject({ totalCount: 0, unreadCount: 0, nodes: [] });
    await server.admin.data(UPDATE_VENDOR, { input: { id: vendorId, portfolioId: north } });
    expect((await read(ann.client)).unreadCount).toBe(3);
    expect((await ann.client.data<{ markNotificationsRead: { unreadCount: number } }>(MARK)).markNotificationsRead.unreadCount).toBe(0);
  });

  test('while disabled', async () => {
    const ann = await person();
    const vendorId = await createVendor(server, { ownerId: ann.id });
    await server.admin.data(`mutation ($input: SetUserDisabledInput!) { setUserDisabled(input: $input) { user { id } } }`, {
      input: { id: ann.id, disabled: true },
    });
    await assessor.submitted(vendorId);
    const count = await server.services.database.query<{ count: number }>(
      sql`select count(*) as count from notification where user_id = ${ann.id}`,
    );
    expect(count).toEqual([{ count: 1 }]);
  });

  test('of a change that fails; and of several at once each is told', async () => {
    const reviewer = await person();
    const { id } = await assessor.submitted({ name: 'Races' }, { title: 'SIG', reviewerId: reviewer.id });
    const before = (await read(reviewer.client)).totalCount;
    const both = await Promise.all([1, 2].map(() => server.admin.ask(SEND_BACK, { input: { id } })));
    expect(both.filter(({ errors }) => !errors)).toHaveLength(1);
    expect((await read(reviewer.client)).totalCount).toBe(before + 1);
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => server.admin.data(COMMENT, { input: { assessmentId: id, body: `Comment ${i}` } })),
    );
    expect((await read(reviewer.client)).totalCount).toBe(before + 9);
  });
});

describe('reading', () => {
  let ann: Person;
  beforeAll(async () => {
    ann = await person();
    for (let i = 1; i <= 5; i++) await createVendor(server, { name: `Read ${i}`, ownerId: ann.id });
  });

  test('newest first, in pages, unread only, and marked by id', async () => {
    const first = await read(ann.client, { first: 2 });
    expect(first).toMatchObject({ totalCount: 5, unreadCount: 5, pageInfo: { hasNextPage: true } });
    expect(first.nodes.map(({ text }) => text.at(-1))).toEqual(['5', '4']);
    const second = await read(ann.client, { first: 2, after: first.pageInfo.endCursor });
    expect(second.nodes.map(({ text }) => text.at(-1))).toEqual(['3', '2']);
    expect((await read(ann.client, { first: 2, offset: 4 })).nodes.map(({ text }) => text.at(-1))).toEqual(['1']);
    const mark = async (client: GraphQLClient, ids: string[] | null) =>
      (await client.data<{ markNotificationsRead: { unreadCount: number } }>(MARK, { ids })).markNotificationsRead.unreadCount;
    expect(await mark(server.admin, [first.nodes[0]!.id])).toBe((await read(server.admin)).unreadCount);
    expect((await read(ann.client)).unreadCount).toBe(5);
    expect(await mark(ann.client, [first.nodes[0]!.id, 'no id', first.nodes[0]!.id])).toBe(4);
    const unread = await read(ann.client, { unreadOnly: true });
    expect(unread).toMatchObject({ totalCount: 4, unreadCount: 4 });
    expect((await read(ann.client, { first: 1 })).nodes[0]).toMatchObject({ readAt: expect.any(String) as string });
    expect(await mark(ann.client, [])).toBe(4);
    expect(await mark(ann.client, null)).toBe(0);
    expect(await read(ann.client, { unreadOnly: true })).toMatchObject({ totalCount: 0, unreadCount: 0, nodes: [] });
    const many = Array.from({ length: 1_001 }, () => first.nodes[0]!.id);
    expect(await ann.client.code(MARK, { ids: many })).toBe('BAD_USER_INPUT');
  });

  test('with as many statements for few as for many', async () => {
    const few = await statementsDuring(() => read(ann.client, { first: 1 }));
    const many = await statementsDuring(() => read(ann.client, { first: 5 }));
    expect(many.length).toBe(few.length);
  });

  test('what is deleted leads to the vendor, and goes with it', async () => {
    const bob = await person();
    const { id, vendorId } = await assessor.submitted({ name: 'Gone', ownerId: bob.id }, { title: 'Deleted' });
    await server.admin.data(`mutation ($input: DeleteInput!) { deleteAssessment(input: $input) { deletedId } }`, { input: { id } });
    expect((await read(bob.client)).nodes[0]).toMatchObject({ text: 'Gone submitted Deleted', url: `/vendors/${vendorId}` });
    await server.admin.data(`mutation ($input: DeleteInput!) { deleteVendor(input: $input) { deletedId } }`, { input: { id: vendorId } });
    expect((await read(bob.client)).nodes).toEqual([]);
  });

  test('a change that concerns nobody in particular costs nothing more', async () => {
    const vendorId = await createVendor(server, { name: 'Quiet' });
    const sent = await statementsDuring(() => server.admin.data(UPDATE_VENDOR, { input: { id: vendorId, notes: 'x' } }));
    expect(sent.filter((text) => text.includes('notification'))).toEqual([]);
  });

  test('old ones, and more than a thousand, are forgotten', async () => {
    await run(`insert into notification (user_id, kind, entry_id, entity_type, entity_id, vendor_id, created_at)
      select user_id, kind, gen_random_uuid(), entity_type, entity_id, vendor_id, now() - n * interval '1 minute'
      from (select * from notification where user_id = '${ann.id}' limit 1) one cross join generate_series(1, 1100) n`);
    await run(`update notification set created_at = now() - interval '181 days' where id in (
      select id from notification where user_id = '${ann.id}' order by created_at desc limit 3)`);
    await forgetOldNotifications(systemContext(server.services), new AbortController().signal);
    expect((await read(ann.client)).totalCount).toBe(1_000);
  });
});

describe('settings', () => {
  test('every kind once, with defaults, and each changed by itself', async () => {
    const ann = await person();
    const settings = async () => (await ann.client.data<{ notificationSettings: object[] }>(SETTINGS)).notificationSettings;
    const defaults = NOTIFICATION_KINDS.map((kind) => ({ kind, email: DEFAULT_EMAIL[kind] }));
    expect(await settings()).toEqual(defaults);
    await choose(ann, 'NEVER', 'REPLIED', 'ASSIGNED');
    const changed = defaults.map((one) => (['REPLIED', 'ASSIGNED'].includes(one.kind) ? { ...one, email: 'NEVER' } : one));
    expect(await settings()).toEqual(changed);
    await choose(ann, 'NEVER', 'REPLIED');
    const twice = { settings: ['NEVER', 'DAILY'].map((email) => ({ kind: 'REPLIED', email })) };
    expect(await ann.client.code(UPDATE_SETTINGS, twice)).toBe('BAD_USER_INPUT');
    expect(await settings()).toEqual(changed);
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: { meta: object }[] } }>(
      `query ($id: ID!) { auditLog(filter: { action: "UPDATE_NOTIFICATION_SETTINGS", entityId: $id }) { nodes { meta } } }`,
      { id: ann.id },
    );
    expect(auditLog.nodes).toEqual([{ meta: { settings: { REPLIED: 'NEVER', ASSIGNED: 'NEVER' } } }]);
  });
});

describe('by e-mail', () => {
  test('at once, with a link and where to change that; or not at all', async () => {
    const smtp = await startSmtp();
    const transport = smtpTransport(smtp.url);
    try {
      const [ann, bob] = [await person(), await person()];
      await choose(bob, 'NEVER');
      await run('delete from mail');
      const { id } = await assessor.submitted({ name: 'A & B', ownerId: bob.id }, { title: 'SIG', reviewerId: ann.id });
      await deliverMails(systemContext(server.services), transport, new AbortController().signal);
      const toAnn = smtp.received.filter(({ recipients }) => recipients.includes(ann.email));
      expect(toAnn.map(({ headers }) => headers.subject)).toEqual(['You were assigned the review of SIG for A & B', 'A & B submitted SIG']);
      expect(toAnn[1]!.text).toContain(`Hello ${ann.name},\n\nA & B submitted SIG.\n\nhttps://risk.example/assessments/${id}\n\n`);
      expect(toAnn[1]!.text).toContain('notification settings. Change them here:\n\nhttps://risk.example/account\n');
      expect(toAnn[1]!.html).toContain('<p>A &amp; B submitted SIG.</p>');
      expect(smtp.received.filter(({ recipients }) => recipients.includes(bob.email))).toEqual([]);
      expect((await read(bob.client)).unreadCount).toBe(2);
    } finally {
      transport.close();
      await smtp.stop();
    }
  });

  test('one e-mail for all that one change brings', async () => {
    const ann = await person();
    const rows = Array.from({ length: 60 }, (_, i) => `Bulk ${String(i).padStart(2, '0')},a@b.example,${ann.email}`);
    await server.admin.data(`mutation ($input: ImportVendorsInput!) { importVendors(input: $input) { created } }`, {
      input: { csv: ['name,contactEmail,ownerEmail', ...rows, ''].join('\n') },
    });
    const mails = await mailsTo(ann);
    expect(mails.map(({ subject }) => subject)).toEqual(['You were assigned 60 vendors']);
    expect(mails[0]!.text).toContain(
      'You were assigned 60 vendors:\n\n• Bulk 00\n\n• Bulk 01\n\n• Bulk 02\n\n• Bulk 03\n\n• Bulk 04\n\nAnd 55 more.\n\n' +
        `https://risk.example/vendors?owner=${ann.id}\n\n`,
    );
  });

  describe('of a bulk edit', () => {
    const BULK = `mutation ($input: UpdateVendorsInput!) { updateVendors(input: $input) { results { error } } }`;
    const assign = async (owner: Person, ...ids: string[]) =>
      (
        await server.admin.data<{ updateVendors: { results: { error: string | null }[] } }>(BULK, { input: { ids, ownerId: owner.id } })
      ).updateVendors.results.map(({ error }) => error);
    const vendors = (...names: string[]) => Promise.all(names.map((name) => createVendor(server, { name })));

    test('one for each person, of what was done', async () => {
      const ann = await person();
      const ids = await vendors('Edited 1', 'Edited 2');
      expect(await assign(ann, ids[0]!, NOWHERE, ids[1]!)).toEqual([null, 'Vendor not found', null]);
      expect(await told(ann)).toHaveLength(2);
      expect((await mailsTo(ann)).map(({ subject }) => subject)).toEqual(['You were assigned 2 vendors']);
      expect((await mailsTo(ann))[0]!.text).toContain('• Edited 1\n\n• Edited 2\n\nhttps');
      await run(`update notification set created_at = created_at - interval '1 day'`);
      await sendDigests(systemContext(server.services), new AbortController().signal);
      expect(await mailsTo(ann)).toHaveLength(1);
      // One thing has a sentence of its own.
      expect(await assign(ann, ...(await vendors('Edited 3')))).toEqual([null]);
      expect((await mailsTo(ann))[1]!.subject).toBe('You were assigned the vendor Edited 3');
    });

    test('findings and reviews, too', async () => {
      const [ann, owner] = [await person(), await person()];
      await choose(owner, 'AT_ONCE');
      const { id } = await assessor.completed(
        { name: 'Gaps', ownerId: owner.id },
        { title: 'SIG' },
        { ...ANSWERS, 'MFA?': 'NO', '=Key length': 1 },
      );
      const { assessment } = await server.admin.data<{ assessment: { findings: { id: string; title: string }[] } }>(
        `query ($id: ID!) { assessment(id: $id) { findings { id title } } }`,
        { id },
      );
      const [first, second] = assessment.findings;
      await server.admin.data(`mutation ($input: UpdateFindingsInput!) { updateFindings(input: $input) { results { error } } }`, {
        input: { ids: [second!.id, first!.id], ownerId: ann.id },
      });
      await server.admin.data(
        `mutation ($input: UpdateFindingsStatusInput!) { updateFindingsStatus(input: $input) { results { error } } }`,
        {
          input: { ids: [first!.id, second!.id], status: 'RISK_ACCEPTED', resolutionNote: 'Insured' },
        },
      );
      const accepted = (await mailsTo(owner)).at(-1)!;
      expect(accepted.subject).toBe('The risks of 2 findings were accepted');
      expect(accepted.text).toMatch(
        /” at Gaps\n\n(Severity: .*\n\n)?Reason:\n\n> Insured\n\nhttps:\/\/risk\.example\/findings\?status=RISK_ACCEPTED\n/,
      );
      const vendorId = await createVendor(server, { name: 'Reviews' });
      const drafts = await Promise.all(['A', 'B'].map((title) => createAssessment(server, vendorId, assessor.templateId, { title })));
      await server.admin.data(`mutation ($input: UpdateAssessmentsInput!) { updateAssessments(input: $input) { results { error } } }`, {
        input: { ids: drafts, reviewerId: ann.id },
      });
      const [findings, reviews, ...others] = await mailsTo(ann);
      expect(others).toEqual([]);
      expect(findings!.subject).toBe('You were assigned 2 findings');
      expect(findings!.text).toContain(
        `• “${second!.title}” at Gaps\n\n• “${first!.title}” at Gaps\n\nhttps://risk.example/findings?owner=${ann.id}\n`,
      );
      expect(reviews!.subject).toBe('You were assigned the review of 2 assessments');
      expect(reviews!.text).toContain(`• A for Reviews\n\n• B for Reviews\n\nhttps://risk.example/assessments?reviewer=${ann.id}\n`);
    });

    test('is in the daily summary if it could not be queued', async () => {
      const ann = await person();
      const ids = await vendors('Cut off 1', 'Cut off 2');
      await run(`alter table mail add constraint mail_cut_off check (recipient <> '${ann.email}') not valid`);
      expect(await assign(ann, ...ids)).toEqual([null, null]);
      await run('alter table mail drop constraint mail_cut_off');
      expect(await mailsTo(ann)).toEqual([]);
      await run(`update notification set created_at = created_at - interval '1 day'`);
      await sendDigests(systemContext(server.services), new AbortController().signal);
      expect((await mailsTo(ann)).map(({ subject }) => subject)).toEqual(['Your daily summary: 2 notifications']);
    });
  });

  test('nothing is sent of what is rolled back', async () => {
    const ann = await person();
    const failing = change(systemContext(server.services), (tx) => {
      tx.record({ action: 'CREATE_VENDOR', entity: { type: 'Vendor', id: ann.id, name: 'None' } });
      return Promise.reject(new Error('Failed'));
    });
    await expect(failing).rejects.toThrow('Failed');
    expect(await mailsTo(ann)).toEqual([]);
  });

  test('daily: one summary of what is unread, once however many servers run', async () => {
    const [ann, bob, carl] = [await person(), await person(), await person()];
    for (const one of [ann, bob, carl]) await choose(one, 'DAILY');
    const vendorId = await createVendor(server, { name: 'Daily', ownerId: ann.id });
    await assessor.submitted(vendorId, { title: 'SIG', reviewerId: bob.id });
    await createVendor(server, { name: 'Read', ownerId: carl.id });
    await carl.client.data(MARK);
    const [read1] = (await read(ann.client)).nodes;
    const summarize = () => sendDigests(systemContext(server.services), new AbortController().signal);
    await summarize();
    expect(await mailsTo(ann)).toEqual([]);

    await run(`update notification set created_at = created_at - interval '1 day'`);
    const second = await startTestServer({ databaseUrl: server.databaseUrl, publicUrl: 'https://risk.example' });
    try {
      const other = systemContext(second.services);
      await Promise.all([summarize(), sendDigests(other, new AbortController().signal), summarize()]);
    } finally {
      await second.stop();
    }
    const [mail, ...others] = await mailsTo(ann);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'NOTIFICATION_DIGEST', subject: 'Your daily summary: 2 notifications' });
    expect(mail!.text).toContain(`Daily submitted SIG.\n\nhttps://risk.example${read1!.url}\n\n`);
    expect(mail!.text).toContain('You were assigned the vendor Daily.');
    expect(await mailsTo(bob)).toHaveLength(1);
    expect(await mailsTo(carl)).toEqual([]);
    await summarize();
    expect(await mailsTo(ann)).toHaveLength(1);
  });

  test('daily: not of what one no longer wants or may see', async () => {
    const [ann, bob] = [await person(), await person()];
    for (const one of [ann, bob]) await choose(one, 'DAILY');
    await createVendor(server, { name: 'Lost 1', ownerId: ann.id });
    await createVendor(server, { name: 'Lost 2', ownerId: bob.id });
    await choose(ann, 'NEVER');
    const UPDATE_ROLE = `mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { id } } }`;
    await server.admin.data(UPDATE_ROLE, { input: { id: bob.roleId, permissions: ['assessments:view'] } });
    await run(`update notification set created_at = created_at - interval '1 day'`);
    await sendDigests(systemContext(server.services), new AbortController().signal);
    expect([...(await mailsTo(ann)), ...(await mailsTo(bob))]).toEqual([]);
  });

  test('the reminders of certifications are the e-mails of EXPIRING', async () => {
    const [atOnce, daily, never] = [await person(), await person(), await person()];
    await choose(daily, 'DAILY', 'EXPIRING');
    await choose(never, 'NEVER', 'EXPIRING');
    const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    for (const one of [atOnce, daily, never]) {
      const vendorId = await createVendor(server, { name: `Of ${one.name}`, ownerId: one.id });
      const id = await assessor.certify(vendorId, { name: 'SOC 2', expiresDate: soon });
      await run(`delete from mail where recipient = '${one.email}'`);
      await recordBySystem('CERTIFICATION_EXPIRING', 'Certification', id, 'SOC 2');
      expect((await told(one))[0]).toMatch(/^EXPIRING: SOC 2 of/);
    }
    await remindOfCertifications(systemContext(server.services));
    const [reminder] = await mailsTo(atOnce);
    expect(reminder!.kind).toBe('CERTIFICATION_EXPIRY');
    expect(reminder!.text).toContain('because of your notification settings');
    await run(`update notification set created_at = created_at - interval '1 day'`);
    await sendDigests(systemContext(server.services), new AbortController().signal);
    expect((await mailsTo(atOnce)).map(({ kind }) => kind)).toEqual(['CERTIFICATION_EXPIRY']);
    expect((await mailsTo(daily)).map(({ kind }) => kind)).toEqual(['NOTIFICATION_DIGEST']);
    expect(await mailsTo(never)).toEqual([]);
  });
});

test('what a person had goes with the person', async () => {
  const ann = await person();
  await createVendor(server, { ownerId: ann.id });
  await choose(ann, 'NEVER');
  await server.admin.data(`mutation ($input: EraseUserInput!) { eraseUser(input: $input) { erasedId } }`, {
    input: { id: ann.id, confirmName: ann.name },
  });
  const left = await server.services.database.query<{ count: number }>(
    sql`select (select count(*) from notification where user_id = ${ann.id}) + (select count(*) from notification_setting where user_id = ${ann.id}) as count`,
  );
  expect(left).toEqual([{ count: 0 }]);
});

test('a review that someone else finishes is no news to a person without a part in it', async () => {
  const stranger = await person();
  const { id } = await assessor.submitted({ name: 'Theirs' });
  await move(server.admin, 'startReview', id);
  expect(await told(stranger)).toEqual([]);
});
