import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Document, Operation } from 'openapi-backend';
import type { Permission } from '../src/auth/permissions';
import { packageRoot } from '../src/platform/package';
import { readYaml } from '../src/platform/yaml';

/** An operation of openapi.yaml, with our extensions. */
export type DefinedOperation = Operation & {
  /**
   * The permission documented for readers; with several, any one is enough. What is enforced follows from the operation's
   * document.
   */
  'x-permission'?: Permission | Permission[];
};

/** schema/openapi.yaml, read from the source folder because the build only contains compiled TypeScript. */
export function readDefinition(): Document {
  return readYaml(readFileSync(path.join(packageRoot(), 'schema/openapi.yaml'), 'utf8')) as Document;
}

type PathItem = NonNullable<Document['paths']>[string] & { 'x-facade'?: boolean };

/** The paths under /api. Other paths have their own `servers`. */
export const facadePart = (definition: Document) => partOf(definition, ({ servers }) => !servers);

/** All that the facade serves: the paths under /api, and those outside that are marked. */
export const servedPart = (definition: Document) => partOf(definition, (item) => !item.servers || item['x-facade'] === true);

function partOf(definition: Document, isPart: (item: PathItem) => boolean): Document {
  const paths = Object.entries(definition.paths!).filter(([, item]) => isPart(item!));
  return { ...definition, paths: Object.fromEntries(paths) } as Document;
}

/** The definition with absolute URLs, for programs that read it away from the server. */
export function locatedAt(origin: string, definition: Document): Document {
  const located = <T extends { servers?: { url: string }[] }>(part: T): T =>
    part.servers ? { ...part, servers: part.servers.map((server) => ({ ...server, url: origin + server.url.replace(/\/$/, '') })) } : part;
  const paths = Object.entries(definition.paths!).map(([path, item]) => [path, located(item!)]);
  return { ...located(definition), paths: Object.fromEntries(paths) } as Document;
}
