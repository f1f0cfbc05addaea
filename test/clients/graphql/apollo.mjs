/** Apollo Client with its Relay-style pagination. */
import assert from 'node:assert/strict';
import process from 'node:process';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { ask, asked, countingFetch, endpoint, headers } from './shared.mjs';

const { data } = await ask(`{ __type(name: "Node") { possibleTypes { name } } }`);
const cache = new InMemoryCache({
  possibleTypes: { Node: data.__type.possibleTypes.map(({ name }) => name) },
  typePolicies: {
    Query: { fields: { vendors: relayStylePagination(['filter', 'orderBy']) } },
    Vendor: { fields: { assessments: relayStylePagination(['filter', 'orderBy']) } },
  },
});
const client = new ApolloClient({ cache, link: new HttpLink({ uri: endpoint, headers, fetch: countingFetch }) });

const PAGE = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const LIST = gql`query ($first: Int, $after: String) { vendors(first: $first, after: $after, orderBy: { field: NAME }) {
  edges { cursor node { id name tier } } ${PAGE} } }`;
const list = client.watchQuery({ query: LIST, variables: { first: 2 } });
const vendors = () => client.readQuery({ query: LIST, variables: { first: 2 } }).vendors;
const namesOf = ({ edges }) => edges.map(({ node }) => node.name ?? node.title);
await list.refetch();
for (const names of [
  ['V1', 'V2'],
  ['V1', 'V2', 'V3', 'V4'],
  ['V1', 'V2', 'V3', 'V4', 'V5'],
]) {
  assert.deepEqual(namesOf(vendors()), names);
  if (vendors().pageInfo.hasNextPage) await list.fetchMore({ variables: { after: vendors().pageInfo.endCursor } });
}
assert.equal(vendors().pageInfo.hasNextPage, false);

const [{ node: first }] = vendors().edges;
const BACK = gql`query ($id: ID!, $last: Int, $before: String) { vendor(id: $id) { id assessments(last: $last, before: $before, orderBy: { field: TITLE }) {
  edges { cursor node { id title } } ${PAGE} } } }`;
const history = client.watchQuery({ query: BACK, variables: { id: first.id, last: 2 } });
const assessments = () => client.readQuery({ query: BACK, variables: { id: first.id, last: 2 } }).vendor.assessments;
await history.refetch();
for (const titles of [
  ['A4', 'A5'],
  ['A2', 'A3', 'A4', 'A5'],
  ['A1', 'A2', 'A3', 'A4', 'A5'],
]) {
  assert.deepEqual(namesOf(assessments()), titles);
  if (assessments().pageInfo.hasPreviousPage) await history.fetchMore({ variables: { before: assessments().pageInfo.startCursor } });
}
assert.equal(assessments().pageInfo.hasPreviousPage, false);

// A record read by id is the same one as in the list.
await ask(`mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }`, {
  input: { id: first.id, tier: 'CRITICAL' },
});
const NODE = gql`query ($id: ID!) { node(id: $id) { id ... on Vendor { tier } } }`;
await client.query({ query: NODE, variables: { id: first.id }, fetchPolicy: 'network-only' });
assert.equal(vendors().edges[0].node.tier, 'CRITICAL');

// Singletons and records without a table are cached by id too.
const { data: rest } = await client.query({
  query: gql`{ settings { id organizationName } library { id key name } dashboard { id vendorCount } }`,
});
const kept = Object.keys(cache.extract());
for (const key of ['Settings:settings', 'Dashboard:dashboard', `LibraryItem:${rest.library[0].id}`, `Vendor:${first.id}`])
  assert.ok(kept.includes(key), key);
client.stop();
process.stdout.write(`${asked.times} requests\n`);
