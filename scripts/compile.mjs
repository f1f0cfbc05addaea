// Compiles TypeScript below the folders and files that are named to dist, file by file and without checking types.
import { readdirSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

/** Vite builds the web application; the bench's peers are programs of their own. */
const NOT_OURS = /^(src\/web|test\/bench\/peers)(\/|$)/;

/** Everything that the server consists of. */
export const SERVER = ['src', 'rest-facade', 'mikro-orm.config.ts'];

/** If a file is one that compile takes. */
export const isSource = (file) => /(?<!\.d)\.ts$/.test(file) && !NOT_OURS.test(file);

/** Compiles one file, with its map beside it. */
export async function compileFile(file) {
  const target = path.join('dist', file.replace(/\.ts$/, '.js'));
  const folder = path.dirname(target);
  const { code, map } = await transformFile(file, { configFile: '.swcrc', sourceFileName: path.relative(folder, file) });
  await mkdir(folder, { recursive: true });
  await writeFile(target, `${code}\n//# sourceMappingURL=${path.basename(target)}.map`);
  await writeFile(`${target}.map`, map);
}

/** Compiles everything below these. */
export async function compile(places) {
  await Promise.all(places.flatMap(sourcesIn).map(compileFile));
}

function sourcesIn(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(place, name.replaceAll('\\', '/')))
    .filter(isSource);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compile(process.argv.length > 2 ? process.argv.slice(2) : SERVER);
