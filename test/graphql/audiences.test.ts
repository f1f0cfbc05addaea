/** Who hears of what in the feed: whoever may see the thing, and nobody else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENTITY_TYPES } from '../../src/domains/audit/audit.actions';
import { viewersOf } from '../../src/domains/feed/event-types';
import type { GraphQLClient } from '../kit/client';
import { startTestServer, type TestServer } from '../kit/server';
import { type Heard, openByHand, SSE } from '../kit/streams';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const SOURCE = join(__dirname, '../../src');

/** The types of the things that entries are recorded about, as the code spells them. */
function recordedTypes(): Set<string> {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('web'),
  );
  const found = files.flatMap((name) => [
    ...readFileSync(join(SOURCE, name), 'utf8').matchAll(/\{ type: '([A-Z][a-z]\w*)', (?:id\b|\.{3})/g),
  ]);
  return new Set(found.map(([, type]) => type!));
}

test('every type of thing that is recorded has a label and viewers', () => {
  const types = recordedTypes();
  expect(types.size).toBeGreaterThan(15);
  expect([...types].filter((type) => !(type in ENTITY_TYPES))).toEqual([]);
  const ofAuditors = Object.keys(ENTITY_TYPES).filter(
    (entityType) => viewersOf({ action: 'SOMETHING', entityType, to: null, owner: null }) === 'audit:view',
  );
  expect(ofAuditors).toEqual(['AuditLog']);
});

const idOf = async (client: GraphQLClient) =>
  (await client.data<{ me: { id: string; role: { id: string } } }>('{ me { id role { id } } }')).me;
const mutate = (name: string, type: string, input: object, selection: string, client = server.admin) =>
  client.data<Record<string, Record<string, { id: string }>>>(`mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`, {
    input,
  });
const request = async (client: GraphQLClient, name: string) =>
  (await mutate('createVendorRequest', 'CreateVendorRequestInput', { name, contactEmail: 'w@example.org' }, 'request { id }', client))
    .createVendorRequest!.request!.id;
const reject = (id: string) =>
  mutate('decideVendorRequest', 'DecideVendorRequestInput', { id, decision: 'REJECT', note: 'No' }, 'request { id }');

const EVENTS = `query ($after: String) { events(after: $after) { nodes { type entityName } pageInfo { endCursor } } }`;
interface Page {
  nodes: { type: string; entityName: string }[];
  pageInfo: { endCursor: string };
}
const page = async (client: GraphQLClient, after?: string) => (await client.data<{ events: Page }>(EVENTS, { after })).events;
const told = async (client: GraphQLClient, after: string) =>
  (await page(client, after)).nodes.map(({ type, entityName }) => `${type} ${entityName}`);

const LISTEN = `subscription { events(types: ["vendor_request.created", "vendor_request.rejected"]) { id type cursor entityName } }`;
const PAGES = `subscription { pageChanges { cursor entityId } }`;
const open: Heard[] = [];
const stream = async (client: GraphQLClient, query: string) => {
  const heard = await openByHand(client, SSE, { query });
  open.push(heard);
  return heard;
};
afterEach(() => open.splice(0).forEach((heard) => heard.leave()));

const changedIn = ({ results }: Heard) =>
  results.map(({ data }) => (data as unknown as { pageChanges: { entityId: string } }).pageChanges.entityId);

describe('a request for a vendor', () => {
  test('is heard of by whoever asked and by those who see all, nobody else', async () => {
    const [asker, other, key] = [
      await server.withPermissions('vendors:request'),
      await server.withPermissions('vendors:request'),
      await server.withKey(['vendors:view', 'vendors:request']),
    ];
    const [decider, reader] = [await server.withPermissions('vendors:create'), await server.withPermissions('vendors:view')];
    const { endCursor } = (await page(asker)).pageInfo;
    const id = await request(asker, 'Wanted');
    await request(other, 'Elsewhere');
    await reject(id);
    expect(await told(asker, endCursor)).toEqual(['vendor_request.created Wanted', 'vendor_request.rejected Wanted']);
    expect(await told(other, endCursor)).toEqual(['vendor_request.created Elsewhere']);
    expect(await told(decider, endCursor)).toEqual([
      'vendor_request.created Wanted',
      'vendor_request.created Elsewhere',
      'vendor_request.rejected Wanted',
    ]);
    for (const client of [reader, key])
      expect((await told(client, endCursor)).filter((one) => one.startsWith('vendor_request'))).toEqual([]);
  });

  test('is heard of live, also by those who listen together', async () => {
    const [asker, other] = [await server.withRole('Viewer'), await server.withRole('Viewer')];
    const both = await mutate('createRole', 'CreateRoleInput', { name: 'Askers', permissions: ['vendors:request'] }, 'role { id }');
    for (const client of [asker, other]) {
      const { id } = await idOf(client);
      await mutate('assignRole', 'AssignRoleInput', { userId: id, roleId: both.createRole!.role!.id }, 'user { id }');
    }
    const heard = await Promise.all([asker, other].map((client) => stream(client, LISTEN)));
    const pages = await Promise.all([asker, other].map((client) => stream(client, PAGES)));
    const first = await request(asker, 'First');
    const second = await request(other, 'Second');
    await heard[0]!.until(({ names }) => names.includes('First'));
    await heard[1]!.until(({ names }) => names.includes('Second'));
    expect(heard.map(({ names }) => names)).toEqual([['First'], ['Second']]);
    await pages[0]!.until((one) => changedIn(one).includes(first));
    await pages[1]!.until((one) => changedIn(one).includes(second));
    expect(changedIn(pages[0]!)).not.toContain(second);
    expect(changedIn(pages[1]!)).not.toContain(first);
  });

  test('of another portfolio is heard of by nobody of this one', async () => {
    const portfolio = async (name: string) =>
      (await mutate('createPortfolio', 'CreatePortfolioInput', { name }, 'portfolio { id }')).createPortfolio!.portfolio!.id;
    const places = [await portfolio('East'), await portfolio('West')];
    const clients = await Promise.all(places.map(() => server.withPermissions('vendors:create', 'vendors:request')));
    for (const [i, client] of clients.entries()) {
      const { id, role } = await idOf(client);
      await mutate('assignRole', 'AssignRoleInput', { userId: id, roleId: role.id, portfolioIds: [places[i]] }, 'user { id }');
    }
    const { endCursor } = (await page(server.admin)).pageInfo;
    await request(clients[0]!, 'Eastern');
    await request(clients[1]!, 'Western');
    expect(await told(clients[0]!, endCursor)).toEqual(['vendor_request.created Eastern']);
    expect(await told(clients[1]!, endCursor)).toEqual(['vendor_request.created Western']);
  });
});

describe('a view', () => {
  const save = async (client: GraphQLClient, name: string, isShared: boolean) =>
    (await mutate('saveView', 'SaveViewInput', { list: 'VENDORS', name, isShared }, 'view { id }', client)).saveView!.view!.id;
  const remove = (client: GraphQLClient, id: string) => mutate('deleteView', 'DeleteInput', { id }, 'deletedId', client);

  test('changes the pages of everyone, one of my own only mine', async () => {
    const [mine, other] = [await server.withRole('Viewer'), await server.withRole('Viewer')];
    const [here, there] = [await stream(mine, PAGES), await stream(other, PAGES)];
    const own = await save(mine, 'My own', false);
    const gone = await save(mine, 'Soon gone', false);
    await remove(mine, gone);
    const shared = await save(mine, 'Everyone’s', true);
    await there.until((one) => changedIn(one).includes(shared));
    await here.until((one) => changedIn(one).includes(shared));
    expect(changedIn(here)).toEqual([own, gone, gone, shared]);
    expect(changedIn(there)).toEqual([shared]);
  });

  test('is an event for those who read the audit log', async () => {
    const [mine, auditor] = [await server.withRole('Viewer'), await server.withPermissions('audit:view')];
    const { endCursor } = (await page(auditor)).pageInfo;
    await save(mine, 'Noted', false);
    expect(await told(mine, endCursor)).toEqual([]);
    expect(await told(auditor, endCursor)).toEqual(['audit.create_view Noted']);
  });
});
