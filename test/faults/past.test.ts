/** The past while several servers write whose clocks are hours off, and one is killed. */
import { changeAnything } from '../kit/anything';
import { Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { type Copy, copyOf, moment } from '../kit/past';
import { Servers } from '../kit/process';
import { until } from '../kit/processes';
import { Random } from '../kit/random';
import { startTestServer, type TestServer } from '../kit/server';

const HOUR = 3_600_000;
const servers = new Servers();
let here: TestServer;
let assessor: Assessor;

beforeAll(async () => {
  here = await startTestServer();
  assessor = await Assessor.prepare(here);
});
afterAll(async () => {
  await servers.stop();
  await here.stop();
});

test('the same moment gives the same answer for ever, on every server', async () => {
  const environment = { DATABASE_URL: here.databaseUrl };
  const start = async (hours: number) => servers.start(environment, servers.shifted(hours * HOUR)).ready();
  const [early, late] = await Promise.all([start(-2), start(2)]);
  const clients = [await servers.signIn(early), await servers.signIn(late)];

  const copies: [at: string, copy: Copy][] = [];
  let isOver = false;
  let changes = 0;
  const reader = async () => {
    // Each is compared below, twice.
    for (let wanted = 0; !isOver; wanted = changes + 5) {
      await until(() => changes >= wanted || isOver);
      const at = moment();
      copies.push([at, await copyOf(here.admin, at)]);
    }
  };
  const reading = reader();
  const write = async (client: GraphQLClient, writer: number) => {
    const random = new Random(500 + writer);
    // One whose server is gone changes nothing any more.
    for (let n = 0; n < 5; n++) {
      await changeAnything({ client, assessor, random }, `f${writer}-${n}`).catch(() => undefined);
      changes++;
    }
  };
  const writing = Array.from({ length: 8 }, (_, writer) => write(clients[writer % 2]!, writer));
  await writing[0];
  await late.kill('SIGKILL');
  await Promise.all(writing);
  const again = await start(2);
  const other = await servers.signIn(again);
  await Promise.all([write(other, 8), write(clients[0]!, 9)]);
  isOver = true;
  await reading;
  copies.push([moment(), await copyOf(here.admin)]);

  expect(copies.length).toBeGreaterThan(2);
  for (const [at, copy] of copies) {
    expect(await copyOf(here.admin, at)).toEqual(copy);
    expect(await copyOf(other, at)).toEqual(copy);
  }
});
