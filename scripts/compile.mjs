// Compiles the TypeScript in the given folders and files to dist, file by file and without type checking.
import { readdirSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

/** Vite builds the web application; the benchmark's peers are separate programs. */
const NOT_OURS = /^(src\/web|test\/bench\/peers)(\/|$)/;

/** Everything that the server consists of. */
export const SERVER = ['src', 'rest-facade', 'mikro-orm.config.ts'];

/** Whether compile() handles a file. */
export const isSource = (file) => /(?<!\.d)\.ts$/.test(file) && !NOT_OURS.test(file);

/** Compiles one file, with its source map next to it. */
export async function compileFile(file) {
  const target = path.join('dist', file.replace(/\.ts$/, '.js'));
  const folder = path.dirname(target);
  const { code, map } = await transformFile(file, { configFile: '.swcrc', sourceFileName: path.relative(folder, file) });
  await mkdir(folder, { recursive: true });
  await writeFile(target, `${code}\n//# sourceMappingURL=${path.basename(target)}.map`);
  await writeFile(`${target}.map`, map);
}

/** Compiles everything in these places. */
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
