import { setTimeout as sleep } from 'node:timers/promises';
import { Witnesses } from '../../src/domains/log/witnesses';
import { mailCheckpoint } from '../../src/domains/log/checkpoint-mail';
import { systemContext } from '../../src/kernel/context';
import { readTreeHead } from '../../src/platform/tlog/checkpoint';
import { createSigner, parseVerifier, readNote, signatureOf } from '../../src/platform/tlog/note';
import { startTestServer, type TestServer } from '../kit/server';
import { Witness } from '../kit/witness';

let server: TestServer;
let vkey: string;
let witnesses: Witnesses;
const started: Witness[] = [];
beforeAll(async () => {
  server = await startTestServer();
  const { settings } = await server.admin.data<{ settings: { auditVerifierKey: string } }>(`{ settings { auditVerifierKey } }`);
  vkey = settings.auditVerifierKey;
  while ((await server.admin.fetch('/audit/log/checkpoint')).status !== 200) await sleep(50);
  witnesses = new Witnesses(server.services.database, server.services.log);
});
afterAll(async () => {
  await witnesses.stop();
  for (const one of started) one.stop();
  await server.stop();
});

async function witness(name: string): Promise<Witness> {
  const one = await new Witness(name, () => vkey).start();
  started.push(one);
  return one;
}

const UPDATE = `mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { auditWitnesses { name vkey address } } } }`;

const ask = (...some: Witness[]) =>
  server.admin.data(UPDATE, { input: { auditWitnesses: some.map(({ name, vkey: key, address }) => ({ name, vkey: key, address })) } });

interface State {
  name: string;
  lastCosignedAt: string | null;
  lastCosignedSize: number | null;
  lastError: string | null;
}

async function states(): Promise<State[]> {
  const asked = `{ settings { auditWitnesses { name lastCosignedAt lastCosignedSize lastError } } }`;
  return (await server.admin.data<{ settings: { auditWitnesses: State[] } }>(asked)).settings.auditWitnesses;
}

const checkpoint = async () => (await server.admin.fetch('/audit/log/checkpoint')).text();

/** Looks again and again, as a server does, until something is so. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await isSo()); await sleep(50)) {
    if (Date.now() > deadline) throw new Error(`Still not so: ${JSON.stringify(await states())}`);
    await witnesses.look();
  }
}

const cosigned = async (one: Witness) => Boolean(signatureOf(readNote(await checkpoint()), parseVerifier(one.vkey)));

test('witnesses cosign the checkpoints, also while another one hangs', async () => {
  const [good, stuck] = [await witness('good.example/w'), await witness('stuck.example/w')];
  stuck.manner = 'hangs';
  await ask(stuck, good);
  const { auditLog } = await server.admin.data<{ auditLog: { totalCount: number } }>(`{ auditLog { totalCount } }`);
  const size = auditLog.totalCount;
  await until(async () => readTreeHead(readNote(await checkpoint()).text).size === size && (await cosigned(good)));
  expect((await states())[1]).toMatchObject({ name: 'good.example/w', lastCosignedSize: size, lastError: null });
  // The next checkpoint needs a proof of consistency.
  await ask(good, stuck);
  await until(async () => (await states())[0]!.lastCosignedSize! > size && (await cosigned(good)));
  expect(good.answers.every((status) => status === 200)).toBe(true);
});

test('a witness that knows another size than was thought is asked again from there', async () => {
  const one = await witness('forgetful.example/w');
  await ask(one);
  await until(() => cosigned(one));
  one.known = undefined;
  await ask(one, await witness('more.example/w'));
  await until(async () => one.answers.includes(409) && (await cosigned(one)));
});

test.each([
  ['redirects', 'answered with a redirect, which is not followed'],
  ['nonsense', /^answered with no cosignature: The note has/],
  ['too much', 'answered too much'],
  [
    'with another key',
    'answered with no cosignature: The signature of wrong-with another key.example is wrong'.replace(
      'with another key',
      'with-another-key',
    ),
  ],
] as const)('one that %s is noted, and nothing of it is kept', async (manner, message) => {
  const one = await witness(`wrong-${manner.replaceAll(' ', '-')}.example`);
  one.manner = manner;
  await ask(one);
  await until(async () => (await states())[0]!.lastError !== null);
  const [state] = await states();
  expect(state).toMatchObject({ lastCosignedAt: null, lastCosignedSize: null });
  expect(state!.lastError).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  expect(await checkpoint()).not.toContain(one.name);
});

test('one that is not there is noted', async () => {
  const one = await witness('gone.example');
  const { address } = one;
  one.stop();
  await server.admin.data(UPDATE, { input: { auditWitnesses: [{ name: 'Gone', vkey: one.vkey, address }] } });
  await until(async () => (await states())[0]!.lastError !== null);
  expect((await states())[0]!.lastError).toMatch(/ECONNREFUSED|other side closed|socket/);
});

describe('the settings', () => {
  const log = createSigner('log.example').vkey;
  const good = { name: 'A', address: 'http://10.0.0.1:8080/w' };

  test.each([
    ['auditWitnesses.0.vkey', { ...good, vkey: log }, 'must be the key of an Ed25519 cosigner (type 4)'],
    ['auditWitnesses.0.vkey', { ...good, vkey: 'x' }, /^is not a valid vkey: /],
    ['auditWitnesses.0.address', { ...good, address: 'ftp://x' }, /^must be an address that starts with http/],
    ['auditWitnesses.0.address', { ...good, address: 'http://x/?a=b' }, /^must be an address/],
    ['auditWitnesses.0.address', { ...good, address: 'http://a:b@x/' }, /^must be an address/],
    ['auditWitnesses.0.name', { ...good, name: ' ' }, 'is required'],
  ])('refuse a wrong %s', async (field, given, message) => {
    const one = { vkey: (await witness('w.example')).vkey, ...given };
    const { errors } = await server.admin.ask(UPDATE, { input: { auditWitnesses: [one] } });
    expect(errors![0]!.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [field]: typeof message === 'string' ? message : expect.stringMatching(message) },
    });
  });

  test('refuse the same witness twice, and too many addresses', async () => {
    const { vkey: key } = await witness('w.example');
    const twice = {
      auditWitnesses: [
        { ...good, vkey: key },
        { ...good, name: 'B', vkey: key },
      ],
    };
    expect((await server.admin.ask(UPDATE, { input: twice })).errors![0]!.message).toBe('auditWitnesses must have different keys');
    const many = { auditCheckpointRecipients: Array.from({ length: 21 }, (_, i) => `a${i}@example.org`) };
    expect((await server.admin.ask(UPDATE, { input: many })).errors![0]!.message).toBe(
      'auditCheckpointRecipients must not be more than 20',
    );
    const wrong = { auditCheckpointRecipients: ['nobody'] };
    expect((await server.admin.ask(UPDATE, { input: wrong })).errors![0]!.extensions).toMatchObject({
      fields: { 'auditCheckpointRecipients.0': 'must be an e-mail address' },
    });
  });

  test('tell what changed, and what they were', async () => {
    const one = { name: 'Notary', vkey: (await witness('notary.example')).vkey, address: 'https://notary.example/w/' };
    await server.admin.data(UPDATE, { input: { auditWitnesses: [] } });
    const at = new Date(Date.now() + 5).toISOString();
    await sleep(20);
    await server.admin.data(UPDATE, { input: { auditWitnesses: [one] } });
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: unknown[] } }>(
      `{ auditLog(first: 1) { nodes { action changes { field before after } } } }`,
    );
    const kept = { ...one, address: 'https://notary.example/w' };
    expect(auditLog.nodes).toEqual([{ action: 'UPDATE_SETTINGS', changes: [{ field: 'auditWitnesses', before: [], after: [kept] }] }]);
    const past = `query ($at: DateTime!) @asOf(at: $at) { settings { auditWitnesses { name lastError } } }`;
    expect(await server.admin.data(past, { at })).toEqual({ settings: { auditWitnesses: [] } });
    expect(await server.admin.data(past, { at: new Date().toISOString() })).toEqual({
      settings: { auditWitnesses: [{ name: 'Notary', lastError: null }] },
    });
  });
});

describe('the checkpoint by e-mail', () => {
  const RECIPIENTS = `mutation ($to: [EmailAddress!]!) { updateSettings(input: { auditCheckpointRecipients: $to }) { settings { auditCheckpointRecipients } } }`;
  const sent = async () =>
    (
      await server.admin.data<{ mails: { nodes: { recipient: string; kind: string; text: string; subject: string }[] } }>(
        `{ mails(filter: { kind: "AUDIT_CHECKPOINT" }) { nodes { recipient kind subject text } } }`,
      )
    ).mails.nodes;

  test('goes to a new address at once, word for word, and to each once a day', async () => {
    await server.admin.data(RECIPIENTS, { to: ['keeper@example.org'] });
    for (const deadline = Date.now() + 60_000; (await sent()).length === 0 && Date.now() < deadline;) await sleep(50);
    const [mail] = await sent();
    expect(mail).toMatchObject({ recipient: 'keeper@example.org', kind: 'AUDIT_CHECKPOINT' });
    const [note] = /^vetgraph\/.*\n\d+\n.*\n\n(— .*\n)+/m.exec(mail!.text)!;
    expect(signatureOf(readNote(note), parseVerifier(vkey))).toBeDefined();
    expect(mail!.text).toContain(vkey);
    await server.admin.data(RECIPIENTS, { to: ['keeper@example.org', 'Second@example.org'] });
    for (const deadline = Date.now() + 60_000; (await sent()).length < 2 && Date.now() < deadline;) await sleep(50);
    await mailCheckpoint(systemContext(server.services));
    expect((await sent()).map(({ recipient }) => recipient).sort()).toEqual(['Second@example.org', 'keeper@example.org']);
  });
});
