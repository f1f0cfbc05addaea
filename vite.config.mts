import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { manifestOf } from './scripts/operations.mjs';

/** Where the server listens, for Vite in front of it (`npm run dev`). */
const SERVER = process.env.SERVER_URL ?? 'http://127.0.0.1:4000';
const SERVED = ['/graphql', '/api', '/files', '/exports', '/imports', '/explorer', '/logo'];

/** "use client" means nothing here, and what zod marks as pure is dropped without the mark too. */
const QUIET = new Set(['MODULE_LEVEL_DIRECTIVE', 'INVALID_ANNOTATION']);

export default defineConfig({
  root: 'src/web',
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the content security policy allows files, not data: URLs
    chunkSizeWarningLimit: 1_700, // GraphiQL, and PDF.js
    rollupOptions: {
      input: ['src/web/index.html', 'src/web/graphiql.html'],
      output: { manualChunks: { react: ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'] } },
      onwarn: (warning, warn) => {
        if (!QUIET.has(warning.code ?? '')) warn(warning);
      },
    },
  },
  // The browser has no Buffer: these builds include their own.
  resolve: { alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync', 'csv-stringify/sync': 'csv-stringify/browser/esm/sync' } },
  esbuild: { jsx: 'automatic' },
  server: { proxy: Object.fromEntries(SERVED.map((prefix) => [prefix, { target: SERVER }])) },
  plugins: [listOperations(), precompress()],
});

/** Lists the application's operations, for servers that allow only trusted ones. */
function listOperations(): Plugin {
  return {
    name: 'list-operations',
    apply: 'build',
    async writeBundle({ dir }) {
      await writeFile(path.join(dir!, 'operations.json'), JSON.stringify(manifestOf('src/web')));
    },
  };
}

/** Compresses at build time what would otherwise be compressed for every visitor. */
function precompress(): Plugin {
  const ways = {
    gz: (text: Buffer) => promisify(gzip)(text, { level: 9 }),
    br: (text: Buffer) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  };
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      const assets = path.join(dir!, 'assets');
      const names = (await readdir(assets)).filter((name) => /\.(js|css|svg|graphql)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const text = await readFile(path.join(assets, name));
          for (const [ending, compress] of Object.entries(ways)) {
            await writeFile(path.join(assets, `${name}.${ending}`), await compress(text));
          }
        }),
      );
    },
  };
}
