import Fastify from 'fastify';
import mercurius from 'mercurius';
import { batches, listening, PORT, typeDefs, vendors } from './shared.mjs';

const app = Fastify({ keepAliveTimeout: 60_000 });
const ids = (queries) => queries.map(({ obj }) => obj.id);
await app.register(mercurius, {
  schema: typeDefs,
  resolvers: { Query: { vendors: (_, args) => vendors(args) } },
  loaders: {
    Vendor: { assessments: (queries) => batches.assessments(ids(queries), queries[0].params.first) },
    Assessment: { findings: (queries) => batches.findings(ids(queries)) },
    Finding: { controls: (queries) => batches.controls(ids(queries)) },
  },
  jit: 1,
});
await app.listen({ port: PORT, host: '127.0.0.1' });
listening(app.server.address().port);
