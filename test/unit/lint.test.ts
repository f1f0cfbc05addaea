import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');

/** Lints texts as if they were in these files, in its own process, because Jest doesn't load ES modules. */
const PROGRAM = `
  import { buffer } from 'node:stream/consumers';
  import { ESLint } from 'eslint';
  import ts from 'typescript-eslint';
  // The planted code belongs to no program, so there is no type information.
  const eslint = new ESLint({ overrideConfigFile: '.eslint.config.mjs', overrideConfig: ts.configs.disableTypeChecked });
  const found = [];
  for (const [filePath, text] of JSON.parse(await buffer(process.stdin))) {
    const [{ messages }] = await eslint.lintText(text, { filePath });
    found.push(messages.map(({ ruleId }) => ruleId));
  }
  console.log(JSON.stringify(found));
`;

function complaints(files: [file: string, text: string][]): string[][] {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: root,
    input: JSON.stringify(files),
    encoding: 'utf8',
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as string[][];
}

const importing = (name: string, from: string) => `import { ${name} } from '${from}';\nexport const it = ${name};\n`;

test('an import the wrong way, SQL outside of stores, and a domain in the facade are found', () => {
  const planted: [string, string][] = [
    ['src/domains/vendor/planted.ts', importing('sql', '../../database/sql')],
    ['src/http/planted.ts', importing('rawSql', '../database/sql')],
    ['src/cli/planted.ts', importing('sql', '../database/sql')],
    ['src/planted.ts', importing('sql', './database/sql')],
    ['src/platform/planted.ts', importing('Database', '../database/database')],
    ['src/database/planted.ts', importing('badInput', '../kernel/errors')],
    ['src/kernel/planted.ts', importing('loader', '../graphql/engine/loaders')],
    ['src/graphql/planted.ts', importing('Vendor', '../domains/vendor/vendor.entity')],
    ['src/domains/vendor/planted.store.ts', importing('printReport', '../../reports/index')],
    ['src/domains/vendor/planted.ts', importing('entities', '../../entities')],
    ['src/operations/planted.ts', importing('restFacade', '../../rest-facade/server')],
    ['rest-facade/operations/planted.ts', importing('createVendor', '../../src/domains/vendor/vendor.service')],
    ['rest-facade/planted.ts', importing('sql', '../src/database/sql')],
  ];
  const found = complaints(planted).map((rules, i) => [planted[i]![0], rules]);
  expect(found).toEqual(planted.map(([file]) => [file, ['@typescript-eslint/no-restricted-imports']]));
});

test('a domain imports none that comes after it in docs/ARCHITECTURE.md, which lists all of them', () => {
  const architecture = readFileSync(path.join(root, 'docs/ARCHITECTURE.md'), 'utf8');
  const names = [...architecture.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name!);
  expect([...names].sort()).toEqual(readdirSync(path.join(root, 'src/domains')).sort());
  const planted: [string, string][] = [
    ...names.slice(1).map((next, i): [string, string] => [`src/domains/${names[i]}/planted.ts`, importing('it', `../${next}/it`)]),
    ['src/domains/vendor/planted.store.ts', `import type { Finding } from '../finding/finding.entity';\nexport type It = Finding;\n`],
    ['src/domains/vendor/planted.ts', importing('sql', '../../database/sql')],
    ['src/domains/vendor/planted.ts', importing('printReport', '../../reports/index')],
  ];
  const found = complaints(planted).map((rules, i) => [planted[i]![0], rules]);
  expect(found).toEqual(planted.map(([file]) => [file, ['@typescript-eslint/no-restricted-imports']]));
  const downwards = names
    .slice(1)
    .map((name, i): [string, string] => [`src/domains/${name}/planted.ts`, importing('it', `../${names[i]}/it`)]);
  expect(complaints(downwards)).toEqual(downwards.map(() => []));
});

test('a hook after a return is found', () => {
  const page = (lines: string) => `export function Page() {\n${lines}\n  return [it, setIt];\n}\n`;
  const hook = '  const [it, setIt] = useState(0);';
  const planted: [string, string][] = [
    ['src/web/planted.tsx', page(`  if (window.closed) return null;\n${hook}`)],
    ['src/web/planted.tsx', page(`  if (window.closed) {\n    return null;\n  }\n${hook}`)],
    ['src/web/planted.tsx', page(`${hook}\n  if (it) return null;`)],
  ];
  expect(complaints(planted)).toEqual([['no-restricted-syntax'], ['no-restricted-syntax'], []]);
});

test('an import the right way, and SQL in a store, are not', () => {
  const right: [string, string][] = [
    ['src/domains/vendor/planted.store.ts', importing('sql', '../../database/sql')],
    ['src/domains/vendor/planted.ts', importing('badInput', '../../kernel/errors')],
    ['src/domains/vendor/planted.ts', `import type { Sql } from '../../database/sql';\nexport type It = Sql;\n`],
    ['src/app.ts', importing('entities', './entities')],
  ];
  expect(complaints(right)).toEqual(right.map(() => []));
});
