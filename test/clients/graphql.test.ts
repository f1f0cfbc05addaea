/**
 * The schema as the usual clients use it: each runs as a program of its own, with packages of its own that are installed
 * when they are first needed (test/clients/graphql).
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createAssessment, createVendor, publishTemplate, question } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';

const CLIENTS = path.join(__dirname, 'graphql');

/** Whether the clients are there. Without a registry in reach they can't be, which is no fault of the schema's. */
function install(): boolean {
  if (existsSync(path.join(CLIENTS, 'node_modules/.package-lock.json'))) return true;
  try {
    // npm hands the strictness of this package down by the environment; theirs is another matter.
    execFileSync('npm', ['ci', '--engine-strict=false', '--no-audit', '--no-fund', '--fetch-retries=1'], {
      cwd: CLIENTS,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return true;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(stderr)) throw error;
    console.warn('The GraphQL clients are not tried: the npm registry is out of reach');
    return false;
  }
}
const tried = install() ? test : test.skip;

let server: TestServer;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  server = await startTestServer();
  const template = await publishTemplate(server, 'T', [{ title: 'S', questions: [question('Q?')] }]);
  const [first] = await Promise.all([1, 2, 3, 4, 5].map((n) => createVendor(server, { name: `V${n}` })));
  for (let n = 1; n <= 5; n++) await createAssessment(server, first!, template, { title: `A${n}` });
  const { headers } = await server.withKey();
  env = { ...process.env, NODE_ENV: 'development', VETGRAPH_URL: server.url, VETGRAPH_KEY: headers.authorization!.replace('Bearer ', '') };
});
afterAll(() => server.stop());

tried.each([
  ['Relay compiles against the schema, refetches a vendor by node and pages in both directions', 'relay.mjs'],
  ['urql keeps things by their ids, finds them there, and pages in both directions', 'urql.mjs'],
  ['Apollo Client keeps things by their ids and pages in both directions', 'apollo.mjs'],
])('%s', async (_, program) => {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(CLIENTS, program)], { env });
  expect(stdout).toMatch(/\d+ requests\n$/);
});
