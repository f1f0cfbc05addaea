// Writes the types of GraphQL operations, for the web application and the REST facade: next to every x.graphql, an x.generated.ts
// with just its documents and their types, so that a page loads only what it uses. Also writes the types of the facade's requests
// from schema/openapi.yaml.
// With --check it writes nothing, and fails if a file is out of date.
import { readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { codegen } from '@graphql-codegen/core';
import * as operationTypes from '@graphql-codegen/typescript-operations';
import { buildASTSchema, isEnumType, parse, validate } from 'graphql';
import { load, ROOT } from './load.mjs';
import { operationsIn } from './operations.mjs';
import { requestTypes } from './requests.mjs';

const noteOf = (source) => `/* Written by "npm run codegen"; change ${source} instead. */\n\n`;
const NOTE = noteOf('the .graphql files');

/** Where operations are, and which function of which module turns their text into a document there. */
const FOLDERS = [
  {
    folder: path.join(ROOT, 'src/web'),
    maker: { name: 'operation', file: 'api/operation' },
    made: (_name, type, text) => `operation<${type}, ${type}Variables>(${text})`,
  },
  {
    folder: path.join(ROOT, 'rest-facade'),
    maker: { name: 'document', file: 'document' },
    made: (name, type, text) => `document<'${name}', ${type}, ${type}Variables>('${name}', ${text})`,
  },
];

/** Fragments derived from lists in the domains: a document that spreads one gets it. */
const { TEXTS } = load('src/domains/vendor/vendor-fields.rules.ts');
const FRAGMENTS = { VendorTexts: `fragment VendorTexts on Vendor {\n${TEXTS.map(([name]) => `  ${name}\n`).join('')}}\n` };

const sdl = parse(await readFile(path.join(ROOT, 'schema/schema.graphql'), 'utf8'));
const schema = buildASTSchema(sdl);
const openapi = await readFile(path.join(ROOT, 'schema/openapi.yaml'), 'utf8');

const wanted = new Map([
  [path.join(ROOT, 'src/web/api/enums.generated.ts'), enums()],
  [path.join(ROOT, 'rest-facade/requests.generated.ts'), noteOf('schema/openapi.yaml') + requestTypes(openapi)],
]);
const stale = [];
for (const place of FOLDERS) {
  const { folder } = place;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
  for (const file of files.filter((name) => name.endsWith('.graphql'))) {
    wanted.set(file.replace(/\.graphql$/, '.generated.ts'), await operations(file, place));
  }
  stale.push(...files.filter((name) => name.endsWith('.generated.ts') && !wanted.has(name)));
}
for (const [file, text] of wanted) {
  if ((await readFile(file, 'utf8').catch(() => undefined)) !== text) stale.push(file);
}
if (process.argv.includes('--check')) {
  const names = stale.map((file) => path.relative(ROOT, file));
  if (names.length > 0) throw new Error(`Out of date; run "npm run codegen": ${names.join(', ')}`);
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

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

async function operations(file, { folder, maker, made }) {
  const name = path.relative(ROOT, file);
  const written = await readFile(file, 'utf8');
  const added = Object.entries(FRAGMENTS).flatMap(([fragment, text]) => (written.includes(`...${fragment}\n`) ? [text] : []));
  const document = parse([written, ...added].join('\n'));
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
    const type = `${capital(operation)}${capital(kind)}`;
    return `export const ${operation}Document = ${made(operation, type, `\`${body}\``)};\n`;
  });
  const from = path.relative(path.dirname(file), path.join(folder, maker.file)).replace(/^(?!\.)/, './');
  const withoutInternals = types.replaceAll(/\/\*\* Internal type.*\*\/\n/g, '').replace(/^export type Incremental.*\n/m, '');
  return `${NOTE}import { ${maker.name} } from '${from}';\n\n${withoutInternals.trim()}\n\n${documents.join('\n')}`;
}
