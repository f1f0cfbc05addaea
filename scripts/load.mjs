// Loads a TypeScript module that imports nothing at run time, from its source: the build may be older.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import { transformSync } from '@swc/core';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export function load(file) {
  const filename = path.join(ROOT, file);
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    configFile: path.join(ROOT, '.swcrc'),
    sourceMaps: false,
  });
  const exports = {};
  new Function('exports', code)(exports);
  return exports;
}
