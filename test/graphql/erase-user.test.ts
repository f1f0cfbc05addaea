import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { personalTables } from '../../src/database/personal-table';
import { hashOf, isErasedOrWhole } from '../../src/database/record/capture';
import { rawSql, sql } from '../../src/database/sql';
import { earlierEntryHash, entryHash } from '../../src/domains/audit/audit-chain.store';
import { verifyLog } from '../../src/domains/audit/audit.verify';
import { MailKind } from '../../src/domains/mail/mail.entity';
import { queueMails } from '../../src/domains/mail/mail.service';
import { certificationExpiryMail } from '../../src/domains/mail/mail.templates';
import { verifyTransparencyLog } from '../../src/domains/log/verify-log';
import { eraseLateEntries } from '../../src/domains/record/erasure';
import { eraseVersions } from '../../src/domains/record/erasure.store';
import { User } from '../../src/domains/user/user.entity';
import { change } from '../../src/domains/audit/audit.service';
import { systemContext } from '../../src/kernel/context';
import { backup } from '../../src/operations/backup/backup';
import { Assessor } from '../kit/assessed';
import { GraphQLClient } from '../kit/client';
import { copyOf, moment } from '../kit/past';
import { createVendor, decide, move } from '../kit/portfolio';
import { scimClient } from '../kit/scim';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

const query = <T>(text: string) => server.services.database.query<T>(rawSql(text));
const attempt = (client: GraphQLClient, name: string, type: string, input: object) =>
  client.ask(`mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`, { input });
const mutate = async (...args: Parameters<typeof attempt>) => expect((await attempt(...args)).errors).toBeUndefined();
const ERASE = `mutation ($input: EraseUserInput!) { eraseUser(input: $input) { erasedId } }`;
const erase = (id: string, confirmName: string, client = server.admin) => client.ask(ERASE, { input: { id, confirmName } });
const PASSWORD = 'a long enough password';

async function createUser(name: string, email: string, role = 'Admin'): Promise<string> {
  const { roles } = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  const roleId = roles.find((one) => one.name === role)!.id;
  const { createUser: made } = await server.admin.data<{ createUser: { user: { id: string } } }>(
    `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
    { input: { name, email, roleId, password: PASSWORD } },
  );
  return made.user.id;
}

async function signIn(email: string): Promise<GraphQLClient> {
  const client = server.stranger();
  await client.login({ email, password: PASSWORD });
  return client;
}

const fail = (email: string) => attempt(server.stranger(), 'login', 'LoginInput', { email, password: 'wrong' });

/** Every row of every table and view, and every file, as text: those in which the words occur. */
async function placesOf(...words: string[]): Promise<string[]> {
  const found: string[] = [];
  const { database, config } = server.services;
  const tables = await query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'record')
    union all select format('%I.%I', schemaname, viewname) from pg_views where schemaname in ('public', 'past') order by 1`);
  expect(tables.length).toBeGreaterThan(60);
  const [{ at } = { at: '' }] = await query<{ at: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  );
  const search = (place: string, text: string) => {
    for (const word of words) if (text.toLowerCase().includes(word.toLowerCase())) found.push(`${place}: ${word}`);
  };
  await database.transaction(async (tx) => {
    await tx.connection.query(`set local vetgraph.moment = '${at}'`);
    for (const { name } of tables) {
      const { rows } = await tx.connection.query<{ text: string }>(`select t::text as text from ${name} t`);
      for (const { text } of rows) search(name, text);
    }
  });
  const target = path.join(mkdtempSync(path.join(tmpdir(), 'vetgraph-erased-')), 'backup');
  await backup(server.services, target);
  for (const folder of [config.dataDir, target]) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      search(path.relative(folder, file), `${entry.name} ${entry.isFile() ? (await readFile(file)).toString('utf8') : ''}`);
    }
  }
  await rm(path.dirname(target), { recursive: true });
  return [...new Set(found)];
}

/** Entries whose state hash isn't that of their versions. */
async function wrongStates(): Promise<{ id: string }[]> {
  const { tables } = server.services.database.recorder;
  const versions = tables.map(
    (table) => `select kept_lane, kept_seq, ${hashOf(table, 'v').compile().text} as hash,
    ${isErasedOrWhole(table, 'v').compile().text} as is_right from ${table.versions.compile().text} v`,
  );
  return query(`
    select e.id from audit_entry e left join (
      select kept_lane, kept_seq, encode(sha256(string_agg(hash, ''::bytea order by hash)), 'hex') as hash, bool_and(is_right) as is_right
      from (${versions.join(' union all ')}) each group by 1, 2
    ) s on s.kept_lane = e.lane and s.kept_seq = e.seq
    where e.commitments is not null and (e.state_hash is distinct from s.hash or not s.is_right)`);
}

const FIRST = `Zoë Quixley-Before`;
const NAME = `Zoë "Zed" O'Quixley`;
const ADDRESS = 'Zoe.Quixley@Example.org';
const EARLIER = 'z.quixley.before@example.org';
const CONTACT = `Z. O'Quixley (office)`;

/** Someone who does everything that leaves a name behind. */
async function someoneBusy(): Promise<{ id: string; client: GraphQLClient; assessmentId: string; findingId: string }> {
  await fail(ADDRESS); // before there is such a user
  const id = await createUser(FIRST, EARLIER);
  await (await signIn(EARLIER)).data(`mutation { createVendor(input: { name: "Early", contactEmail: "a@b.example" }) { vendor { id } } }`);
  await mutate(server.admin, 'updateUser', 'UpdateUserInput', { id, name: NAME, email: ADDRESS });
  await fail(ADDRESS.toUpperCase());
  const client = await signIn(ADDRESS);
  const vendorId = await createVendor(server, { name: 'Owned', ownerId: id, contactName: CONTACT, contactEmail: ADDRESS.toLowerCase() });
  const made = await assessor.submitted(vendorId, { reviewerId: id }, { 'MFA?': 'NO', 'Regions?': ['UK', 'EU'], '=Key length': 128 });
  await move(client, 'startReview', made.id);
  await decide(client, made.id, await made.portal.idOf('MFA?'), 'REJECTED', 'No good');
  await mutate(client, 'addComment', 'AddCommentInput', { assessmentId: made.id, body: 'Seen' });
  await assessor.comment(made.id, 'As a reviewer said');
  await move(client, 'finalizeAssessment', made.id);
  const { findings } = await client.data<{ findings: { nodes: { id: string }[] } }>(
    `query ($id: ID!) { findings(filter: { vendorId: $id }) { nodes { id } } }`,
    { id: vendorId },
  );
  const findingId = findings.nodes[0]!.id;
  await mutate(client, 'updateFinding', 'UpdateFindingInput', { id: findings.nodes[1]!.id, ownerId: id });
  await mutate(client, 'addFindingComment', 'AddFindingCommentInput', { findingId, body: 'Seen, too' });
  await mutate(client, 'updateFindingStatus', 'UpdateFindingStatusInput', { id: findingId, status: 'REMEDIATED', resolutionNote: 'Done' });
  const asking = { findingId: findings.nodes[1]!.id, reason: 'Retired soon', until: '2040-01-01T00:00:00Z' };
  const latest = async () =>
    (
      await client.data<{ finding: { acceptance: { id: string } } }>(`query ($id: ID!) { finding(id: $id) { acceptance { id } } }`, {
        id: asking.findingId,
      })
    ).finding.acceptance.id;
  await mutate(client, 'requestRiskAcceptance', 'RequestRiskAcceptanceInput', asking);
  await mutate(server.admin, 'rejectRiskAcceptance', 'DecideRiskAcceptanceInput', { id: await latest(), note: 'No' });
  await mutate(server.admin, 'requestRiskAcceptance', 'RequestRiskAcceptanceInput', asking);
  await mutate(client, 'approveRiskAcceptance', 'DecideRiskAcceptanceInput', { id: await latest() });
  await assessor.certify(vendorId, { name: 'ISO 27001' });
  const { vendor } = await client.data<{ vendor: { responsibilityActions: { id: string }[] } }>(
    `query ($id: ID!) { vendor(id: $id) { responsibilityActions { id } } }`,
    { id: vendorId },
  );
  await mutate(client, 'updateResponsibilityAction', 'UpdateResponsibilityActionInput', {
    id: vendor.responsibilityActions[0]!.id,
    assigneeId: id,
  });
  await client.data(`mutation { updateSettings(input: { apiKeysEnabled: true }) { settings { apiKeysEnabled } } }`);
  await mutate(client, 'createApiKey', 'CreateApiKeyInput', { name: 'nightly', permissions: ['vendors:view'] });
  const form = new FormData();
  form.append('vendorId', vendorId);
  form.append('file', new Blob(['%PDF-1.4\n']), 'contract.pdf');
  expect((await client.fetch('/files', { method: 'POST', body: form })).status).toBe(201);
  const ctx = systemContext(server.services);
  const letter = certificationExpiryMail({
    organizationName: 'Ours',
    recipientName: NAME,
    vendorName: 'Owned',
    holderId: id,
    certificationName: 'ISO 27001',
    expiresDate: '2026-12-01',
    url: 'https://vetgraph.example',
  });
  const mail = { kind: MailKind.CERTIFICATION_EXPIRY, recipient: ADDRESS, ...letter };
  await server.services.database.transaction((tx) => queueMails(ctx, tx, [mail]));
  await query(`update mail set status = 'FAILED', last_error = '550 <${ADDRESS}>: no such user' where kind = 'CERTIFICATION_EXPIRY'`);
  await server.services.database.transaction((tx) => queueMails(ctx, tx, [mail]));
  await server.services.database.query(
    sql`insert into idempotency_key (caller, key, body_hash, status, answer)
      values ('someone', 'k', '', 200, ${JSON.stringify({ owner: { id, name: NAME, email: ADDRESS }, note: 'kept' })})`,
  );
  return { id, client, assessmentId: made.id, findingId };
}

/** What a copy reads once the person is erased. */
function withoutPerson<T>(value: T): T {
  if (typeof value === 'string') {
    if ([FIRST, NAME, CONTACT].includes(value)) return 'Erased' as T;
    return ([ADDRESS, EARLIER].includes(value) || value === ADDRESS.toLowerCase() ? 'erased@erased.invalid' : value) as T;
  }
  if (Array.isArray(value)) return value.map(withoutPerson) as T;
  if (value === null || typeof value !== 'object') return value;
  const object = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutPerson(part as unknown)]));
  // A failed sign-in also says from where.
  return ('reason' in object && object.email === 'erased@erased.invalid' ? { ...object, address: 'Erased' } : object) as T;
}

test('an erased person is named nowhere any more, and everything else stays, the proofs included', async () => {
  const { id, client, assessmentId, findingId } = await someoneBusy();
  const words = ['Quixley'];
  expect((await placesOf(...words)).length).toBeGreaterThan(15);
  const at = moment();
  const before = await copyOf(server.admin, at);
  expect(JSON.stringify(before)).toContain('Quixley');
  const changesBefore = await changesAt();

  expect(await erase(id, NAME)).toEqual({ data: { eraseUser: { erasedId: id } } });

  expect(await placesOf(...words)).toEqual([]);
  expect(await copyOf(server.admin, at)).toEqual(withoutPerson(before));
  expect((await changesAt()).slice(0, 5)).toEqual(withoutPerson(changesBefore).slice(0, 5));
  expect(await verifyLog(server.services.database)).toMatchObject({ broken: null, linkedOnly: 0 });
  expect(await wrongStates()).toEqual([]);

  expect(await client.code(`{ vendors { totalCount } }`)).toBe('UNAUTHENTICATED');
  const { users, assessment, finding, vendors, auditLog } = await server.admin.data<Record<string, unknown>>(
    `query ($assessment: ID!, $finding: ID!) {
      users { name }
      assessment(id: $assessment) { reviewer { id } comments { authorName body } }
      finding(id: $finding) { resolvedByName resolutionNote }
      vendors(filter: { query: "Owned" }) { nodes { owner { id } contactName contactEmail } }
      auditLog(filter: { action: "ERASE_USER" }) { nodes { entityType entityId entityName userName meta } }
    }`,
    { assessment: assessmentId, finding: findingId },
  );
  expect(JSON.stringify(users)).not.toContain('Erased');
  expect(assessment).toEqual({
    reviewer: null,
    comments: [
      { authorName: 'Erased', body: 'Seen' },
      { authorName: 'Administrator', body: 'As a reviewer said' },
    ],
  });
  expect(finding).toEqual({ resolvedByName: 'Erased', resolutionNote: 'Done' });
  expect(vendors).toEqual({ nodes: [{ owner: null, contactName: 'Erased', contactEmail: 'erased@erased.invalid' }] });
  expect(auditLog).toEqual({
    nodes: [
      {
        entityType: 'User',
        entityId: id,
        entityName: 'Erased',
        userName: 'Administrator',
        meta: {
          entries: expect.any(Number) as number,
          states: expect.any(Number) as number,
          inAll: { details: expect.any(Number) as number, changes: expect.any(Number) as number, states: expect.any(Number) as number },
        },
      },
    ],
  });
  const mails = await query<{ text: string; html: string }>(
    `select text, html, status, last_error from mail where kind = 'CERTIFICATION_EXPIRY'`,
  );
  expect(mails).toEqual([
    {
      text: expect.stringMatching(/^Hello Erased,\n\nThe certification “ISO 27001” of Owned/) as string,
      html: expect.stringContaining('<p>Hello Erased,</p>') as string,
      status: 'FAILED',
      last_error: '550 <erased@erased.invalid>: no such user',
    },
  ]);
  expect(await query(`select answer from idempotency_key where caller = 'someone'`)).toEqual([
    { answer: JSON.stringify({ owner: { id, name: 'Erased', email: 'erased@erased.invalid' }, note: 'kept' }) },
  ]);
  // Of what was erased no salt is left by which a guess could be confirmed.
  expect(
    await query(`select action from audit_entry where user_name = 'Erased' and (salt is not null or salts ? 'userName') and action <> 'ERASE_USER'
      union all select 'version' from record.app_user where id = '${id}' and not kept_is_end and kept_personal_salt is not null`),
  ).toEqual([]);

  expect((await erase(id, 'Erased')).errors?.[0]).toMatchObject({
    message: 'This user has already been erased',
    extensions: { code: 'CONFLICT' },
  });

  async function changesAt(): Promise<unknown[]> {
    const { auditLog: log } = await server.admin.data<{ auditLog: { nodes: unknown[] } }>(
      `query ($at: DateTime!) @asOf(at: $at) { auditLog(first: 100) { nodes { action changes { field before after } } } }`,
      { at },
    );
    return log.nodes;
  }
});

test('needs the name as it stands; an unknown id is not found; the last administrator stays', async () => {
  const id = await createUser('Ann Confirmed', 'ann@example.org', 'Viewer');
  for (const name of ['Ann confirmed', 'Ann', 'Erased']) {
    expect((await erase(id, name)).errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { confirmName: "doesn't match the user's name" },
    });
  }
  expect(await server.admin.code(ERASE, { input: { id, confirmName: '' } })).toBe('BAD_USER_INPUT');
  const vendorId = await createVendor(server, { name: 'No person' });
  for (const unknown of ['x', '00000000-0000-4000-8000-000000000000', vendorId]) {
    expect(await server.admin.code(ERASE, { input: { id: unknown, confirmName: 'No person' } })).toBe('NOT_FOUND');
  }
  const { me } = await server.admin.data<{ me: { id: string; name: string } }>(`{ me { id name } }`);
  expect((await erase(me.id, me.name)).errors?.[0]?.message).toBe("The last enabled administrator can't be erased");
  const manager = await server.withPermissions('users:manage');
  expect((await erase(me.id, me.name, manager)).errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
  expect((await erase(id, ' Ann Confirmed ')).errors).toBeUndefined();
});

test('someone who was deleted is erased by the id in the log, also from what no longer refers to them', async () => {
  const id = await createUser('Del Eted-Wombat', 'wombat@example.org');
  const client = await signIn('wombat@example.org');
  const made = await assessor.submitted({ name: 'Of the deleted' });
  await mutate(client, 'addComment', 'AddCommentInput', { assessmentId: made.id, body: 'Mine' });
  await mutate(server.admin, 'deleteUser', 'DeleteInput', { id });
  await createUser('Del Eted-Wombat', 'namesake@example.org', 'Reviewer');
  const namesake = await signIn('namesake@example.org');
  await mutate(namesake, 'addComment', 'AddCommentInput', { assessmentId: made.id, body: 'Of a namesake' });
  expect((await erase(id, 'Del Eted-Wombat')).errors).toBeUndefined();
  expect(await query(`select author_name, body from comment where body in ('Mine', 'Of a namesake') order by body`)).toEqual([
    { author_name: 'Erased', body: 'Mine' },
    { author_name: 'Del Eted-Wombat', body: 'Of a namesake' },
  ]);
  expect(await placesOf('wombat@example.org')).toEqual([]);
  expect(await query(`select distinct author_name from record.comment where body = 'Mine'`)).toEqual([{ author_name: 'Erased' }]);
  expect((await verifyLog(server.services.database)).broken).toBeNull();
  expect(await wrongStates()).toEqual([]);
});

test('who asked for a vendor, who decided and whom it is about are erased one by one', async () => {
  const people = [
    { name: 'Ask Er-Platypus', email: 'asker@example.org' },
    { name: 'Dec Ider-Platypus', email: 'decider@example.org' },
    { name: 'Con Tact-Platypus', email: 'contact@example.org' },
  ] as const;
  const ids: string[] = [];
  for (const { name, email } of people) ids.push(await createUser(name, email));
  const namesakeId = await createUser(people[0].name, 'other.asker@example.org');
  const [asker, decider, namesake] = [
    await signIn(people[0].email),
    await signIn(people[1].email),
    await signIn('other.asker@example.org'),
  ];
  const ask = async (client: GraphQLClient, name: string) => {
    const { createVendorRequest } = await client.data<{ createVendorRequest: { request: { id: string } } }>(
      `mutation ($input: CreateVendorRequestInput!) { createVendorRequest(input: $input) { request { id } } }`,
      { input: { name, contactName: people[2].name, contactEmail: people[2].email } },
    );
    return createVendorRequest.request.id;
  };
  const [first, second] = [await ask(asker, 'First of two'), await ask(namesake, 'Second of two')];
  for (const id of [first, second]) {
    await mutate(decider, 'decideVendorRequest', 'DecideVendorRequestInput', { id, decision: 'REJECT', note: 'No' });
  }
  const seen = async () => {
    const { vendorRequests } = await server.admin.data<{ vendorRequests: { nodes: Record<string, string | null>[] } }>(
      `{ vendorRequests(filter: { query: "of two" }) { nodes { requestedByName decidedByName contactName contactEmail } } }`,
    );
    return vendorRequests.nodes.map((node) => Object.values(node));
  };
  const [ASKER, DECIDER, CONTACT_NAME] = people.map(({ name }) => name);
  expect(await seen()).toEqual([1, 2].map(() => [ASKER, DECIDER, CONTACT_NAME, people[2].email]));
  expect((await erase(ids[0]!, ASKER!)).errors).toBeUndefined();
  expect(await seen()).toEqual([
    [ASKER, DECIDER, CONTACT_NAME, people[2].email],
    ['Erased', DECIDER, CONTACT_NAME, people[2].email],
  ]);
  expect((await erase(ids[1]!, DECIDER!)).errors).toBeUndefined();
  expect((await erase(ids[2]!, CONTACT_NAME!)).errors).toBeUndefined();
  expect(await seen()).toEqual([
    [ASKER, 'Erased', 'Erased', 'erased@erased.invalid'],
    ['Erased', 'Erased', 'Erased', 'erased@erased.invalid'],
  ]);
  expect(await placesOf(DECIDER!, CONTACT_NAME!, people[2].email)).toEqual([]);
  expect((await verifyLog(server.services.database)).broken).toBeNull();
  expect(await wrongStates()).toEqual([]);
  expect((await erase(namesakeId, ASKER!)).errors).toBeUndefined();
  expect(await placesOf(ASKER!)).toEqual([]);
});

test('the network addresses of sign-ins and ended sessions go with the person', async () => {
  const id = await createUser('Net Worker', 'net@example.org');
  const client = await signIn('net@example.org');
  await signIn('net@example.org');
  await client.data('mutation { revokeOtherSessions { revokedCount } }');
  await server.admin.data(`mutation { updateSettings(input: { apiKeysEnabled: true }) { settings { apiKeysEnabled } } }`);
  const { createApiKey } = await client.data<{ createApiKey: { token: string } }>(
    `mutation { createApiKey(input: { name: "From home" }) { token } }`,
  );
  await new GraphQLClient(server.url, { authorization: `Bearer ${createApiKey.token}` }).ask('{ vendors { totalCount } }');
  const usedFrom = async () => (await query(`select last_used_address is null as forgotten from api_key where name = 'From home'`))[0];
  expect(await usedFrom()).toEqual({ forgotten: false });
  const about = () =>
    query(`select distinct action, meta from audit_entry where entity_id = '${id}' and action in ('LOGIN', 'REVOKE_SESSION')`);
  expect(await about()).toEqual(expect.arrayContaining([{ action: 'LOGIN', meta: { method: 'PASSWORD', address: '127.0.0.1' } }]));
  expect((await erase(id, 'Net Worker')).errors).toBeUndefined();
  expect(await usedFrom()).toEqual({ forgotten: true });
  expect(await about()).toEqual(
    expect.arrayContaining([
      { action: 'LOGIN', meta: { erased: true } },
      { action: 'REVOKE_SESSION', meta: { count: 1 } },
    ]),
  );
});

test('where the keys of a deleted user were used from goes, too', async () => {
  const id = await createUser('Gone Worker', 'gone.worker@example.org');
  const client = await signIn('gone.worker@example.org');
  await server.admin.data(`mutation { updateSettings(input: { apiKeysEnabled: true }) { settings { apiKeysEnabled } } }`);
  const { createApiKey } = await client.data<{ createApiKey: { token: string } }>(
    `mutation { createApiKey(input: { name: "From away" }) { token } }`,
  );
  await new GraphQLClient(server.url, { authorization: `Bearer ${createApiKey.token}` }).ask('{ vendors { totalCount } }');
  await mutate(server.admin, 'deleteUser', 'DeleteInput', { id });
  const usedFrom = () => query(`select last_used_address from api_key where name = 'From away'`);
  expect(await usedFrom()).toEqual([{ last_used_address: '127.0.0.1' }]);
  expect((await erase(id, 'Gone Worker')).errors).toBeUndefined();
  expect(await usedFrom()).toEqual([{ last_used_address: null }]);
});

test('an address that is another user’s by now stays that user’s', async () => {
  const id = await createUser('Had Shared', 'shared.box@example.org');
  await mutate(server.admin, 'updateUser', 'UpdateUserInput', { id, email: 'had@example.org' });
  await createUser('Has Shared', 'shared.box@example.org', 'Reviewer');
  await fail('shared.box@example.org');
  expect((await erase(id, 'Had Shared')).errors).toBeUndefined();
  expect(await placesOf('Had Shared', 'had@example.org')).toEqual([]);
  expect(
    await query(
      `select user_name, meta->>'email' as email from audit_entry where action = 'LOGIN_FAILED' order by created_at desc limit 1`,
    ),
  ).toEqual([{ user_name: 'Has Shared', email: 'shared.box@example.org' }]);
  expect(await query(`select email from app_user where name = 'Has Shared'`)).toEqual([{ email: 'shared.box@example.org' }]);
});

test('those who share a list of addresses are erased from it one by one, whichever lists they are in', async () => {
  const [first, second] = ['list.one@example.org', 'list.two@example.org'] as const;
  const ids = [await createUser('List One', first), await createUser('List Two', second)];
  await mutate(server.admin, 'updateSettings', 'UpdateSettingsInput', { auditCheckpointRecipients: [first, second, 'kept@example.org'] });
  await mutate(server.admin, 'updateSettings', 'UpdateSettingsInput', { auditCheckpointRecipients: ['kept@example.org'] });
  expect((await erase(ids[0]!, 'List One')).errors).toBeUndefined();
  expect(await wrongStates()).toEqual([]);
  expect((await erase(ids[1]!, 'List Two')).errors).toBeUndefined();
  expect(await placesOf(first, second)).toEqual([]);
  expect(await placesOf('kept@example.org')).toContain('record.settings: kept@example.org');
  expect(await wrongStates()).toEqual([]);
});

test('details that have nothing but an external id, and what was searched for by the name, go too', async () => {
  const scim = await scimClient(server, 'Renumbering');
  const person = { userName: 'num.bered@example.org', externalId: 'ext-numbered-1', displayName: 'Num Bered (UK)' };
  const { id } = await scim.user(person);
  await scim.patch(`/Users/${id}`, { op: 'replace', value: { externalId: 'ext-numbered-2' } });
  const { vendors } = await server.admin.data<{ vendors: { csvUrl: string } }>(
    `{ vendors(filter: { query: "by num bered (uk), or others" }) { csvUrl } }`,
  );
  const { vendors: others } = await server.admin.data<{ vendors: { csvUrl: string } }>(
    `{ vendors(filter: { query: "bered" }) { csvUrl } }`,
  );
  for (const { csvUrl } of [vendors, others])
    expect((await server.admin.fetch(new URL(csvUrl).pathname + new URL(csvUrl).search)).status).toBe(200);
  expect((await erase(id, 'Num Bered (UK)')).errors).toBeUndefined();
  expect(await placesOf('num.bered', 'ext-numbered', 'num bered')).toEqual([]);
  const searched = await query(`select meta from audit_entry where action = 'READ_EXPORT' order by created_at desc, seq desc limit 2`);
  expect(searched).toMatchObject([{ meta: { filter: { query: 'bered' } } }, { meta: { erased: true } }]);
});

test('an address that ends with it stays', async () => {
  const id = await createUser('Short Box', 'x@corp.example');
  const others = ['max@corp.example', 'a.x@corp.example', 'x@corp.example.org'];
  for (const email of ['X@corp.example', ...others]) await fail(email);
  expect((await erase(id, 'Short Box')).errors).toBeUndefined();
  expect(
    await query(`select coalesce(meta->>'email', meta::text) as told from audit_entry where action = 'LOGIN_FAILED'
      order by created_at desc, seq desc limit 4`),
  ).toEqual([...others.toReversed(), '{"erased": true}'].map((told) => ({ told })));
});

test('people can erase themselves, and the entry about it names nobody', async () => {
  const id = await createUser('Self Eraser', 'self@example.org');
  const client = await signIn('self@example.org');
  expect((await erase(id, 'Self Eraser', client)).errors).toBeUndefined();
  expect(await placesOf('Self Eraser', 'self@example.org')).toEqual([]);
  expect((await verifyLog(server.services.database)).broken).toBeNull();
});

test('what a request under way recorded afterwards is erased, too', async () => {
  const id = await createUser('Late Comer', 'late@example.org');
  expect((await erase(id, 'Late Comer')).errors).toBeUndefined();
  await change(systemContext(server.services), async (tx) => {
    tx.record({ action: 'LOGOUT', entity: { type: 'User', id, name: 'Late Comer' }, actor: { userId: id, name: 'Late Comer' } });
  });
  expect(await placesOf('Late Comer')).not.toEqual([]);
  await eraseLateEntries(systemContext(server.services));
  expect(await placesOf('Late Comer')).toEqual([]);
  expect((await verifyLog(server.services.database)).broken).toBeNull();
});

test('of those who erase and change somebody at once, one comes first, and nothing of the name is left', async () => {
  for (let round = 0; round < 5; round++) {
    const name = `Raced Xylophone${round}`;
    const id = await createUser(name, `xylophone${round}@example.org`);
    const client = await signIn(`xylophone${round}@example.org`);
    const { id: assessmentId } = await assessor.submitted({ name: `Race ${round}`, ownerId: id });
    const [erased, again] = await Promise.all([
      erase(id, name),
      erase(id, name),
      ...Array.from({ length: 4 }, () => attempt(client, 'addComment', 'AddCommentInput', { assessmentId, body: 'Quick' })),
      attempt(server.admin, 'updateUser', 'UpdateUserInput', { id, email: `xylophone${round}.new@example.org` }),
    ]);
    expect([erased, again].filter(({ errors }) => !errors)).toHaveLength(1);
    await eraseLateEntries(systemContext(server.services));
    expect(await placesOf(`Xylophone${round}`)).toEqual([]);
  }
  expect((await verifyLog(server.services.database)).broken).toBeNull();
  expect(await wrongStates()).toEqual([]);
});

describe('tampering under the cover of an erasure is found:', () => {
  const after = async (text: string) => {
    let found: Awaited<ReturnType<typeof verifyLog>> | undefined;
    await server.services.database
      .transaction(async (tx) => {
        await tx.connection.query(text);
        found = await verifyLog(tx);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    return found?.broken?.reason;
  };
  const ADMINS = `(select id from audit_entry where action = 'CREATE_ROLE' or action = 'UPDATE_USER' and user_name = 'Administrator' limit 1)`;

  test('another name in the place of an erased one', async () => {
    const one = `(select id from audit_entry where user_name = 'Erased' and commitments ? 'userName' and not salts ? 'userName' limit 1)`;
    expect(await after(`update audit_entry set user_name = 'Mallory' where id = ${one}`)).toMatch('not what it commits to');
  });

  test('the name of somebody who was never erased', async () => {
    expect(
      await after(
        `update audit_entry set user_name = 'Erased', salts = salts_of(salt, commitments) - 'userName', salt = null where id = ${ADMINS}`,
      ),
    ).toMatch('not what it commits to');
  });
});

describe('what was blanked as if it had been erased is found:', () => {
  const faults = async () => (await verifyTransparencyLog(server.services.database)).faults;
  const someone = { id: '', names: ['Bystander'], addresses: ['bystander@example.org'], isRecorded: true };
  beforeAll(async () => {
    someone.id = await createUser('Bystander', 'bystander@example.org', 'Viewer');
    await mutate(server.admin, 'updateUser', 'UpdateUserInput', { id: someone.id, email: 'by.stander@example.org' });
    expect((await erase(await createUser('Rightly', 'rightly@example.org'), 'Rightly')).errors).toBeUndefined();
    expect(await faults()).toEqual({});
  });

  test.each([
    [
      'details',
      'audit_entry',
      () => [
        `update audit_entry set meta = '{"erased": true}', salts = salts_of(salt, commitments) - 'meta', salt = null where action = 'UPDATE_USER' and entity_id = '${someone.id}'`,
      ],
      /details of entries read "Erased", but the log tells of \d+ that were erased/,
    ],
    [
      'changes',
      'audit_leaf',
      () => [
        `update audit_leaf set changes = null, salt = null where index = (select min(index) from audit_leaf where changes is not null)`,
      ],
      /but the log tells of \d+ that were erased/,
    ],
    [
      'versions',
      'record.app_user',
      () => {
        const { orm, recorder } = server.services.database;
        const table = personalTables(orm).find(({ entity }) => entity === User)!;
        return [eraseVersions(table, recorder.tableOf(User)!, someone)];
      },
      /states in the record read "Erased", but the log tells of \d+ that were erased/,
    ],
  ])('%s', async (_, table, blank, message) => {
    const { database } = server.services;
    await query(`create table saved as table ${table}`);
    for (const statement of blank()) await database.query(typeof statement === 'string' ? rawSql(statement) : statement);
    // Another erasure doesn't cover it.
    expect((await erase(await createUser('Meanwhile', 'meanwhile@example.org'), 'Meanwhile')).errors).toBeUndefined();
    expect((await faults()).erasure).toMatch(message);
    const key = { audit_entry: 'id', audit_leaf: 'index' }[table] ?? 'id, kept_since';
    await query(`delete from ${table} where (${key}) in (select ${key} from saved)`);
    await query(`insert into ${table} select * from saved`);
    await query('drop table saved');
    expect(await faults()).toEqual({});
  });
});

test('entries from before the record are checked by their links alone once they are erased', async () => {
  const id = await createUser('Old Timer', 'old.timer@example.org');
  const client = await signIn('old.timer@example.org');
  await mutate(client, 'updateSettings', 'UpdateSettingsInput', { organizationName: 'Ours' });
  const { database } = server.services;
  // As an earlier version wrote them: hashed with their texts.
  await query(`
    do $$
    declare entry record; previous text; next text;
    begin
      for entry in select * from audit_entry order by lane, seq loop
        if entry.seq = 1 then previous := ''; end if;
        if entry.user_id = '${id}' or entry.entity_id = '${id}' then
          update audit_entry set commitments = null, salt = null, salts = null, state_hash = null where id = entry.id;
        end if;
        update audit_entry set prev_hash = previous where id = entry.id;
        select case when e.commitments is null then ${earlierEntryHash('e.prev_hash', 'e.seq', 'e').compile().text}
          else ${entryHash('e.prev_hash', 'e.seq', 'e').compile().text} end
          into next from audit_entry e where id = entry.id;
        update audit_entry set hash = next where id = entry.id;
        update audit_lane set hash = next where lane = entry.lane and seq = entry.seq;
        previous := next;
      end loop;
    end $$`);
  expect(await verifyLog(database)).toMatchObject({ broken: null, linkedOnly: 0 });
  const earlier = await query<{ id: string }>(`select id from audit_entry where commitments is null`);
  expect(earlier.length).toBeGreaterThanOrEqual(3);
  expect((await erase(id, 'Old Timer')).errors).toBeUndefined();
  expect(await placesOf('Old Timer', 'old.timer')).toEqual([]);
  expect(await verifyLog(database)).toMatchObject({ broken: null, linkedOnly: earlier.length });
  await query(`update audit_entry set prev_hash = 'x' where id = '${earlier[0]!.id}'`);
  expect((await verifyLog(database)).broken?.reason).toBe('does not carry the hash of its predecessor');
});

test('someone deleted before the record began is erased by what the log knows', async () => {
  const id = await createUser('Pre Historic', 'pre@example.org');
  const client = await signIn('pre@example.org');
  const { id: assessmentId } = await assessor.submitted({ name: 'Before the record' });
  await mutate(client, 'addComment', 'AddCommentInput', { assessmentId, body: 'Ancient' });
  await mutate(server.admin, 'deleteUser', 'DeleteInput', { id });
  await query(`delete from record.app_user where id = '${id}'`);
  await query(`update record.comment set user_id = null where body = 'Ancient'`);
  expect((await erase(id, 'Pre Historic')).errors).toBeUndefined();
  expect(await placesOf('Pre Historic')).toEqual([]);
});

test('of someone whom SCIM keeps, all that the provider said goes', async () => {
  const scim = await scimClient(server, 'Eraser');
  const { id } = await scim.user({
    userName: 'provisioned.person@example.org',
    externalId: '00u-external-person',
    displayName: 'Provisia Personne',
    name: { givenName: 'Provisia', familyName: 'Personne', formatted: 'Dr Provisia Personne' },
    emails: [{ value: 'work.person@example.org', type: 'work' }],
  });
  await scim.group('Persons of interest', [id]);
  await scim.patch(`/Users/${id}`, {
    op: 'replace',
    value: { displayName: 'Provisia P.', externalId: '00u-external-other', active: false },
  });
  const words = ['provisia', 'personne', 'provisioned.person', 'work.person', '00u-external'];
  expect((await placesOf(...words)).length).toBeGreaterThan(0);
  expect((await erase(id, 'Provisia P.')).errors).toBeUndefined();
  expect(await placesOf(...words)).toEqual([]);
  expect((await scim.get(`/Users/${id}`)).status).toBe(404);
});
