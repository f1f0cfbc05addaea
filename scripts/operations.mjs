// The operations of the web application as it sends them: for the types that are generated, and for the list of those that
// a server with TRUSTED_OPERATIONS lets run besides the operator's.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, print, separateOperations } from 'graphql';

/** Each operation of a document, with the fragments that it uses. */
export function operationsIn(document) {
  return Object.entries(separateOperations(document)).map(([name, part]) => {
    const type = part.definitions.find((definition) => 'operation' in definition).operation;
    return { name, type, body: print(part) };
  });
}

/** Those of all .graphql files in a folder, in the format of Apollo's manifests. */
export function manifestOf(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .sort();
  const operations = files
    .flatMap((name) => operationsIn(parse(readFileSync(path.join(folder, name), 'utf8'))))
    .map((operation) => ({ id: createHash('sha256').update(operation.body).digest('hex'), ...operation }));
  return { format: 'apollo-persisted-query-manifest', version: 1, operations };
}
