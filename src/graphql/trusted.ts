import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { sha256 } from '../auth/api-keys';
import { ConfigError } from '../kernel/config';
import { packageRoot } from '../platform/package';
import type { Executor } from './engine/execute';
import { assertMeasured } from './measure';

const FORMAT = 'apollo-persisted-query-manifest';

/** Apollo's manifest, or Relay's: texts by their ids. */
const manifestRule = z.union([
  z
    .object({
      format: z.literal(FORMAT),
      version: z.literal(1),
      operations: z.array(z.object({ id: z.string().min(1), body: z.string().min(1) })),
    })
    .transform(({ operations }) => operations.map(({ id, body }) => [id, body] as const)),
  z.record(z.string().min(1), z.string().min(1)).transform((texts) => Object.entries(texts)),
]);

/** Where `npm run build` puts the web application's operations. */
const OF_THE_WEB = path.join(packageRoot(), 'dist/web/operations.json');

/** The operations that may run: those the operator lists, and the web application's. */
export class TrustedOperations {
  private readonly byId = new Map<string, string>();
  private readonly texts = new Set<string>();

  /** By its id in the manifest, or by its hash. */
  textOf(id: string): string | undefined {
    return this.byId.get(id);
  }

  has(text: string): boolean {
    return this.texts.has(text);
  }

  add(id: string, text: string): void {
    this.byId.set(id, text);
    this.texts.add(text);
    const hash = sha256(text);
    if (!this.byId.has(hash)) this.byId.set(hash, text);
  }
}

/** Reads the manifest. Errors in it prevent the start: later they would look like client errors. */
export function readTrusted(file: string, executor: Executor, mostBytes: number): TrustedOperations {
  const trusted = new TrustedOperations();
  const web = readIfThere(OF_THE_WEB);
  for (const [id, body] of web ? manifestRule.parse(JSON.parse(web)) : []) trusted.add(id, body);

  const refuse = (why: string) => new ConfigError(`TRUSTED_OPERATIONS: "${file}" can't be used: ${why}`);
  for (const [id, body] of readManifest(file, refuse)) {
    const known = trusted.textOf(id);
    if (known !== undefined && known !== body) throw refuse(`two operations have the id "${id}"`);
    try {
      assertMeasured(body, mostBytes);
      executor.prepare(id, body);
    } catch (error) {
      throw refuse(`the operation "${id}" can't run here: ${(error as Error).message.replace(/\s+/g, ' ')}`);
    }
    trusted.add(id, body);
  }
  return trusted;
}

function readManifest(file: string, refuse: (why: string) => ConfigError): readonly (readonly [string, string])[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw refuse(code === undefined ? 'it is not JSON' : `it can't be read (${code})`);
  }
  const manifest = manifestRule.safeParse(content);
  if (manifest.success) return manifest.data;
  throw refuse(
    `it must be an Apollo manifest, {"format":"${FORMAT}","version":1,"operations":[{"id":"…","body":"…"}]}, ` +
      'or a Relay one, {"<id>":"<query text>"}',
  );
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // the web application isn't built
  }
}
