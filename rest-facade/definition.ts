import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Document, Operation } from 'openapi-backend';
import type { Permission } from '../src/auth/permissions';
import { packageRoot } from '../src/platform/package';
import { readYaml } from '../src/platform/yaml';

/** An operation of openapi.yaml, with our own additions to the standard. */
export type DefinedOperation = Operation & {
  /** What readers are told that a caller needs, of several any one. What is enforced follows from the operation's document. */
  'x-permission'?: Permission | Permission[];
};

/** schema/openapi.yaml. Read from the source folder: the build holds only what was TypeScript. */
export function readDefinition(): Document {
  return readYaml(readFileSync(path.join(packageRoot(), 'schema/openapi.yaml'), 'utf8')) as Document;
}

/** The part that the facade serves: the paths under /api. Those of other routes name a server of their own. */
export function facadePart(definition: Document): Document {
  const paths = Object.entries(definition.paths!).filter(([, item]) => !item!.servers);
  return { ...definition, paths: Object.fromEntries(paths) } as Document;
}

/** The document with whole addresses, for programs that read it away from the server. */
export function locatedAt(origin: string, definition: Document): Document {
  const located = <T extends { servers?: { url: string }[] }>(part: T): T =>
    part.servers ? { ...part, servers: part.servers.map((server) => ({ ...server, url: origin + server.url.replace(/\/$/, '') })) } : part;
  const paths = Object.entries(definition.paths!).map(([path, item]) => [path, located(item!)]);
  return { ...located(definition), paths: Object.fromEntries(paths) } as Document;
}
