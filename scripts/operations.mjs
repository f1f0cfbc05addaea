// The web application's operations as it sends them: for the generated types, and for the list that a server with
// TRUSTED_OPERATIONS allows in addition to the operator's.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, print, separateOperations } from 'graphql';
import { load } from './load.mjs';

const { asOfText } = load('src/web/api/as-of.ts');

/** Each operation of a document, with the fragments it uses. */
export function operationsIn(document) {
  return Object.entries(separateOperations(document)).map(([name, part]) => {
    const type = part.definitions.find((definition) => 'operation' in definition).operation;
    return { name, type, body: print(part) };
  });
}

/** The operations of all .graphql files in a folder, queries also about the past, in the format of Apollo's manifests. */
export function manifestOf(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .sort();
  const operations = files
    .flatMap((name) => operationsIn(parse(readFileSync(path.join(folder, name), 'utf8'))))
    .flatMap((operation) => (operation.type === 'query' ? [operation, { ...operation, body: asOfText(operation.body) }] : operation))
    .map((operation) => ({ id: createHash('sha256').update(operation.body).digest('hex'), ...operation }));
  return { format: 'apollo-persisted-query-manifest', version: 1, operations };
}
