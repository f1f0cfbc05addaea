import { sql } from '../../src/database/sql';
import { startTestServer, type TestServer } from '../kit/server';
import { statementsDuring } from '../kit/statements';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const FIELDS = `certification { id name issuer issuedDate expiresDate notes isExpired expiresInDays revision
  vendor { id } attachments { id } }`;
const CREATE = `mutation ($input: CreateCertificationInput!) { createCertification(input: $input) { ${FIELDS} } }`;
const UPDATE = `mutation ($input: UpdateCertificationInput!) { updateCertification(input: $input) { ${FIELDS} } }`;
const DELETE = `mutation ($input: DeleteInput!) { deleteCertification(input: $input) { deletedId } }`;
const UPDATE_ACTION = `mutation ($input: UpdateResponsibilityActionInput!) { updateResponsibilityAction(input: $input) {
  action { id status completedAt notes revision assignee { id } } } }`;
const VENDOR = `query ($id: ID!) { vendor(id: $id) { certifications { id name }
  responsibilityActions { id status controlCode controlTitle controlGuidance frameworkName certificationName certification { id }
    assignee { id } }
  responsibilityCompliance { total completed inProgress pending notApplicable percent } } }`;

interface Certification {
  id: string;
  revision: number;
}
interface Action {
  id: string;
  status: string;
  completedAt: string | null;
  controlCode: string;
  certificationName: string;
  certification: { id: string } | null;
}
interface Vendor {
  certifications: { id: string; name: string }[];
  responsibilityActions: Action[];
  responsibilityCompliance: Record<string, number> | null;
}

const makeVendor = async (name = 'Vendor') => {
  const { createVendor } = await server.admin.data<{ createVendor: { vendor: { id: string } } }>(
    `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`,
    { input: { name, contactEmail: 'a@b.example' } },
  );
  return createVendor.vendor.id;
};
const certify = async (vendorId: string, name: string, rest = {}) => {
  const input = { vendorId, name, ...rest };
  return (await server.admin.data<{ createCertification: { certification: Certification } }>(CREATE, { input })).createCertification
    .certification;
};
const read = async (id: string) => (await server.admin.data<{ vendor: Vendor }>(VENDOR, { id })).vendor;
const changeAction = async (input: object) => {
  const data = await server.admin.data<{ updateResponsibilityAction: { action: Action } }>(UPDATE_ACTION, { input });
  return data.updateResponsibilityAction.action;
};
const codes = (actions: Action[]) => actions.map(({ controlCode }) => controlCode);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const audit = async (entityId: string) =>
  (
    await server.admin.data<{ auditLog: { nodes: { action: string; entityName: string; meta: object | null }[] } }>(
      `query ($id: ID!) { auditLog(filter: { entityId: $id }) { nodes { action entityName meta } } }`,
      { id: entityId },
    )
  ).auditLog.nodes;
const actionTable = () => server.services.database.query(sql`select * from responsibility_action order by id`);

const importFramework = async (framework: object) => {
  const data = await server.admin.data<{ importFramework: { framework: { id: string } } }>(
    `mutation ($input: ImportFrameworkInput!) { importFramework(input: $input) { framework { id } } }`,
    { input: { framework } },
  );
  return data.importFramework.framework.id;
};
const shared = (code: string) => ({
  domain: 'D',
  code,
  title: `Title ${code}`,
  guidance: `Your share of ${code}`,
  isSharedResponsibility: true,
});
beforeAll(async () => {
  const own = (code: string) => ({ ...shared(code), isSharedResponsibility: false });
  for (const framework of [
    { name: 'ISO/IEC 27001:2022', version: '2022', controls: [shared('A.5.1'), own('A.5.2'), shared('A.8.1')] },
    { name: 'SOC 2', controls: [shared('CC6.1'), own('CC1.1')] },
    { name: 'PCI DSS', controls: [own('1.1')] },
  ]) {
    await importFramework(framework);
  }
});

test('a certification keeps its fields and knows when it expires', async () => {
  const vendorId = await makeVendor();
  const given = { issuer: 'Auditor', issuedDate: '2020-02-29', expiresDate: inDays(10), notes: 'n' };
  const made = await certify(vendorId, '  Own label ', given);
  expect(made).toMatchObject({
    ...given,
    name: 'Own label',
    isExpired: false,
    expiresInDays: 10,
    vendor: { id: vendorId },
    attachments: [],
    revision: 1,
  });
  const recorded = { action: 'CREATE_CERTIFICATION', entityName: 'Own label', meta: { actions: 0 } };
  expect(await audit(made.id)).toMatchObject([recorded]);
  const update = (input: object) => server.admin.data(UPDATE, { input: { id: made.id, ...input } });
  expect(await update({ expiresDate: inDays(-1), issuer: null })).toMatchObject({
    updateCertification: { certification: { issuer: null, isExpired: true, expiresInDays: -1, revision: 2 } },
  });
  expect(await update({ expiresDate: inDays(0) })).toMatchObject({
    updateCertification: { certification: { isExpired: false, expiresInDays: 0 } },
  });
  expect(await update({ expiresDate: null })).toMatchObject({
    updateCertification: { certification: { isExpired: false, expiresInDays: null } },
  });
  const changed = { action: 'UPDATE_CERTIFICATION', meta: { fields: ['expiresDate'] } };
  expect((await audit(made.id))[0]).toMatchObject(changed);
  await update({ notes: 'n' });
  expect(await audit(made.id)).toHaveLength(4);
});

test.each<[string, object, string]>([
  ['a blank name', { name: ' ' }, 'name'],
  ['a long name', { name: 'n'.repeat(201) }, 'name'],
  ['a long issuer', { issuer: 'n'.repeat(201) }, 'issuer'],
  ['long notes', { notes: 'n'.repeat(20_001) }, 'notes'],
  ['a nonexistent date', { issuedDate: '2026-02-30' }, 'issuedDate'],
  ['an invalid date', { expiresDate: 'soon' }, 'expiresDate'],
  ['expiring on the day of issue', { issuedDate: '2026-01-01', expiresDate: '2026-01-01' }, 'expiresDate'],
  ['expiring before it was issued', { issuedDate: '2026-01-02', expiresDate: '2026-01-01' }, 'expiresDate'],
  ['an invalid id', { vendorId: 'x' }, 'vendorId'],
  ['an unknown vendor', { vendorId: '00000000-0000-4000-8000-000000000000' }, 'vendorId'],
])('%s is refused at its field, and nothing is written', async (_what, part, field) => {
  const vendorId = await makeVendor();
  const input = { vendorId, name: 'ISO 27001', ...part };
  expect(Object.keys((await server.admin.fields(CREATE, { input }))!)).toEqual([field]);
  expect(await read(vendorId)).toMatchObject({ certifications: [], responsibilityActions: [] });
});

test('a change is refused if it conflicts with other fields, is based on an old revision, or has an unknown id', async () => {
  const { id } = await certify(await makeVendor(), 'X', { issuedDate: '2026-01-01', expiresDate: '2027-01-01' });
  expect(await server.admin.fields(UPDATE, { input: { id, issuedDate: '2027-06-01' } })).toHaveProperty('expiresDate');
  expect(await server.admin.fields(UPDATE, { input: { id, name: null } })).toHaveProperty('name');
  expect(await server.admin.code(UPDATE, { input: { id, notes: 'x', expectedRevision: 9 } })).toBe('CONFLICT');
  for (const other of ['x', '00000000-0000-4000-8000-000000000000']) {
    expect(await server.admin.code(UPDATE, { input: { id: other, notes: 'x' } })).toBe('NOT_FOUND');
    expect(await server.admin.code(DELETE, { input: { id: other } })).toBe('NOT_FOUND');
    expect(await server.admin.code(UPDATE_ACTION, { input: { id: other, notes: 'x' } })).toBe('NOT_FOUND');
  }
});

describe('customer responsibility', () => {
  test('a certification that names frameworks adds an action for each shared control', async () => {
    const vendorId = await makeVendor();
    expect((await read(vendorId)).responsibilityCompliance).toBeNull();
    const { id } = await certify(vendorId, 'SOC2 Type II and ISO 27001');
    const { responsibilityActions, responsibilityCompliance } = await read(vendorId);
    expect(codes(responsibilityActions)).toEqual(['A.5.1', 'A.8.1', 'CC6.1']);
    expect(responsibilityActions[0]).toEqual({
      id: expect.any(String),
      status: 'PENDING',
      controlCode: 'A.5.1',
      controlTitle: 'Title A.5.1',
      controlGuidance: 'Your share of A.5.1',
      frameworkName: 'ISO/IEC 27001:2022',
      certificationName: 'SOC2 Type II and ISO 27001',
      certification: { id },
      assignee: null,
    });
    expect(responsibilityCompliance).toEqual({
      total: 3,
      completed: 0,
      inProgress: 0,
      pending: 3,
      notApplicable: 0,
      percent: 0,
    });
    expect(await audit(id)).toMatchObject([{ meta: { vendorId, actions: 3 } }]);
  });

  test('a name that matches no framework, or one without shared controls, adds nothing', async () => {
    const vendorId = await makeVendor();
    for (const name of ['PCI DSS', 'ISO 27017', 'SOC 1 Type 2']) await certify(vendorId, name);
    expect((await read(vendorId)).responsibilityActions).toEqual([]);
  });

  test('actions are added once per vendor, certification and control, even when eight record it at once', async () => {
    const [one, other] = [await makeVendor(), await makeVendor()];
    await Promise.all(Array.from({ length: 8 }, () => certify(one, 'ISO 27001')));
    await certify(other, 'ISO 27001');
    expect(codes((await read(one)).responsibilityActions)).toEqual(['A.5.1', 'A.8.1']);
    expect(codes((await read(other)).responsibilityActions)).toEqual(['A.5.1', 'A.8.1']);
    await certify(one, 'ISO 27001 of the subsidiary');
    expect((await read(one)).responsibilityActions).toHaveLength(4);
  });

  test('deleting the certification keeps its actions; recording it again adds none', async () => {
    const vendorId = await makeVendor();
    const { id } = await certify(vendorId, 'SOC 2');
    await server.admin.data(DELETE, { input: { id } });
    const kept = await read(vendorId);
    expect(kept).toMatchObject({
      certifications: [],
      responsibilityActions: [{ controlCode: 'CC6.1', certificationName: 'SOC 2', certification: null }],
    });
    await certify(vendorId, 'SOC 2');
    expect((await read(vendorId)).responsibilityActions).toEqual(kept.responsibilityActions);
  });

  test('a new name adds the actions it implies, and renames existing ones instead of duplicating them', async () => {
    const vendorId = await makeVendor();
    const { id } = await certify(vendorId, 'In preparation');
    const rename = (name: string) => server.admin.data(UPDATE, { input: { id, name } });
    await rename('ISO 27001');
    const before = (await read(vendorId)).responsibilityActions;
    expect(codes(before)).toEqual(['A.5.1', 'A.8.1']);
    await rename('ISO/IEC 27001:2022');
    const after = (await read(vendorId)).responsibilityActions;
    expect(after).toEqual(before.map((action) => ({ ...action, certificationName: 'ISO/IEC 27001:2022' })));
  });

  test('an action is assigned, worked on and completed', async () => {
    const vendorId = await makeVendor();
    await certify(vendorId, 'SOC 2');
    const { me } = await server.admin.data<{ me: { id: string } }>(`{ me { id } }`);
    const [{ id }] = (await read(vendorId)).responsibilityActions as [Action];
    expect(await changeAction({ id, status: 'IN_PROGRESS', assigneeId: me.id, notes: 'n' })).toMatchObject({
      status: 'IN_PROGRESS',
      completedAt: null,
      assignee: me,
      notes: 'n',
      revision: 2,
    });
    const done = await changeAction({ id, status: 'COMPLETED' });
    expect(Date.now() - Date.parse(done.completedAt!)).toBeLessThan(60_000);
    expect((await changeAction({ id, status: 'COMPLETED', notes: 'm' })).completedAt).toBe(done.completedAt);
    expect(await changeAction({ id, status: null, assigneeId: null, notes: null })).toMatchObject({
      status: 'COMPLETED',
      completedAt: done.completedAt,
      assignee: null,
      notes: null,
    });
    expect(await changeAction({ id, status: 'PENDING' })).toMatchObject({ completedAt: null });
    const entries = await audit(id);
    expect(entries).toHaveLength(5);
    expect(entries[0]).toEqual({
      action: 'UPDATE_RESPONSIBILITY',
      entityName: 'CC6.1 Title CC6.1',
      meta: { fields: ['status'], status: 'PENDING' },
    });
  });

  test('an action refuses an unknown user and an old revision, and stays as it was', async () => {
    const vendorId = await makeVendor();
    await certify(vendorId, 'SOC 2');
    const [{ id }] = (await read(vendorId)).responsibilityActions as [Action];
    const before = await actionTable();
    const fieldsOf = (input: object) => server.admin.fields(UPDATE_ACTION, { input: { id, ...input } });
    const codeOf = (input: object) => server.admin.code(UPDATE_ACTION, { input: { id, ...input } });
    expect(await fieldsOf({ status: 'COMPLETED', assigneeId: 'x' })).toHaveProperty('assigneeId');
    expect(await fieldsOf({ notes: 'n'.repeat(20_001) })).toHaveProperty('notes');
    expect(await codeOf({ status: 'COMPLETED', expectedRevision: 5 })).toBe('CONFLICT');
    expect(await actionTable()).toEqual(before);
    const codes = await Promise.all(Array.from({ length: 8 }, (_, i) => codeOf({ notes: `${i}`, expectedRevision: 1 })));
    expect(codes.sort()).toEqual([...Array(7).fill('CONFLICT'), undefined]);
  });

  test('compliance counts each state, and leaves out actions that do not apply', async () => {
    const vendorId = await makeVendor();
    await certify(vendorId, 'SOC 2 and ISO 27001');
    await certify(vendorId, 'SOC 2');
    const { responsibilityActions: actions } = await read(vendorId);
    const states = ['COMPLETED', 'IN_PROGRESS', 'NOT_APPLICABLE'];
    for (const [i, status] of states.entries()) await changeAction({ id: actions[i]!.id, status });
    expect((await read(vendorId)).responsibilityCompliance).toEqual({
      total: 4,
      completed: 1,
      inProgress: 1,
      pending: 1,
      notApplicable: 1,
      percent: 33,
    });
    for (const { id } of actions) await changeAction({ id, status: 'NOT_APPLICABLE' });
    expect((await read(vendorId)).responsibilityCompliance).toMatchObject({ total: 4, notApplicable: 4, percent: 0 });
  });

  test('deleting the framework keeps the actions, deleting the vendor deletes all', async () => {
    const frameworkId = await importFramework({ name: 'HITRUST', controls: [shared('01.a')] });
    const vendorId = await makeVendor();
    const { id } = await certify(vendorId, 'HITRUST r2');
    const remove = (field: string, input: object) =>
      server.admin.data(`mutation ($input: DeleteInput!) { ${field}(input: $input) { deletedId } }`, { input });
    await remove('deleteFramework', { id: frameworkId });
    expect((await read(vendorId)).responsibilityActions).toMatchObject([{ controlCode: '01.a', controlGuidance: null }]);
    await remove('deleteVendor', { id: vendorId });
    const left = await server.services.database.query(sql`
      select id from certification where id = ${id}
      union all select id from responsibility_action where vendor_id = ${vendorId}`);
    expect(left).toEqual([]);
  });
});

test('certifications that expire soon are listed, soonest first', async () => {
  const vendorId = await makeVendor();
  for (const days of [400, 61, 60, 0, -1, 30]) await certify(vendorId, `in ${days}`, { expiresDate: inDays(days) });
  const find = async (args: string) =>
    (
      await server.admin.data<{ expiringCertifications: { totalCount: number; nodes: { name: string }[] } }>(
        `{ expiringCertifications${args} { totalCount nodes { name vendor { name } } pageInfo { endCursor } } }`,
      )
    ).expiringCertifications.nodes
      .map(({ name }) => name)
      .filter((name) => name.startsWith('in '));
  expect(await find('')).toEqual(['in 0', 'in 30', 'in 60']);
  expect(await find('(withinDays: 0)')).toEqual(['in 0']);
  expect(await find('(withinDays: 61, first: 2)')).toHaveLength(2);
  expect((await find('(withinDays: 30, includeExpired: true)')).slice(-3)).toEqual(['in -1', 'in 0', 'in 30']);
  const past = `{ expiringCertifications(withinDays: -1) { totalCount } }`;
  expect(await server.admin.fields(past)).toHaveProperty('withinDays');
});

test('certifications, actions and compliance cost the same number of statements for 5 and 30 vendors', async () => {
  for (let i = 0; i < 30; i++) await certify(await makeVendor(`counted ${i}`), 'SOC 2', { expiresDate: inDays(i) });
  const query = `query ($first: Int) { vendors(filter: { query: "counted" }, first: $first) { nodes { name
    certifications { name isExpired attachments { fileName } vendor { name } }
    responsibilityActions { controlCode certification { name } assignee { name } attachments { fileName } }
    responsibilityCompliance { percent } attachments { url } } } }`;
  const five = await statementsDuring(() => server.admin.data(query, { first: 5 }));
  const thirty = await statementsDuring(() => server.admin.data(query, { first: 30 }));
  expect(thirty).toHaveLength(five.length);
  // the caller, the page; its certifications, actions, compliance and files; the vendors and files of certifications; the
  // certifications and files of actions
  expect(thirty.length).toBeLessThanOrEqual(10);
});

test('users with read-only access can change nothing', async () => {
  const viewer = await server.withRole('Viewer');
  const vendorId = await makeVendor();
  const { id } = await certify(vendorId, 'SOC 2');
  expect(await viewer.data(VENDOR, { id: vendorId })).toMatchObject({ vendor: { certifications: [{ id }] } });
  expect(await viewer.code(CREATE, { input: { vendorId, name: 'X' } })).toBe('FORBIDDEN');
  expect(await viewer.code(DELETE, { input: { id } })).toBe('FORBIDDEN');
});
