import { createServer } from 'node:http';
import process from 'node:process';
import { grafserv } from 'postgraphile/grafserv/node';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { makeV4Preset } from 'postgraphile/presets/v4';
import { listening, PORT } from './shared.mjs';

const pgl = postgraphile({
  extends: [PostGraphileAmberPreset, makeV4Preset({ disableDefaultMutations: true, ignoreRBAC: true })],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'], poolConfig: { max: 20 } })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
});
const server = createServer();
server.keepAliveTimeout = 60_000;
await pgl.createServ(grafserv).addTo(server);
server.listen(PORT, '127.0.0.1', () => listening(server.address().port));
