/* global console, fetch, process, setTimeout */
// Public tools over schema/openapi.yaml and a running server: `npm run clients`. Each line says what one of them found; the
// exit code is 1 if any of them found something.
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { callEveryOperation } from './calls.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.join(HERE, '../../..');
const DOCUMENT = path.join(ROOT, 'schema/openapi.yaml');
const run = promisify(execFile);
const tool = (name, ...args) => run(path.join(HERE, 'node_modules/.bin', name), args, { cwd: HERE, maxBuffer: 64 * 1_048_576 });
const running = [];
let isClean = true;

function tell(name, findings) {
  console.log(`${name}: ${findings.length === 0 ? 'nothing found' : `${findings.length} found`}`);
  for (const finding of findings.slice(0, 50)) console.log(`  ${finding}`);
  if (findings.length > 0) isClean = false;
}

/** Starts a program and waits until its output matches the pattern. */
async function start(program, args, { env = {}, cwd = ROOT, until }) {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  for (const giveUp = Date.now() + 120_000; Date.now() < giveUp; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = until.exec(output);
    if (found) return found;
    if (child.exitCode !== null) break;
  }
  throw new Error(`${program} did not start: ${output.slice(-2_000)}`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function lint() {
  const spectral = await tool(
    'spectral',
    'lint',
    DOCUMENT,
    '--ruleset',
    '.spectral.yaml',
    '--format',
    'json',
    '--quiet',
    '--fail-severity',
    'hint',
  ).catch((error) => error);
  tell(
    'Spectral with the OWASP rules',
    JSON.parse(spectral.stdout || '[]').map(({ code, message, path: at }) => `${code}: ${message} (${at.join('/')})`),
  );
  const redocly = await tool('redocly', 'lint', DOCUMENT, '--config', 'redocly.yaml', '--format', 'json').catch((error) => error);
  tell(
    'Redocly',
    JSON.parse(redocly.stdout).problems.map(({ ruleId, message }) => `${ruleId}: ${message}`),
  );
}

/** Generated clients compile, and know that a response can be missing. */
async function generate(folder) {
  const made = {
    'openapi-typescript': path.join(folder, 'openapi-typescript.ts'),
    '@hey-api/openapi-ts': path.join(folder, 'hey-api/types.gen.ts'),
    'swagger-typescript-api': path.join(folder, 'swagger-typescript-api.ts'),
  };
  await tool('openapi-typescript', DOCUMENT, '-o', made['openapi-typescript']);
  await tool('openapi-ts', '-i', DOCUMENT, '-o', path.join(folder, 'hey-api'), '-p', '@hey-api/typescript');
  await tool(
    'swagger-typescript-api',
    'generate',
    '-p',
    DOCUMENT,
    '-o',
    folder,
    '-n',
    'swagger-typescript-api.ts',
    '--generate-union-enums',
  );
  for (const [name, file] of Object.entries(made)) {
    const text = await readFile(file, 'utf8');
    const types = ['ExpectedAnswer', 'Answer'].map((type) => [type, new RegExp(`\\b${type}(?::| =) (.*)`).exec(text)?.[1]]);
    const wrong = types.filter(([, type]) => !type?.includes('null')).map(([type]) => `${type} is not nullable`);
    const compiled = await tool('tsc', '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom', file).catch(
      (error) => error,
    );
    if (compiled.code) wrong.push(compiled.stdout.split('\n')[0]);
    tell(name, wrong);
  }
}

/** Calls every operation through Prism, which validates requests and responses against the document. */
async function validate(folder) {
  const [, url, key] = await start(process.execPath, ['dist/src/main.js'], {
    env: {
      DEMO: 'true',
      DATA_DIR: path.join(folder, 'data'),
      PORT: '0',
      HOST: '127.0.0.1',
      ADMIN_PASSWORD: 'a prism for light',
      LOG_LEVEL: 'warn',
    },
    until: /(http:\/\/127\.0\.0\.1:\d+)\/[\s\S]*(vet_[\da-f]{8}\.[\da-f]{48})/,
  });
  const whole = await (await fetch(`${url}/api/openapi.json`)).json();
  // Prism matches paths relative to the server's, so each server gets its own.
  const beside = ([, item]) => item.servers !== undefined;
  const parts = [
    { server: `${url}/api`, paths: Object.entries(whole.paths).filter((entry) => !beside(entry)) },
    { server: url, paths: Object.entries(whole.paths).filter(beside) },
  ];
  const proxies = await Promise.all(
    parts.map(async ({ server, paths }, i) => {
      const file = path.join(folder, `part-${i}.json`);
      const items = paths.map(([at, { servers: _, ...item }]) => [at, item]);
      await writeFile(file, JSON.stringify({ ...whole, servers: [{ url: server }], paths: Object.fromEntries(items) }));
      const port = await freePort();
      const prism = path.join(HERE, 'node_modules/.bin/prism');
      await start(prism, ['proxy', file, server, '--port', String(port), '--host', '127.0.0.1'], {
        cwd: HERE,
        until: /Prism is listening/,
      });
      return { base: `http://127.0.0.1:${port}`, paths: items };
    }),
  );
  const { calls, asked, violations } = await callEveryOperation(proxies, key);
  const all = Object.values(whole.paths).flatMap((item) => Object.values(item).flatMap(({ operationId }) => operationId ?? []));
  const missed = all.filter((id) => !asked.has(id)).map((id) => `${id} was not answered with success`);
  tell(`Prism, ${calls} calls to ${asked.size} of ${all.length} operations`, [...violations, ...missed]);
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'vetgraph-clients-'));
try {
  if (!existsSync(path.join(HERE, 'node_modules'))) {
    console.log('installing the tools');
    // npm passes this package's engine-strict on through the environment; the tools' dependencies ask for other Node versions.
    await run('npm', ['ci', '--engine-strict=false', '--no-audit', '--no-fund'], { cwd: HERE });
  }
  await lint();
  await generate(folder);
  await validate(folder);
} finally {
  const ended = running.filter(({ exitCode }) => exitCode === null).map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(ended);
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isClean ? 0 : 1;
