import type { Row } from '../../database/rows';
import { readSettings, updateSettings } from '../../domains/settings/settings.service';
import type { ApiKey } from '../../domains/user/api-key.entity';
import { createApiKey, revokeApiKey } from '../../domains/user/api-key.service';
import { byPrefixOrId, oldestFirst } from '../../domains/user/api-key.store';
import type { RequestContext } from '../../kernel/context';
import { asSystem, print, warn } from './run';

interface NewKey {
  name: string;
  permission?: string[];
  ip?: string[];
  expires?: string;
  quiet?: boolean;
}

export const enableKeys = () => setEnabled(true);
export const disableKeys = () => setEnabled(false);

async function setEnabled(apiKeysEnabled: boolean): Promise<void> {
  await asSystem((ctx) => updateSettings(ctx, { apiKeysEnabled }));
  print(`API keys are ${apiKeysEnabled ? 'on' : 'off'}`);
}

export async function createKey({ name, permission, ip, expires, quiet }: NewKey): Promise<void> {
  const { token, apiKeysEnabled } = await asSystem(async (ctx) => ({
    ...(await createApiKey(ctx, { name, permissions: permission, allowedIps: ip, expiresAt: expires })),
    ...(await readSettings(ctx.database)),
  }));
  if (quiet) print(token);
  else print(`Created the API key ${name}`, `  ${token}   (shown only once)`);
  if (!apiKeysEnabled) warn('API keys are off: run "api-keys enable" before you use it');
}

export async function listKeys(): Promise<void> {
  const rows = await asSystem(({ database }) => database.query(oldestFirst()));
  const lines = rows.map((key) => [
    `vet_${key.prefix}`,
    stateOf(key),
    key.name,
    key.permissions?.join(',') ?? 'everything',
    key.allowedIps.join(',') || 'any address',
    key.expiresAt ?? 'never',
    key.lastUsedAt ?? 'never',
  ]);
  print(...aligned([['KEY', 'STATE', 'NAME', 'PERMISSIONS', 'FROM', 'EXPIRES', 'LAST USED'], ...lines]));
}

function stateOf({ isRevoked, expiresAt }: Row<ApiKey>): string {
  if (isRevoked) return 'revoked';
  return expiresAt && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'valid';
}

export async function revokeKey(given: string): Promise<void> {
  const key = await asSystem(async (ctx) => {
    const found = await findKey(ctx, given);
    await revokeApiKey(ctx, found.id);
    return found;
  });
  print(`The API key ${key.name} (vet_${key.prefix}) ${key.isRevoked ? 'was already revoked' : 'is revoked'}`);
}

/** Finds a key by prefix or id. A full key is accepted too, as it contains its prefix. */
async function findKey({ database }: RequestContext, given: string): Promise<Row<ApiKey>> {
  const prefix = given.replace(/^vet_/, '').replace(/\..*$/, '');
  const key = await database.one(byPrefixOrId(prefix, given));
  if (!key) throw new Error(`No API key has the prefix or id ${prefix}`);
  return key;
}

/** Rows as columns of equal width. */
function aligned(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
