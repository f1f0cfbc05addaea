import { type Command, Option } from 'commander';
import { examples, later } from './command';

export function addAdminCommands(program: Command): void {
  const admin = program.command('admin').description('create administrators, reset passwords and second factors');

  withPassword(
    admin
      .command('create')
      .description('create an administrator')
      .requiredOption('--email <address>', 'address to sign in with')
      .requiredOption('--name <name>', "the person's name"),
  )
    .addHelpText(
      'after',
      examples(
        'admin create --email jane@example.org --name "Jane Doe"',
        'admin create --email jane@example.org --name "Jane Doe" --password-stdin < password.txt',
      ),
    )
    .action(later(async () => (await import('./actions/admin.js')).createAdministrator));

  withPassword(
    admin
      .command('reset-password')
      .description('set a new password for a user and end all their sessions; lets an administrator in even where passwords are off')
      .requiredOption('--email <address>', 'address that the user signs in with'),
  )
    .addHelpText('after', examples('admin reset-password --email jane@example.org'))
    .action(later(async () => (await import('./actions/admin.js')).resetPassword));

  admin
    .command('reset-factors')
    .description("remove all of a user's second factors and recovery codes, and end all their sessions")
    .requiredOption('--email <address>', 'address that the user signs in with')
    .addHelpText('after', examples('admin reset-factors --email jane@example.org'))
    .action(later(async () => (await import('./actions/admin.js')).resetFactors));
}

function withPassword(command: Command): Command {
  return command
    .option('--password <password>', 'the password; other users of this machine can see it in the process list')
    .addOption(new Option('--password-stdin', 'read the password from standard input').conflicts('password'))
    .addHelpText('after', '\nWithout a password, one is generated and printed.');
}
