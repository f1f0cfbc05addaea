/** urql with its normalised cache, which learns the schema by introspection. */
import assert from 'node:assert/strict';
import console from 'node:console';
import process from 'node:process';
import { Client, fetchExchange, gql } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { getIntrospectionQuery } from 'graphql';
import { ask, asked, countingFetch, endpoint, headers } from './shared.mjs';

const warnings = [];
console.warn = console.error = (...words) => warnings.push(words.join(' '));

const { data: schema } = await ask(getIntrospectionQuery());
const client = new Client({
  url: endpoint,
  fetch: countingFetch,
  fetchOptions: { headers },
  preferGetMethod: false,
  exchanges: [
    cacheExchange({
      schema,
      resolvers: {
        Query: {
          vendors: relayPagination(),
          node: (_parent, { id }, cache) => {
            const type = schema.__schema.types
              .find(({ name }) => name === 'Node')
              .possibleTypes.find(({ name }) => cache.resolve({ __typename: name, id }, 'id'));
            return type ? { __typename: type.name, id } : undefined;
          },
        },
        Vendor: { assessments: relayPagination() },
      },
    }),
    fetchExchange,
  ],
});
const read = async (query, variables = {}) => {
  const { data, error } = await client.query(query, variables).toPromise();
  if (error) throw error;
  return data;
};

const LIST = gql`query ($after: String) { vendors(first: 2, after: $after, orderBy: { field: NAME }) {
  edges { cursor node { id name tier } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
const namesOf = ({ vendors }) => vendors.edges.map(({ node }) => node.name);
let list = await read(LIST);
assert.deepEqual(namesOf(list), ['V1', 'V2']);
while (list.vendors.pageInfo.hasNextPage) list = await read(LIST, { after: list.vendors.pageInfo.endCursor });
assert.deepEqual(namesOf(list), ['V1', 'V2', 'V3', 'V4', 'V5']);

const [{ node: first }] = list.vendors.edges;
const BACK = gql`query ($id: ID!, $before: String) { vendor(id: $id) { id assessments(last: 2, before: $before, orderBy: { field: TITLE }) {
  edges { cursor node { id title } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
let back = await read(BACK, { id: first.id });
assert.deepEqual(
  back.vendor.assessments.edges.map(({ node }) => node.title),
  ['A4', 'A5'],
);
while (back.vendor.assessments.pageInfo.hasPreviousPage) {
  back = await read(BACK, { id: first.id, before: back.vendor.assessments.pageInfo.startCursor });
}
assert.deepEqual(
  back.vendor.assessments.edges.map(({ node }) => node.title),
  ['A1', 'A2', 'A3', 'A4', 'A5'],
);

// Cached records are found in the cache, whichever query asks.
let before = asked.times;
const NODE = gql`query ($id: ID!) { node(id: $id) { __typename id ... on Vendor { name } } }`;
assert.equal((await read(NODE, { id: first.id })).node.name, 'V1');
assert.equal(asked.times, before);

// Others are fetched from the server.
before = asked.times;
assert.equal((await read(NODE, { id: 'settings' })).node.__typename, 'Settings');
assert.equal(asked.times, before + 1);

// A change updates what was read before.
const { error } = await client
  .mutation(gql`mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id tier } } }`, {
    input: { id: first.id, tier: 'LOW' },
  })
  .toPromise();
assert.equal(error, undefined);
before = asked.times;
assert.equal((await read(gql`query ($id: ID!) { node(id: $id) { id ... on Vendor { name tier } } }`, { id: first.id })).node.tier, 'LOW');
assert.equal(asked.times, before);

// Singletons and records without a table have a key too.
await read(gql`{ settings { id organizationName } library { id key name } dashboard { id vendorCount } }`);
assert.deepEqual(warnings, []);
process.stdout.write(`${asked.times} requests\n`);
