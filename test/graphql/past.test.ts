import { randomUUID } from 'node:crypto';
import { changeAnything, kindsOfChanges } from '../kit/anything';
import { Assessor } from '../kit/assessed';
import { type Copy, copyOf, moment } from '../kit/past';
import { Random } from '../kit/random';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

const ask = (query: string, variables: object) => server.admin.ask(query, variables);
const changeSomething = (random: Random, n: string) => changeAnything({ client: server.admin, assessor, random }, n);

test('every answer is given again, as of the moment when it was given, after changes of every kind', async () => {
  const random = new Random(7);
  const copies: [at: string, copy: Copy][] = [];
  const done = new Set<string>();
  const kindsNow = (n: string) => kindsOfChanges({ client: server.admin, assessor, random }, n);
  const names = Object.keys(await kindsNow('a'));
  // What is made is changed before it may be deleted.
  const isFirst = (name: string) => /^(create|certify|complete|import)/.test(name);
  const isLast = (name: string) => /^(delete|decertify|revoke)/.test(name);
  const rank = (name: string) => (isFirst(name) ? 0 : isLast(name) ? 2 : 1) + random.next() / 2;
  const ranks = new Map(names.map((name) => [name, rank(name)]));
  const inOrder = names.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!);
  for (let pass = 0; pass < 2; pass++) {
    for (const name of inOrder.filter((one) => pass === 0 || isFirst(one) || !done.has(one))) {
      const kinds = await kindsNow(`a${pass}-${copies.length}`);
      await kinds[name]!().then(
        () => done.add(name),
        () => undefined,
      );
      const at = moment();
      copies.push([at, await copyOf(server.admin)]);
    }
  }
  expect(names.filter((name) => !done.has(name))).toEqual([]);
  for (const [at, copy] of copies) expect(await copyOf(server.admin, at)).toEqual(copy);
});

test('what was asked about a moment at once, while eight write, is the same ever after', async () => {
  const copies: [at: string, copy: Copy][] = [];
  let isOver = false;
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    const random = new Random(100 + writer);
    for (let n = 0; n < 6; n++) await changeSomething(random, `w${writer}-${n}`);
  });
  const reader = async () => {
    while (!isOver) {
      const at = moment();
      copies.push([at, await copyOf(server.admin, at)]);
    }
  };
  const reading = reader();
  await Promise.all(writers);
  isOver = true;
  await reading;
  const at = moment();
  copies.push([at, await copyOf(server.admin)]);
  expect(copies.length).toBeGreaterThan(1);
  for (const [then, copy] of copies) expect(await copyOf(server.admin, then)).toEqual(copy);
});

describe('what can not be asked', () => {
  const asOf = (at: unknown, client = server.admin) =>
    client.fields('query ($at: DateTime!) @asOf(at: $at) { vendors { totalCount } }', { at });

  test.each([
    ['in the future', () => new Date(Date.now() + 3_600_000).toISOString(), 'must not be in the future'],
    ['before the record', () => '2020-01-01T00:00:00Z', 'must not be before'],
  ])('a moment %s', async (_, at, message) => {
    expect((await asOf(at()))?.asOf).toContain(message);
  });

  test('a day without a time, a time without an offset', async () => {
    for (const at of ['2026-11-15', '2026-11-15T09:30:00', 'yesterday', 5]) {
      const { errors } = await ask('query ($at: DateTime!) @asOf(at: $at) { vendors { totalCount } }', { at });
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    }
  });

  test('a change', async () => {
    const { errors } = await ask(`mutation @asOf(at: "${moment()}") { logout { __typename } }`, {});
    expect(errors?.[0]?.message).toContain('@asOf');
  });

  test('what has no past, by its name', async () => {
    const fields = {
      mails: 'mails { totalCount }',
      setup: 'setup { __typename }',
      'Settings.mailServer': 'settings { mailServer }',
      'Mail.subject': `node(id: "${randomUUID()}") { id ... on Mail { subject } }`,
    };
    for (const [name, selection] of Object.entries(fields)) {
      const { errors } = await ask(`query { ${selection} }`.replace('query', `query @asOf(at: "${moment()}")`), {});
      expect(errors?.[0]?.extensions.fields?.asOf).toContain(name);
    }
  });

  test('nothing at all', async () => {
    expect(await ask(`query @asOf(at: "${moment()}") { vendors @skip(if: true) { totalCount } }`, {})).toMatchObject({ data: {} });
  });

  test('by those who may not read the audit log', async () => {
    const viewer = await server.withPermissions('vendors:view');
    const { errors } = await viewer.ask(`query @asOf(at: "${moment()}") { vendors { totalCount } }`);
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});

test('the record begins with the first start', async () => {
  const { recordedSince } = await server.admin.data<{ recordedSince: string }>('{ recordedSince }');
  expect(recordedSince).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const at = await server.admin.data(`query @asOf(at: "${recordedSince}") { vendors { totalCount } roles { name } }`);
  expect(at).toMatchObject({ vendors: { totalCount: 0 } });
});
