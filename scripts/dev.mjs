// npm run dev: the server and the web application, each reloaded when its sources change. Vite serves the web application and
// proxies everything else to the server.
import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';
import { createServer } from 'vite';
import { compile, compileFile, isSource, SERVER } from './compile.mjs';

const PORT = process.env.PORT ?? '4000';
process.env.SERVER_URL ??= `http://127.0.0.1:${PORT}`;

await compile(SERVER);
let server = start();
const web = await createServer({ server: { open: false } });
await web.listen();
web.printUrls();

/** Files changed since the server was last started. */
const changed = new Set();
let timer;
let turn = Promise.resolve();
for (const place of [...SERVER, 'schema']) {
  watch(place, { recursive: true }, (_, name) => {
    const file = path.extname(place) === '' && name ? path.posix.join(place, name.replaceAll('\\', '/')) : place;
    if (file.startsWith('src/web/')) return;
    changed.add(file);
    // Editors write a file in several steps, and git writes many files: changes close together count as one.
    clearTimeout(timer);
    timer = setTimeout(() => (turn = turn.then(renew)), 100);
  });
}

let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    isEnding = true; // a restart in progress must not start another server, which nobody would stop
    void Promise.all([stop(), web.close()]).then(() => process.exit(0));
  });
}

async function renew() {
  const files = [...changed];
  changed.clear();
  process.stdout.write(`Changed: ${files.join(', ')}\n`);
  try {
    await Promise.all(files.filter((file) => isSource(file) && existsSync(file)).map(compileFile));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return;
  }
  await stop();
  if (!isEnding) server = start();
}

function start() {
  return spawn(process.execPath, ['--enable-source-maps', 'dist/src/main.js'], { stdio: 'inherit', env: { ...process.env, PORT } });
}

async function stop() {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}
