/**
 * Relay: its compiler accepts the emitted schema, and the queries it generates for refetchable and paginated fragments run
 * against the server. They are those that the hooks of react-relay would send.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import relay from 'relay-runtime';
import { ask, asked } from './shared.mjs';

const {
  createOperationDescriptor,
  Environment,
  fetchQuery,
  getPaginationMetadata,
  getPaginationVariables,
  getRefetchMetadata,
  getSelector,
  Network,
  RecordSource,
  Store,
} = relay;
const here = import.meta.dirname;
const folder = mkdtempSync(path.join(tmpdir(), 'relay-'));
try {
  await run(compile());
} finally {
  rmSync(folder, { recursive: true });
}

/** Returns a function that returns the compiler's output by name. */
function compile() {
  mkdirSync(path.join(folder, 'src'));
  copyFileSync(path.join(here, 'relay-source.js'), path.join(folder, 'src/relaySource.js'));
  copyFileSync(path.join(here, '../../../schema/schema.graphql'), path.join(folder, 'schema.graphql'));
  const config = { src: './src', schema: './schema.graphql', language: 'javascript', artifactDirectory: './made', eagerEsModules: false };
  mkdirSync(path.join(folder, 'made'));
  writeFileSync(path.join(folder, 'relay.config.json'), JSON.stringify(config));
  execFileSync(process.execPath, [path.join(here, 'node_modules/relay-compiler/cli.js'), '--repersist', './relay.config.json'], {
    cwd: folder,
    stdio: 'inherit',
  });
  const require = createRequire(path.join(folder, 'made/made.js'));
  return (name) => require(`./${name}.graphql.js`);
}

async function run(made) {
  const environment = new Environment({
    network: Network.create(({ text }, variables) => ask(text, variables)),
    store: new Store(new RecordSource()),
  });
  const send = async (query, variables) => {
    const operation = createOperationDescriptor(query, variables);
    environment.retain(operation);
    await fetchQuery(environment, query, variables, { fetchPolicy: 'network-only' }).toPromise();
    return environment.lookup(operation.fragment).data;
  };
  const read = (fragment, reference) => environment.lookup(getSelector(fragment, reference)).data;

  // Forwards.
  const list = made('relaySourceList');
  const root = await send(made('relaySourceListQuery'), { count: 2 });
  const names = () => read(list, root).vendors.edges.map(({ node }) => read(made('relaySourceCard'), node).name);
  assert.deepEqual(names(), ['V1', 'V2']);
  await page(list, 'forward', root, {});
  assert.deepEqual(names(), ['V1', 'V2', 'V3', 'V4']);
  await page(list, 'forward', root, {});
  assert.deepEqual(names(), ['V1', 'V2', 'V3', 'V4', 'V5']);
  assert.equal(read(list, root).vendors.pageInfo.hasNextPage, false);

  // One vendor refetched, by node(id).
  const [{ node: first }] = read(list, root).vendors.edges;
  const card = made('relaySourceCard');
  const { refetchableRequest, identifierInfo } = getRefetchMetadata(card, 'card');
  assert.deepEqual(identifierInfo.identifierField, 'id');
  assert.match(refetchableRequest.params.text, /node\(id: \$id\)/);
  await ask(`mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }`, {
    input: { id: first.id, tier: 'HIGH' },
  });
  assert.equal(read(card, first).tier, null);
  await send(refetchableRequest, { id: first.id });
  assert.equal(read(card, first).tier, 'HIGH');

  // Backwards, also by node(id).
  const history = made('relaySourceHistory');
  const { vendor } = await send(made('relaySourceVendorQuery'), { id: first.id });
  const titles = () => read(history, vendor).assessments.edges.map(({ node }) => node.title);
  assert.deepEqual(titles(), ['A4', 'A5']);
  await page(history, 'backward', vendor, { id: first.id });
  assert.deepEqual(titles(), ['A2', 'A3', 'A4', 'A5']);
  await page(history, 'backward', vendor, { id: first.id });
  assert.deepEqual(titles(), ['A1', 'A2', 'A3', 'A4', 'A5']);
  assert.equal(read(history, vendor).assessments.pageInfo.hasPreviousPage, false);
  process.stdout.write(`${asked.times} requests\n`);

  /** As usePaginationFragment loads the next or previous page. */
  async function page(fragment, direction, reference, identity) {
    const { paginationRequest, paginationMetadata, connectionPathInFragmentData } = getPaginationMetadata(fragment, 'list');
    const { pageInfo } = connectionPathInFragmentData.reduce((value, step) => value[step], read(fragment, reference));
    const cursor = direction === 'forward' ? pageInfo.endCursor : pageInfo.startCursor;
    await send(paginationRequest, getPaginationVariables(direction, 2, cursor, identity, {}, paginationMetadata));
  }
}
