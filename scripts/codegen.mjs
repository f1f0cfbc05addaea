// Writes the types of the web application's GraphQL operations: beside every x.graphql in src/web, an x.generated.ts
// with its documents and their types and nothing else, so that a page loads only what it uses.
// With --check it writes nothing, and fails if a file isn't what it would write.
import { readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as operationTypes from '@graphql-codegen/typescript-operations';
import { buildASTSchema, isEnumType, parse, validate } from 'graphql';
import { operationsIn } from './operations.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WEB = path.join(ROOT, 'src/web');
const NOTE = '/* Written by "npm run codegen"; change the .graphql files instead. */\n\n';

const sdl = parse(await readFile(path.join(ROOT, 'schema/schema.graphql'), 'utf8'));
const schema = buildASTSchema(sdl);

const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).map((name) => path.join(WEB, name));
const wanted = new Map([[path.join(WEB, 'api/enums.generated.ts'), enums()]]);
for (const file of files.filter((name) => name.endsWith('.graphql'))) {
  wanted.set(file.replace(/\.graphql$/, '.generated.ts'), await operations(file));
}

const stale = files.filter((name) => name.endsWith('.generated.ts') && !wanted.has(name));
for (const [file, text] of wanted) {
  if ((await readFile(file, 'utf8').catch(() => undefined)) !== text) stale.push(file);
}
if (process.argv.includes('--check')) {
  const names = stale.map((file) => path.relative(ROOT, file));
  if (names.length > 0) throw new Error(`Not what the .graphql files say; run "npm run codegen": ${names.join(', ')}`);
} else {
  for (const file of stale) await (wanted.has(file) ? writeFile(file, wanted.get(file)) : rm(file));
}
process.stdout.write(`${wanted.size} generated files are up to date\n`);

function enums() {
  const lines = Object.values(schema.getTypeMap())
    .filter((type) => isEnumType(type) && !type.name.startsWith('__'))
    .map(
      (type) =>
        `export type ${type.name} =\n${type
          .getValues()
          .map(({ name }) => `  | '${name}'`)
          .join('\n')};\n`,
    );
  return NOTE + lines.join('\n');
}

async function operations(file) {
  const name = path.relative(ROOT, file);
  const document = parse(await readFile(file, 'utf8'));
  const [problem] = validate(schema, document);
  if (problem) throw new Error(`${name}:${problem.locations?.[0]?.line}: ${problem.message}`);
  const types = await codegen({
    schema: sdl,
    documents: [{ location: name, document }],
    filename: name,
    config: {
      scalars: { ID: 'string', Date: 'string', DateTime: 'string', EmailAddress: 'string', JSON: 'unknown' },
      enumType: 'string-literal',
      inlineFragmentTypes: 'inline',
      skipTypename: true,
      disableDescriptions: true,
    },
    plugins: [{ operationTypes: {} }],
    pluginMap: { operationTypes },
  });
  const documents = operationsIn(document).map(({ name: operation, type: kind, body }) => {
    const type = `${operation}${kind === 'query' ? 'Query' : 'Mutation'}`;
    return `export const ${operation}Document = operation<${type}, ${type}Variables>(\`${body}\`);\n`;
  });
  const client = path.relative(path.dirname(file), path.join(WEB, 'api/operation')).replace(/^(?!\.)/, './');
  const withoutInternals = types.replaceAll(/\/\*\* Internal type.*\*\/\n/g, '').replace(/^export type Incremental.*\n/m, '');
  return `${NOTE}import { operation } from '${client}';\n\n${withoutInternals.trim()}\n\n${documents.join('\n')}`;
}
