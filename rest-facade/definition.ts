import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Document, Operation } from 'openapi-backend';
import type { Permission } from '../src/auth/permissions';
import { packageRoot } from '../src/platform/package';
import { readYaml } from '../src/platform/yaml';

/** An operation of openapi.yaml, with our own additions to the standard. */
export type DefinedOperation = Operation & {
  'x-permission'?: Permission;
};

/** schema/openapi.yaml. Read from the source folder, as are the documents: the build holds only what was TypeScript. */
export function readDefinition(): Document {
  return readYaml(readFileSync(path.join(packageRoot(), 'schema/openapi.yaml'), 'utf8')) as Document;
}

/** The GraphQL document of an operation: documents/<operationId>.graphql. */
export function readDocument(operationId: string): string {
  return readFileSync(path.join(packageRoot(), 'rest-facade/documents', `${operationId}.graphql`), 'utf8');
}
