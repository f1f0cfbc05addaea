import { type Command, InvalidArgumentError } from 'commander';
import { ALL_PERMISSIONS } from '../auth/permissions';
import type { Row } from '../database/rows';
import { readSettings, updateSettings } from '../domains/settings/settings.service';
import type { ApiKey } from '../domains/user/api-key.entity';
import { createApiKey, revokeApiKey } from '../domains/user/api-key.service';
import { byPrefixOrId, oldestFirst } from '../domains/user/api-key.store';
import type { RequestContext } from '../kernel/context';
import { parseDateTime } from '../graphql/scalars';
import { asSystem, examples, print, warn } from './run';

interface NewKey {
  name: string;
  permission?: string[];
  ip?: string[];
  expires?: string;
  quiet?: boolean;
}

export function addApiKeyCommands(program: Command): void {
  const keys = program.command('api-keys').description('turn API keys on and off; create, list and revoke them');

  keys
    .command('enable')
    .description('accept API keys')
    .addHelpText('after', examples('api-keys enable'))
    .action(() => setEnabled(true));

  keys
    .command('disable')
    .description('reject all API keys without revoking them')
    .addHelpText('after', examples('api-keys disable'))
    .action(() => setEnabled(false));

  keys
    .command('create')
    .description('create an API key and print it (it is shown only once)')
    .requiredOption('--name <name>', 'what the key is for; shown in the audit log')
    .option('--permission <permission...>', 'what the key can do (default: everything)')
    .option('--ip <address...>', 'IP addresses or CIDR ranges it works from (default: any)')
    .option('--expires <date>', 'expiry, such as 2027-01-01 or 2027-01-01T12:00:00Z (default: never)', toMoment)
    .option('--quiet', 'print the key and nothing else')
    .addHelpText('after', `\nPermissions: ${ALL_PERMISSIONS.join(', ')}`)
    .addHelpText(
      'after',
      examples(
        'api-keys create --name "Nightly export" --permission vendors:view assessments:view --expires 2027-01-01',
        'api-keys create --name CI --ip 203.0.113.0/24 --quiet > key.txt',
      ),
    )
    .action(createKey);

  keys
    .command('list')
    .description('list all API keys, without their secrets')
    .addHelpText('after', examples('api-keys list'))
    .action(listKeys);

  keys
    .command('revoke')
    .description('revoke an API key for good')
    .argument('<key>', 'prefix (vet_1a2b3c4d or 1a2b3c4d) or id of the key')
    .addHelpText('after', examples('api-keys revoke vet_1a2b3c4d'))
    .action(revokeKey);
}

async function setEnabled(apiKeysEnabled: boolean): Promise<void> {
  await asSystem((ctx) => updateSettings(ctx, { apiKeysEnabled }));
  print(`API keys are ${apiKeysEnabled ? 'on' : 'off'}`);
}

async function createKey({ name, permission, ip, expires, quiet }: NewKey): Promise<void> {
  const { token, apiKeysEnabled } = await asSystem(async (ctx) => ({
    ...(await createApiKey(ctx, { name, permissions: permission, allowedIps: ip, expiresAt: expires })),
    ...(await readSettings(ctx.database)),
  }));
  if (quiet) print(token);
  else print(`Created the API key ${name}`, `  ${token}   (shown only once)`);
  if (!apiKeysEnabled) warn('API keys are off: run "api-keys enable" before you use it');
}

async function listKeys(): Promise<void> {
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

async function revokeKey(given: string): Promise<void> {
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

function toMoment(given: string): string {
  const moment = parseDateTime(given);
  if (!moment) throw new InvalidArgumentError('Expected a date such as 2027-01-01.');
  return moment;
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
