/**
 * The schema as used by common clients: each runs as its own program, with its own packages, installed when first needed
 * (test/clients/graphql).
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createAssessment, createVendor, publishTemplate, question } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';

const CLIENTS = path.join(__dirname, 'graphql');

/** Whether the clients are installed. Without access to the registry they can't be, which isn't a failure of the schema. */
function install(): boolean {
  if (existsSync(path.join(CLIENTS, 'node_modules/.package-lock.json'))) return true;
  try {
    // npm passes this package's engine-strict on through the environment; it must not apply to theirs.
    execFileSync('npm', ['ci', '--engine-strict=false', '--no-audit', '--no-fund', '--fetch-retries=1'], {
      cwd: CLIENTS,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return true;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(stderr)) throw error;
    console.warn('The GraphQL clients are not tested: the npm registry cannot be reached');
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
  ['urql caches records by id, finds them there, and pages in both directions', 'urql.mjs'],
  ['Apollo Client caches records by id and pages in both directions', 'apollo.mjs'],
])('%s', async (_, program) => {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(CLIENTS, program)], { env });
  expect(stdout).toMatch(/\d+ requests\n$/);
});
