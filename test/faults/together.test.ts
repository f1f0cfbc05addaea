/** Four people work on one finding at once, over two servers: no update is lost, and each sees the others' within two seconds. */
import { Assessor } from '../kit/assessed';
import { GraphQLClient } from '../kit/client';
import { Servers } from '../kit/process';
import { scaled } from '../kit/scale';
import { startTestServer, type TestServer } from '../kit/server';
import { type Heard, openByHand, SSE } from '../kit/streams';

const ROUNDS = scaled(4, 60);
const SOON = 2_000;
jest.setTimeout(300_000 + ROUNDS * 10_000);

const servers = new Servers();
let here: TestServer;
let people: GraphQLClient[];
let assessor: Assessor;

beforeAll(async () => {
  here = await startTestServer();
  assessor = await Assessor.prepare(here);
  const there = await servers.start({ DATABASE_URL: here.databaseUrl, JOBS: 'false' }).ready();
  people = await Promise.all(
    [here, there, here, there].map(async ({ url }) => {
      const { cookie } = await here.withRole('Reviewer');
      return new GraphQLClient(url, { cookie });
    }),
  );
});
afterAll(async () => {
  await servers.stop();
  await here.stop();
});

interface Finding {
  id: string;
  revision: number;
  status: string;
  severity: string;
  plan: string | null;
  dueOn: string | null;
  treatment: string | null;
  owner: { id: string } | null;
  comments: { body: string }[];
}
const FIELDS = `id revision status severity plan dueOn treatment owner { id } comments { body }`;
const READ = `query ($id: ID!) { finding(id: $id) { ${FIELDS} } }`;
const UPDATE = `mutation ($input: UpdateFindingInput!) { updateFinding(input: $input) { finding { revision } } }`;
const COMMENT = `mutation ($input: AddFindingCommentInput!) { addFindingComment(input: $input) { comment { id } } }`;
const CLOSE = `mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { id } } }`;
const WATCH = `subscription ($vendorId: ID) { events(vendorId: $vendorId) { id type cursor entityName finding { ${FIELDS} } } }`;

const read = async (client: GraphQLClient, id: string) => (await client.data<{ finding: Finding }>(READ, { id })).finding;

/** Somebody who works on the finding and watches what becomes of it. */
interface Person {
  name: string;
  client: GraphQLClient;
  heard: Heard;
}

/** The finding, as somebody has seen it so far. */
const seenBy = ({ heard }: Person) =>
  heard.results.flatMap(({ data }) => (data?.events as { finding?: Finding | null } | undefined)?.finding ?? []);

async function start(): Promise<{ id: string; all: Person[]; end: () => void }> {
  const { id: assessmentId, vendorId } = await assessor.completed();
  const { createFinding } = await here.admin.data<{ createFinding: { finding: { id: string } } }>(
    `mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }`,
    { input: { assessmentId, title: 'Everybody’s', severity: 'LOW' } },
  );
  const all = await Promise.all(
    people.map(async (client, n) => ({
      name: `P${n}`,
      client,
      heard: await openByHand(client, SSE, { query: WATCH, variables: { vendorId } }),
    })),
  );
  return { id: createFinding.finding.id, all, end: () => all.forEach(({ heard }) => heard.leave()) };
}

/** All but one of them see it soon. */
const seenByOthers = (all: readonly Person[], one: Person, isSeen: (finding: Finding) => boolean) =>
  Promise.all(all.filter((other) => other !== one).map((other) => other.heard.until(() => seenBy(other).some(isSeen), SOON)));

test('each adds to the plan what the others don’t know of yet: all of it is there, and everybody sees it', async () => {
  const { id, all, end } = await start();
  let refusals = 0;
  const add = async (one: Person, line: string): Promise<void> => {
    const { revision, plan } = await read(one.client, id);
    const input = { id, plan: [plan, line].filter(Boolean).join('\n'), expectedRevision: revision };
    const code = await one.client.code(UPDATE, { input });
    if (code === undefined) return;
    expect(code).toBe('CONFLICT');
    refusals++;
    return add(one, line);
  };
  const work = async (one: Person) => {
    for (let round = 0; round < ROUNDS; round++) {
      const line = `${one.name} round ${round};`;
      await add(one, line);
      await seenByOthers(all, one, ({ plan }) => plan?.includes(line) ?? false);
    }
  };
  await Promise.all(all.map(work));
  const { plan, revision } = await read(here.admin, id);
  const lines = all.flatMap(({ name }) => Array.from({ length: ROUNDS }, (_, round) => `${name} round ${round};`));
  expect(plan!.split('\n').sort()).toEqual(lines.sort());
  expect(revision).toBe(1 + lines.length);
  expect(refusals).toBeGreaterThan(0); // else they never met
  end();
});

test('each changes something else, and comments: nothing undoes what another did', async () => {
  const { id, all, end } = await start();
  const { me } = await people[0]!.data<{ me: { id: string } }>('{ me { id } }');
  const isTold = (body: string) => (finding: Finding) => finding.comments.some((comment) => comment.body === body);
  for (let round = 0; round < ROUNDS; round++) {
    const isEven = round % 2 === 0;
    const changes = [
      { ownerId: isEven ? me.id : null },
      { dueOn: `2031-01-${10 + (round % 20)}` },
      { treatment: isEven ? 'MITIGATE' : 'AVOID' },
      { severity: isEven ? 'HIGH' : 'MEDIUM' },
    ];
    await Promise.all(
      all.map(async (one, n) => {
        await one.client.data(UPDATE, { input: { id, ...changes[n] } });
        const body = `${one.name} in round ${round}`;
        await one.client.data(COMMENT, { input: { findingId: id, body } });
        await seenByOthers(all, one, isTold(body));
      }),
    );
    const finding = await read(here.admin, id);
    const { dueOn, treatment, severity, owner } = finding;
    expect([{ ownerId: owner?.id ?? null }, { dueOn }, { treatment }, { severity }]).toEqual(changes);
    expect(finding).toMatchObject({ revision: 1 + 4 * (round + 1) });
    expect(finding.comments).toHaveLength(4 * (round + 1));
  }
  end();
});

test('of four who close it while others change it, one does, and all see how', async () => {
  const { id, all, end } = await start();
  const ends = ['REMEDIATED', 'RISK_ACCEPTED', 'REMEDIATED', 'RISK_ACCEPTED'];
  const codes = await Promise.all(
    all.flatMap(({ client, name }, n) => [
      client.code(CLOSE, { input: { id, status: ends[n], resolutionNote: name } }),
      client.code(UPDATE, { input: { id, plan: name } }),
    ]),
  );
  const closings = codes.filter((_, n) => n % 2 === 0);
  expect(closings.filter((code) => code === undefined)).toHaveLength(1);
  expect(codes.filter((code) => code !== undefined && code !== 'INVALID_TRANSITION')).toEqual([]);
  const { status, revision } = await read(here.admin, id);
  expect(status).toBe(ends[closings.indexOf(undefined)]);
  expect(revision).toBe(1 + codes.filter((code) => code === undefined).length);
  for (const one of all) await one.heard.until(() => seenBy(one).some((finding) => finding.status === status), SOON);
  end();
});
