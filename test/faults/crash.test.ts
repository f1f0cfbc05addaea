/** kill -9 of the server under load, on the embedded database, followed by a restart. */
import { setTimeout as sleep } from 'node:timers/promises';
import { cliProcess } from '../kit/cli';
import { graphQL, startLoad } from '../kit/load';
import { prepared } from '../kit/prepared';
import { Servers } from '../kit/process';
import { scaled } from '../kit/scale';

const KILLS = scaled(2, 20);
const WRITERS = scaled(8, 32);
jest.setTimeout(900_000 + KILLS * 30_000);

const CREATE = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`;
const NAMES = `query ($after: String) {
  vendors(first: 100, after: $after) { nodes { name } pageInfo { hasNextPage endCursor } } }`;
const ENTRIES = `query ($after: String) { auditLog(filter: { action: "CREATE_VENDOR" }, first: 100, after: $after) {
  nodes { entityName } pageInfo { hasNextPage endCursor } } }`;

const servers = new Servers();
afterAll(() => servers.stop());

test(`kill -9 under ${WRITERS} writers, ${KILLS} times, loses nothing that was acknowledged`, async () => {
  const DATA_DIR = await prepared(servers.folder());
  const acknowledged: string[] = [];
  const slowest = { ms: 0 };
  const start = async () => {
    const started = performance.now();
    const server = await servers.start({ DATA_DIR }).ready();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    slowest.ms = Math.max(slowest.ms, performance.now() - started);
    return server;
  };
  for (let round = 0; round < KILLS; round++) {
    const server = await start();
    const { cookie } = await servers.signIn(server);
    let made = 0;
    const writers = startLoad(
      server.url,
      WRITERS,
      () => graphQL({ cookie }, CREATE, { input: { name: `vendor ${round}-${++made}`, contactEmail: 'a@b.example' } }),
      ({ body }, status, answer) => {
        const { variables } = JSON.parse(body!) as { variables: { input: { name: string } } };
        if (status === 200 && !answer.includes('"errors"')) acknowledged.push(variables.input.name);
      },
    );
    const enough = acknowledged.length + WRITERS * (2 + Math.random() * 8);
    while (acknowledged.length < enough) await sleep(10);
    await server.kill('SIGKILL');
    await writers.stop();
  }

  const server = await start();
  expect(slowest.ms).toBeLessThan(scaled(120_000, 30_000));
  const client = await servers.signIn(server);
  const read = async <N>(query: string, list: string): Promise<N[]> => {
    const found: N[] = [];
    for (let after: string | null = null; ;) {
      type Page = Record<string, { nodes: N[]; pageInfo: { hasNextPage: boolean; endCursor: string } }>;
      const page: Page = await client.data<Page>(query, { after });
      found.push(...page[list]!.nodes);
      if (!page[list]!.pageInfo.hasNextPage) return found;
      after = page[list]!.pageInfo.endCursor;
    }
  };
  const vendors = (await read<{ name: string }>(NAMES, 'vendors')).map(({ name }) => name);
  const entries = (await read<{ entityName: string }>(ENTRIES, 'auditLog')).map(({ entityName }) => entityName);
  expect(vendors.sort()).toEqual(entries.sort());
  expect(new Set(vendors).size).toBe(vendors.length);
  const kept = new Set(vendors);
  expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
  expect(await cliProcess({ DATA_DIR }, ['audit', 'verify'])).toMatchObject({ code: 0, stderr: '' });
});
