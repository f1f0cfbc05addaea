// Builds the web application, unless dist/web is up to date: both npm ci and npm test build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const STAMP = 'dist/web-made-of';

const inSrc = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => path.join(parentPath, name));
const hash = createHash('sha256');
for (const file of [...inSrc, 'package-lock.json', 'scripts/operations.mjs', 'vite.config.mts'].sort()) {
  hash.update(file).update('\0').update(readFileSync(file)).update('\0');
}
const madeOf = hash.digest('hex');

if (!existsSync('dist/web/index.html') || !existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== madeOf) {
  rmSync(STAMP, { force: true });
  await build({ logLevel: 'warn' });
  writeFileSync(STAMP, madeOf);
}
