import { sql } from '../../src/database/sql';
import { AUDIT_ACTIONS } from '../../src/domains/audit/audit.actions';
import { cursorAt } from '../../src/domains/feed/event-cursor';
import { headsOf } from '../../src/domains/feed/event.reader';
import { recordOccasions } from '../../src/domains/occasion/occasions';
import { systemContext } from '../../src/kernel/context';
import { Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { PDF } from '../kit/files';
import { createVendor, move } from '../kit/portfolio';
import { NOWHERE } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';
import { beyond, statementsDuring } from '../kit/statements';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

interface Event {
  id: string;
  type: string;
  at: string;
  cursor: string;
  entityType: string | null;
  entityId: string | null;
  entityName: string | null;
  actor: string;
  changes: { field: string; before: unknown; after: unknown }[];
  vendor: { id: string } | null;
  assessment: { id: string } | null;
  finding: { id: string } | null;
}
interface Page {
  nodes: Event[];
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string; startCursor: string | null };
}
const PLAIN = `id type at cursor entityType entityId entityName actor`;
const WHOLE = `${PLAIN} changes { field before after } vendor { id } assessment { id } finding { id }`;
const EVENTS = (fields: string) => `query ($after: String, $first: Int, $types: [String!], $vendorId: ID) {
  events(after: $after, first: $first, types: $types, vendorId: $vendorId) {
    nodes { ${fields} } edges { cursor node { id } } pageInfo { hasNextPage endCursor startCursor } } }`;

const page = async (variables: object = {}, client = server.admin, fields = PLAIN) =>
  (await client.data<{ events: Page }>(EVENTS(fields), variables)).events;
const now = async (client = server.admin) => (await page({}, client)).pageInfo.endCursor;

/** Everything behind a cursor, page by page. */
async function all(after: string, variables: object = {}, client = server.admin, fields = PLAIN): Promise<Event[]> {
  const found: Event[] = [];
  for (let cursor = after, isMore = true; isMore;) {
    const { nodes, pageInfo } = await page({ ...variables, after: cursor }, client, fields);
    found.push(...nodes);
    cursor = pageInfo.endCursor;
    isMore = pageInfo.hasNextPage;
  }
  return found;
}

const types = (events: readonly Event[]) => events.map(({ type }) => type);
const run = (name: string, type: string, input: object, selection: string, client = server.admin) =>
  client.data<Record<string, Record<string, { id: string }>>>(`mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`, {
    input,
  });
const fault = async (variables: object, client = server.admin) => {
  const { errors } = await client.ask(EVENTS('id'), variables);
  return errors?.[0]?.extensions as { code: string; fields?: Record<string, string> } | undefined;
};

describe('types', () => {
  test('are listed with descriptions: those with names of their own, and one for each other action', async () => {
    const { eventTypes } = await server.admin.data<{ eventTypes: { name: string; description: string }[] }>(
      `{ eventTypes { name description } }`,
    );
    const names = eventTypes.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(
        `vendor.created vendor.updated vendor.deleted vendor.tier_changed assessment.created assessment.sent assessment.opened
        assessment.progressed assessment.submitted assessment.sent_back assessment.completed assessment.overdue finding.opened
        finding.remediated finding.accepted certification.added certification.expiring certification.expired comment.added
        evidence.added score.changed user.signed_in settings.changed webhook.disabled audit.login_failed`.split(/\s+/),
      ),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(eventTypes.filter(({ description }) => description.length < 10)).toEqual([]);
  });

  test('every entry of the log has one that is listed', async () => {
    const { eventTypes } = await server.admin.data<{ eventTypes: { name: string }[] }>(`{ eventTypes { name } }`);
    const names = new Set(eventTypes.map(({ name }) => name));
    const found = await all('start');
    expect(found.filter(({ type }) => !names.has(type))).toEqual([]);
    expect(found.length).toBeGreaterThan(3);
    expect(Object.keys(AUDIT_ACTIONS).length).toBeGreaterThan(names.size / 2);
  });
});

test('one story: each change is the events that it is, in order', async () => {
  const start = await now();
  const vendorId = await createVendor(server, { name: 'Story' });
  await run('updateVendor', 'UpdateVendorInput', { id: vendorId, tier: 'HIGH', notes: 'Big' }, 'vendor { id }');
  const made = await assessor.sent(vendorId);
  await made.portal.view();
  await made.portal.view();
  await made.portal.answer({ 'MFA?': 'NO', 'Regions?': ['EU'], '=Key length': 256 });
  await assessor.attach(made, 'Policy', 'policy.pdf');
  await made.portal.submit();
  await assessor.comment(made.id, 'Thanks');
  await move(server.admin, 'startReview', made.id);
  await run('sendBackAssessment', 'SendBackInput', { id: made.id }, 'assessment { id }');
  await made.portal.submit();
  await move(server.admin, 'startReview', made.id);
  await move(server.admin, 'finalizeAssessment', made.id);
  const { findings } = await server.admin.data<{ findings: { nodes: { id: string }[] } }>(
    `{ findings(filter: { assessmentId: "${made.id}" }) { nodes { id } } }`,
  );
  const [first, second] = findings.nodes;
  await run(
    'updateFindingStatus',
    'UpdateFindingStatusInput',
    { id: first!.id, status: 'REMEDIATED', resolutionNote: 'Done' },
    'finding { id }',
  );
  await run('updateFindingStatus', 'UpdateFindingStatusInput', { id: second!.id, status: 'RISK_ACCEPTED' }, 'finding { id }');
  await assessor.certify(vendorId, { name: 'ISO 27001' });
  await run('deleteAssessment', 'DeleteInput', { id: made.id }, 'deletedId');
  await run('deleteVendor', 'DeleteInput', { id: vendorId }, 'deletedId');

  const events = await all(start, {}, server.admin, WHOLE);
  expect(types(events)).toEqual([
    'vendor.created',
    'vendor.updated',
    'vendor.tier_changed',
    'assessment.created',
    'assessment.sent',
    'assessment.opened',
    'assessment.progressed',
    'evidence.added',
    'assessment.submitted',
    'comment.added',
    'audit.start_review',
    'assessment.sent_back',
    'assessment.submitted',
    'audit.start_review',
    'assessment.completed',
    'finding.opened',
    'finding.opened',
    'finding.opened',
    'score.changed',
    'finding.remediated',
    'finding.accepted',
    'certification.added',
    'audit.delete_assessment',
    'score.changed',
    'vendor.deleted',
  ]);
  const of = (type: string) => events.find((event) => event.type === type)!;
  expect(of('vendor.tier_changed')).toMatchObject({
    entityType: 'Vendor',
    entityId: vendorId,
    changes: [{ field: 'tier', before: null, after: 'HIGH' }],
  });
  expect(
    of('vendor.updated')
      .changes.map(({ field }) => field)
      .sort(),
  ).toEqual(['notes', 'tier']);
  expect(of('score.changed')).toMatchObject({
    entityId: vendorId,
    changes: [{ field: 'overallScore', before: null, after: expect.any(Number) as number }],
  });
  expect(of('assessment.opened')).toMatchObject({ actor: 'Vendor portal (Story)', entityType: 'Assessment', entityId: made.id });
  expect(of('assessment.opened').changes.map(({ field }) => field)).toEqual(['openedAt']);
  expect(of('finding.remediated')).toMatchObject({ entityType: 'Finding', entityId: first!.id, actor: 'Administrator' });
  // All of it is about the vendor, which is gone.
  expect((await all(start, { vendorId })).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  expect(events.filter(({ vendor, assessment, finding }) => vendor ?? assessment ?? finding)).toEqual([]);
});

test('an event leads to what it is about', async () => {
  const start = await now();
  const made = await assessor.completed({ name: 'Led' }, {}, { 'MFA?': 'NO', 'Regions?': ['EU', 'UK'], '=Key length': 256 });
  await assessor.attach(await assessor.sent(made.vendorId), 'Policy', 'policy.pdf');
  const events = await all(start, {}, server.admin, WHOLE);
  expect(events.filter(({ vendor }) => vendor?.id !== made.vendorId)).toEqual([]);
  const opened = events.find(({ type }) => type === 'finding.opened')!;
  expect(opened).toMatchObject({ assessment: { id: made.id }, finding: { id: opened.entityId } });
  expect(events.find(({ type }) => type === 'evidence.added')!.assessment).not.toBeNull();
  expect(events.find(({ type }) => type === 'assessment.submitted')).toMatchObject({ assessment: { id: made.id }, finding: null });
});

test('a tier that an import changes is an event, too', async () => {
  await createVendor(server, { name: 'Tiered', externalId: 'T-1', tier: 'LOW' });
  const start = await now();
  const csv = 'name,externalId,tier\nTiered,T-1,HIGH\n';
  await run('importVendors', 'ImportVendorsInput', { csv }, 'updated');
  const events = await all(start, {}, server.admin, WHOLE);
  expect(types(events)).toEqual(['vendor.updated', 'vendor.tier_changed']);
  expect(events[1]!.changes).toEqual([{ field: 'tier', before: 'LOW', after: 'HIGH' }]);
});

test('a file is evidence once it belongs to something', async () => {
  const vendorId = await createVendor(server, { name: 'Filed' });
  const start = await now();
  const form = new FormData();
  form.append('file', new Blob([PDF]), 'loose.pdf');
  const response = await server.admin.fetch('/files', { method: 'POST', body: form });
  const { id } = (await response.json()) as { id: string };
  await run('attachFile', 'AttachFileInput', { id, vendorId }, 'attachment { id }');
  expect(types(await all(start))).toEqual(['audit.upload_file', 'evidence.added']);
});

describe('pages', () => {
  test('polling misses nothing and repeats nothing while eight clients write', async () => {
    const start = await now();
    let isWriting = true;
    const writing = Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        for (let i = 0; i < 12; i++) await createVendor(server, { name: `Polled ${n}.${i}` });
      }),
    ).then(() => (isWriting = false));
    const heard: Event[] = [];
    let cursor = start;
    for (let isLast = false; !isLast;) {
      isLast = !isWriting;
      const { nodes, pageInfo } = await page({ after: cursor, first: 7 });
      heard.push(...nodes);
      cursor = pageInfo.endCursor;
      isLast &&= !pageInfo.hasNextPage;
    }
    await writing;
    expect(heard).toHaveLength(96);
    expect(new Set(heard.map(({ id }) => id)).size).toBe(96);
    // Each client's vendors come in the order in which they were made.
    for (let n = 0; n < 8; n++) {
      const names = heard.map(({ entityName }) => entityName!).filter((name) => name.startsWith(`Polled ${n}.`));
      expect(names).toEqual(Array.from({ length: 12 }, (_, i) => `Polled ${n}.${i}`));
    }
  });

  test('from the start they are the audit log, entry by entry', async () => {
    const found = await all('start');
    const rows = await server.services.database.query(sql<{ id: string }>`select id from audit_entry`);
    expect(found.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
    const times = found.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
  });

  test('every cursor goes on behind its event, with any filter', async () => {
    const start = await now();
    for (const name of ['One', 'Two', 'Three']) await createVendor(server, { name });
    const { nodes, edges } = await page({ after: start });
    expect(edges).toEqual(nodes.map(({ id, cursor }) => ({ cursor, node: { id } })));
    for (const [i, { cursor }] of nodes.entries()) {
      expect((await all(cursor)).map(({ id }) => id)).toEqual(nodes.slice(i + 1).map(({ id }) => id));
      expect(await all(cursor, { types: ['vendor.deleted'] })).toEqual([]);
      expect(await all(cursor, { vendorId: NOWHERE })).toEqual([]);
      expect(await all(cursor, { vendorId: 'no id' })).toEqual([]);
    }
    const empty = await page({ after: nodes.at(-1)!.cursor });
    expect(empty).toMatchObject({ nodes: [], pageInfo: { hasNextPage: false, startCursor: null } });
    await createVendor(server, { name: 'Four' });
    expect((await all(empty.pageInfo.endCursor)).map(({ entityName }) => entityName)).toEqual(['Four']);
  });

  test('an empty page of a filter moves on, too', async () => {
    const start = await now();
    await createVendor(server, { name: 'Passed over' });
    const { pageInfo } = await page({ after: start, types: ['vendor.deleted'] });
    expect(await all(pageInfo.endCursor)).toEqual([]);
  });

  test('have from 1 to 100 events, 25 if not asked for', async () => {
    expect((await page({ after: 'start' })).nodes).toHaveLength(25);
    expect((await page({ after: 'start', first: 1 })).nodes).toHaveLength(1);
    expect((await page({ after: 'start', first: 100 })).nodes).toHaveLength(100);
    for (const first of [0, -1, 101]) expect(await fault({ first })).toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('cost as many statements for a hundred events as for twenty', async () => {
    const start = await now();
    const story = () => assessor.completed({}, {}, { 'MFA?': 'NO', 'Regions?': ['EU'], '=Key length': 256 });
    await story();
    await story();
    const asking = (first: number) => statementsDuring(() => page({ after: start, first }, server.admin, WHOLE));
    const few = await asking(20);
    for (let i = 0; i < 7; i++) await story();
    expect(beyond(await asking(100), few)).toEqual([]);
  });
});

describe('bad input', () => {
  test('wrong cursors', async () => {
    const good = await now();
    const wrong = ['', 'x', 'START', '0', `${good}x`, good.slice(0, -3), good.toUpperCase(), 'x'.repeat(100_000), '\u0000', 'ü'];
    for (const after of wrong) {
      expect(await fault({ after })).toMatchObject({ code: 'BAD_USER_INPUT', fields: { after: expect.any(String) as string } });
    }
  });

  test('cursors of another deployment, and from the future', async () => {
    const other = await startTestServer();
    try {
      const foreign = (await other.admin.data<{ events: Page }>(EVENTS('id'), {})).events.pageInfo.endCursor;
      expect(await fault({ after: foreign })).toMatchObject({ code: 'BAD_USER_INPUT', fields: { after: expect.any(String) as string } });
    } finally {
      await other.stop();
    }
    const { database, sessionSecret } = server.services;
    const ahead = (await headsOf(database)).map(({ seq, hash }, lane) => ({ seq: lane === 3 ? seq + 1 : seq, hash }));
    const future = cursorAt(ahead, sessionSecret);
    expect(await fault({ after: future })).toMatchObject({ code: 'BAD_USER_INPUT', fields: { after: expect.any(String) as string } });
  });

  test('cursors of events that the database has lost, but not those of earlier versions', async () => {
    const { database, sessionSecret } = server.services;
    const heads = await headsOf(database);
    await createVendor(server, { name: 'Behind the cursor' });
    const lane = heads.findIndex(({ seq }) => seq > 0);
    const lost = heads.map((one, n) => (n === lane ? { ...one, hash: 'of another entry in its place' } : one));
    expect(await fault({ after: cursorAt(lost, sessionSecret) })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { after: expect.stringContaining('lost') as string },
    });
    const earlier = heads.map(({ seq }) => ({ seq }));
    for (const position of [heads, earlier])
      expect((await all(cursorAt(position, sessionSecret))).map(({ entityName }) => entityName)).toEqual(['Behind the cursor']);
  });

  test('unknown types', async () => {
    for (const type of ['vendor', 'vendor.create', 'VENDOR.CREATED', '', 'audit.nothing', '__proto__', 'constructor']) {
      expect(await fault({ types: [type] })).toMatchObject({ code: 'BAD_USER_INPUT', fields: { types: expect.any(String) as string } });
    }
  });
});

describe('who sees what', () => {
  let start: string;
  let made: { id: string; vendorId: string };
  beforeAll(async () => {
    start = await now();
    made = await assessor.completed({ name: 'Seen' }, {}, { 'MFA?': 'NO', 'Regions?': ['EU', 'UK'], '=Key length': 256 });
    await assessor.attach(await assessor.sent(made.vendorId), 'Policy', 'policy.pdf');
    const form = new FormData();
    form.append('vendorId', made.vendorId);
    form.append('file', new Blob([PDF]), 'contract.pdf');
    await server.admin.fetch('/files', { method: 'POST', body: form });
    await run('updateSettings', 'UpdateSettingsInput', { organizationName: 'Seen Ltd' }, 'settings { organizationName }');
  });
  const seenBy = async (client: GraphQLClient) => new Set(types(await all(start, {}, client)));

  test('by permissions', async () => {
    expect(await seenBy(await server.withPermissions('vendors:view'))).toEqual(
      new Set(['vendor.created', 'score.changed', 'evidence.added']),
    );
    const ofAssessments = await seenBy(await server.withPermissions('assessments:view'));
    expect(ofAssessments).toEqual(
      new Set([
        'assessment.created',
        'assessment.sent',
        'assessment.opened',
        'assessment.progressed',
        'assessment.submitted',
        'assessment.completed',
        'finding.opened',
        'evidence.added',
      ]),
    );
    expect(await seenBy(await server.withPermissions('settings:manage'))).toEqual(new Set(['settings.changed']));
    expect(await seenBy(await server.withPermissions('frameworks:view'))).toEqual(new Set());
    const whole = await seenBy(await server.withPermissions('audit:view'));
    expect([...whole]).toEqual(expect.arrayContaining(['vendor.created', 'settings.changed', 'audit.create_role', 'user.signed_in']));
  });

  test('files by what they belong to', async () => {
    const names = async (permission: string) =>
      (await all(start, { types: ['evidence.added'] }, await server.withPermissions(permission))).map(({ entityName }) => entityName);
    expect(await names('vendors:view')).toEqual(['contract.pdf']);
    expect(await names('assessments:view')).toEqual(['policy.pdf']);
  });

  test('a caller of one portfolio hears of that only, and its cursor is one for all', async () => {
    const portfolio = async (name: string) =>
      (await run('createPortfolio', 'CreatePortfolioInput', { name }, 'portfolio { id }')).createPortfolio!.portfolio!.id;
    const [mine, other] = [await portfolio('Mine'), await portfolio('Other')];
    const client = await server.withPermissions('vendors:view', 'assessments:view');
    const { me } = await client.data<{ me: { id: string; role: { id: string } } }>(`{ me { id role { id } } }`);
    await run('assignRole', 'AssignRoleInput', { userId: me.id, roleId: me.role.id, portfolioIds: [mine] }, 'user { id }');
    const from = await now(client);
    const theirs = await createVendor(server, { name: 'Theirs', portfolioId: mine });
    const others = await createVendor(server, { name: 'Others', portfolioId: other });
    await createVendor(server, { name: 'Nobody’s' });
    expect((await all(from, {}, client)).map(({ entityName }) => entityName)).toEqual(['Theirs']);
    expect(await all(from, { vendorId: others }, client)).toEqual([]);
    expect(await all(from, { vendorId: theirs }, client)).toHaveLength(1);
    expect((await all(from, { types: ['vendor.created'] })).map(({ entityName }) => entityName)).toEqual(['Theirs', 'Others', 'Nobody’s']);
  });

  test('not strangers', async () => {
    expect(await fault({}, server.stranger())).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('what happens once', () => {
  test('the first opening, however many open at once', async () => {
    const { id, portal } = await assessor.sent({ name: 'Opened' });
    const start = await now();
    await Promise.all(Array.from({ length: 12 }, () => portal.view()));
    await portal.answer({ 'MFA?': 'YES' });
    const events = await all(start);
    expect(types(events)).toEqual(['assessment.opened', 'assessment.progressed']);
    const { assessment } = await server.admin.data<{ assessment: { openedAt: string } }>(`{ assessment(id: "${id}") { openedAt } }`);
    expect(Date.parse(assessment.openedAt)).toBeLessThanOrEqual(Date.parse(events[0]!.at) + 1);
  });

  const DAY = 86_400_000;
  const day = (n: number) => new Date(Date.now() + n * DAY).toISOString().slice(0, 10);
  const told = () => {
    const ctx = systemContext(server.services);
    const { signal } = new AbortController();
    return Promise.all(Array.from({ length: 6 }, () => recordOccasions(ctx, signal)));
  };

  test('an assessment becomes overdue, and again after its date was moved', async () => {
    const { id } = await assessor.sent({ name: 'Late' }, { dueDate: new Date(Date.now() + 200).toISOString() });
    await assessor.sent({ name: 'In time' }, { dueDate: new Date(Date.now() + DAY).toISOString() });
    const start = await now();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await told();
    await told();
    const events = await all(start);
    expect(types(events)).toEqual(['assessment.overdue']);
    expect(events[0]).toMatchObject({ entityId: id, actor: 'System' });
    await run('updateAssessment', 'UpdateAssessmentInput', { id, dueDate: new Date(Date.now() - DAY).toISOString() }, 'assessment { id }');
    await told();
    expect(types(await all(events[0]!.cursor))).toEqual(['audit.update_assessment', 'assessment.overdue']);
  });

  test('a certification is about to expire, and expires', async () => {
    const vendorId = await createVendor(server, { name: 'Certified' });
    for (const [name, days] of [
      ['Far', 31],
      ['Near', 30],
      ['Today', 0],
      ['Gone', -1],
    ] as const) {
      await assessor.certify(vendorId, { name, expiresDate: day(days) });
    }
    await assessor.certify(vendorId, { name: 'For ever' });
    const start = await now();
    await told();
    await told();
    const events = await all(start, {}, server.admin, WHOLE);
    expect(events.map(({ type, entityName }) => `${type} ${entityName}`).sort()).toEqual([
      'certification.expired Gone',
      'certification.expiring Near',
      'certification.expiring Today',
    ]);
    expect(events.filter(({ vendor, actor }) => vendor?.id !== vendorId || actor !== 'System')).toEqual([]);
  });
});
