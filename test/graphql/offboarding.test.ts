import { setImmediate } from 'node:timers/promises';
import { rawSql, sql } from '../../src/database/sql';
import { change } from '../../src/domains/audit/audit.service';
import { give, remove } from '../../src/domains/evidence/evidence.store';
import { systemContext } from '../../src/kernel/context';
import { Assessor } from '../kit/assessed';
import { startTestServer, type TestServer } from '../kit/server';
import { createVendor } from '../kit/portfolio';
import { archive, attach, leave, leaving } from '../kit/offboarded';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const code = async (change: Parameters<typeof leaving>[0], input: object, client = server.admin) =>
  (await client.ask(leaving(change), { input })).errors?.[0]?.extensions?.code;

test('offboarding has three steps, of which DATA needs evidence', async () => {
  const id = await createVendor(server, { name: 'Leaver' });
  const { status, offboarding, revision } = await leave(server, 'startOffboarding', { id, reason: 'Too dear' });
  expect({ status, revision }).toEqual({ status: 'OFFBOARDING', revision: 2 });
  expect(offboarding).toMatchObject({ reason: 'Too dear', isComplete: false });
  expect(offboarding!.steps.map(({ kind, label, isDone }) => ({ kind, label, isDone }))).toEqual([
    { kind: 'ACCESS', label: 'Access revoked', isDone: false },
    { kind: 'DATA', label: 'Data returned or destroyed', isDone: false },
    { kind: 'CONTRACT', label: 'Contract ended', isDone: false },
  ]);
  const [access, data, contract] = offboarding!.steps.map((step) => step.id) as [string, string, string];
  expect(await code('startOffboarding', { id })).toBe('INVALID_TRANSITION');
  expect(await code('archiveVendor', { id })).toBe('INVALID_TRANSITION');
  expect(await server.admin.fields(leaving('updateOffboardingStep'), { input: { id: data, isDone: true } })).toEqual({
    isDone: expect.stringContaining('evidence'),
  });
  const noted = await leave(server, 'updateOffboardingStep', { id: access, note: 'Two accounts left' });
  expect(noted.offboarding!.steps[0]).toMatchObject({ note: 'Two accounts left', isDone: false, doneAt: null });
  const done = await leave(server, 'updateOffboardingStep', { id: access, isDone: true });
  expect(done.offboarding!.steps[0]).toMatchObject({ note: 'Two accounts left', isDone: true, doneAt: expect.any(String) });
  expect(done.offboarding!.steps[0]!.doneByName).not.toBeNull();
  expect((await leave(server, 'updateOffboardingStep', { id: access, note: null })).offboarding!.steps[0]).toMatchObject({
    note: null,
    isDone: true,
  });
  expect((await leave(server, 'updateOffboardingStep', { id: access, isDone: false })).offboarding!.steps[0]).toMatchObject({
    isDone: false,
    doneAt: null,
    doneByName: null,
  });
  await leave(server, 'updateOffboardingStep', { id: access, isDone: true });
  const file = await attach(server, { offboardingStepId: data }, 'destroyed.pdf');
  const proven = await leave(server, 'updateOffboardingStep', { id: data, isDone: true });
  expect(proven.offboarding!.steps[1]).toMatchObject({ isDone: true, evidence: [{ fileName: 'destroyed.pdf' }] });
  // What proves a step that is done stays.
  const remove = `mutation ($input: DeleteInput!) { deleteFile(input: $input) { deletedId } }`;
  expect((await server.admin.ask(remove, { input: { id: file } })).errors?.[0]?.extensions?.code).toBe('CONFLICT');
  expect(await code('archiveVendor', { id })).toBe('INVALID_TRANSITION');
  const all = await leave(server, 'updateOffboardingStep', { id: contract, isDone: true });
  expect(all.offboarding!.isComplete).toBe(true);
  const archived = await leave(server, 'archiveVendor', { id });
  expect(archived).toMatchObject({ status: 'ARCHIVED', offboarding: { isComplete: true } });
  expect(await code('updateOffboardingStep', { id: access, isDone: false })).toBe('INVALID_TRANSITION');
  expect(await code('archiveVendor', { id })).toBe('INVALID_TRANSITION');
  expect(await code('startOffboarding', { id })).toBe('INVALID_TRANSITION');
});

test('reactivating starts anew, and keeps the evidence with the vendor', async () => {
  const id = await createVendor(server, { name: 'Back' });
  expect(await code('reactivateVendor', { id })).toBe('INVALID_TRANSITION');
  await archive(server, id);
  expect(await leave(server, 'reactivateVendor', { id })).toMatchObject({ status: 'ACTIVE', offboarding: null });
  const { vendor } = await server.admin.data<{ vendor: { attachments: object[] } }>(
    `query ($id: ID!) { vendor(id: $id) { attachments { fileName } } }`,
    { id },
  );
  expect(vendor.attachments).toEqual([{ fileName: 'proof.pdf' }]);
  const again = await leave(server, 'startOffboarding', { id });
  expect(again.offboarding!.steps.map(({ isDone, evidence }) => [isDone, evidence])).toEqual([
    [false, []],
    [false, []],
    [false, []],
  ]);
  expect(await leave(server, 'reactivateVendor', { id })).toMatchObject({ status: 'ACTIVE', offboarding: null });
});

test('nothing is sent back to a vendor that is archived, who hears nothing of it', async () => {
  const assessor = await Assessor.prepare(server);
  const { id, vendorId } = await assessor.submitted({ contactEmail: 'gone@vendor.example' });
  await archive(server, vendorId);
  const SEND_BACK = `mutation ($input: SendBackInput!) { sendBackAssessment(input: $input) { assessment { status } } }`;
  expect(await server.admin.code(SEND_BACK, { input: { id, message: 'Once more' } })).toBe('INVALID_TRANSITION');
  const { mails } = await server.admin.data<{ mails: { totalCount: number } }>(
    `{ mails(filter: { recipient: "gone@vendor.example", kind: "SEND_BACK" }) { totalCount } }`,
  );
  expect(mails.totalCount).toBe(0);
  await leave(server, 'reactivateVendor', { id: vendorId });
  expect((await server.admin.ask(SEND_BACK, { input: { id } })).errors).toBeUndefined();
});

test('a file is attached to a step, too', async () => {
  const id = await createVendor(server, { name: 'Attached' });
  const { offboarding } = await leave(server, 'startOffboarding', { id });
  const step = offboarding!.steps[1]!.id;
  const file = await attach(server, {});
  const document = `mutation ($input: AttachFileInput!) { attachFile(input: $input) { attachment { id } } }`;
  expect(await server.admin.fields(document, { input: { id: file, offboardingStepId: id } })).toEqual({
    offboardingStepId: 'does not match any offboarding step',
  });
  await server.admin.data(document, { input: { id: file, offboardingStepId: step } });
  expect(await leave(server, 'updateOffboardingStep', { id: step, isDone: true })).toMatchObject({ status: 'OFFBOARDING' });
  const viewer = await server.withRole('Viewer');
  expect((await viewer.fetch(`/files/${file}`)).status).toBe(200);
  const other = await server.withPermissions('assessments:view');
  expect((await other.fetch(`/files/${file}`)).status).toBe(403);
});

test('each step of the way out is in the audit log, with what changed', async () => {
  const id = await createVendor(server, { name: 'Audited' });
  const { offboarding } = await leave(server, 'startOffboarding', { id, reason: 'Merged' });
  await leave(server, 'updateOffboardingStep', { id: offboarding!.steps[0]!.id, isDone: true, note: 'All keys back' });
  const { auditLog } = await server.admin.data<{
    auditLog: { nodes: { action: string; changes: { field: string; before: unknown; after: unknown }[] }[] };
  }>(`query ($id: ID!) { auditLog(filter: { entityId: $id }, first: 5) { nodes { action changes { field before after } } } }`, { id });
  expect(auditLog.nodes.slice(0, 2).map(({ action }) => action)).toEqual(['UPDATE_OFFBOARDING', 'START_OFFBOARDING']);
  expect(auditLog.nodes[0]!.changes).toEqual(
    expect.arrayContaining([
      { field: 'offboarding.ACCESS.isDone', before: false, after: true },
      { field: 'offboarding.ACCESS.note', before: null, after: 'All keys back' },
    ]),
  );
  expect(auditLog.nodes[1]!.changes).toEqual(
    expect.arrayContaining([
      { field: 'status', before: 'ACTIVE', after: 'OFFBOARDING' },
      { field: 'offboarding.reason', before: null, after: 'Merged' },
    ]),
  );
});

test('who may not edit vendors neither parts with one nor takes one back', async () => {
  const id = await createVendor(server, { name: 'Kept' });
  const viewer = await server.withRole('Viewer');
  for (const change of ['startOffboarding', 'archiveVendor', 'reactivateVendor'] as const) {
    expect(await code(change, { id }, viewer)).toBe('FORBIDDEN');
  }
  const nobody = '00000000-0000-4000-8000-000000000000';
  for (const change of ['startOffboarding', 'updateOffboardingStep', 'archiveVendor', 'reactivateVendor'] as const) {
    expect(await code(change, { id: nobody })).toBe('NOT_FOUND');
    expect(await code(change, { id: 'x' })).toBe('NOT_FOUND');
  }
  expect(await server.admin.fields(leaving('startOffboarding'), { input: { id, reason: 'x'.repeat(5_001) } })).toHaveProperty('reason');
});

/** Until somebody waits for a step of an offboarding. */
async function untilWaiting(): Promise<void> {
  const waiting = rawSql<{ pid: number }>(
    `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%offboarding_step%'`,
  );
  while ((await server.services.database.query(waiting)).length === 0) await setImmediate();
}

test('a step isn’t done with evidence that somebody is deleting', async () => {
  const id = await createVendor(server, { name: 'Unproven' });
  const { offboarding } = await leave(server, 'startOffboarding', { id });
  const step = offboarding!.steps[1]!.id;
  const file = await attach(server, { offboardingStepId: step });
  const done = await change(systemContext(server.services), async (tx) => {
    await tx.query(sql`select from offboarding_step where id = ${step} for update`);
    const asked = server.admin.ask(leaving('updateOffboardingStep'), { input: { id: step, isDone: true } });
    await untilWaiting();
    await tx.query(remove(file));
    tx.record({ action: 'DELETE_FILE', entity: { type: 'Attachment', id: file, name: 'proof.pdf' } });
    return { asked };
  });
  expect((await done.asked).errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { isDone: expect.any(String) } });
});

test('evidence that is attached while the vendor is reactivated stays', async () => {
  const id = await createVendor(server, { name: 'Reactivated' });
  const { offboarding } = await leave(server, 'startOffboarding', { id });
  const step = offboarding!.steps[1]!.id;
  const file = await attach(server, {});
  const done = await change(systemContext(server.services), async (tx) => {
    await tx.query(sql`select from offboarding_step where id = ${step} for key share`);
    const asked = server.admin.ask(leaving('reactivateVendor'), { input: { id } });
    await untilWaiting();
    await tx.query(give(file, { relation: 'offboardingStep', id: step, assessmentId: null, questionId: null }));
    tx.record({ action: 'ATTACH_FILE', entity: { type: 'Attachment', id: file, name: 'proof.pdf' } });
    return { asked };
  });
  expect((await done.asked).errors).toBeUndefined();
  const { vendor } = await server.admin.data<{ vendor: { attachments: object[] } }>(
    `query ($id: ID!) { vendor(id: $id) { attachments { id } } }`,
    { id },
  );
  expect(vendor.attachments).toEqual([{ id: file }]);
});

test('of two who archive at once, one does', async () => {
  const id = await createVendor(server, { name: 'Twice' });
  const { offboarding } = await leave(server, 'startOffboarding', { id });
  await attach(server, { offboardingStepId: offboarding!.steps[1]!.id });
  for (const step of offboarding!.steps) await leave(server, 'updateOffboardingStep', { id: step.id, isDone: true });
  const codes = await Promise.all([1, 2].map(() => code('archiveVendor', { id })));
  expect(codes.sort()).toEqual(['INVALID_TRANSITION', undefined]);
});
