import { type Command, InvalidArgumentError } from 'commander';
import { ALL_PERMISSIONS } from '../kernel/permission-list';
import { parseDateTime } from '../platform/dates';
import { examples, later } from './command';

export function addApiKeyCommands(program: Command): void {
  const keys = program.command('api-keys').description('turn API keys on and off; create, list and revoke them');

  keys
    .command('enable')
    .description('accept API keys')
    .addHelpText('after', examples('api-keys enable'))
    .action(later(async () => (await import('./actions/api-keys.js')).enableKeys));

  keys
    .command('disable')
    .description('reject all API keys without revoking them')
    .addHelpText('after', examples('api-keys disable'))
    .action(later(async () => (await import('./actions/api-keys.js')).disableKeys));

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
    .action(later(async () => (await import('./actions/api-keys.js')).createKey));

  keys
    .command('list')
    .description('list all API keys, without their secrets')
    .addHelpText('after', examples('api-keys list'))
    .action(later(async () => (await import('./actions/api-keys.js')).listKeys));

  keys
    .command('revoke')
    .description('revoke an API key for good')
    .argument('<key>', 'prefix (vet_1a2b3c4d or 1a2b3c4d) or id of the key')
    .addHelpText('after', examples('api-keys revoke vet_1a2b3c4d'))
    .action(later(async () => (await import('./actions/api-keys.js')).revokeKey));
}

function toMoment(given: string): string {
  const moment = parseDateTime(given);
  if (!moment) throw new InvalidArgumentError('Expected a date such as 2027-01-01.');
  return moment;
}
