import { createServer } from 'node:http';
import DataLoader from 'dataloader';
import { createSchema, createYoga } from 'graphql-yoga';
import { batches, listening, PORT, typeDefs, vendors } from './shared.mjs';

const resolvers = {
  Query: { vendors: (_, args) => vendors(args) },
  Vendor: {
    assessments: ({ id }, { first }, ctx) => (ctx.assessments ??= new DataLoader((ids) => batches.assessments(ids, first))).load(id),
  },
  Assessment: { findings: ({ id }, _, ctx) => (ctx.findings ??= new DataLoader(batches.findings)).load(id) },
  Finding: { controls: ({ id }, _, ctx) => (ctx.controls ??= new DataLoader(batches.controls)).load(id) },
};

const yoga = createYoga({ schema: createSchema({ typeDefs, resolvers }), logging: false, maskedErrors: false, graphiql: false });
const server = createServer(yoga).listen(PORT, '127.0.0.1', () => listening(server.address().port));
server.keepAliveTimeout = 60_000;
