import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { generatePassword } from '../auth/passwords';
import { administrators } from '../domains/user/role.store';
import { createUser, resetUserPassword } from '../domains/user/user.service';
import { account } from '../domains/user/user.store';
import { asSystem, examples, print, warn } from './run';

interface PasswordOptions {
  password?: string;
  passwordStdin?: boolean;
}

interface Account extends PasswordOptions {
  email: string;
}

export function addAdminCommands(program: Command): void {
  const admin = program.command('admin').description('create administrators and reset passwords');

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
    .action(createAdministrator);

  withPassword(
    admin
      .command('reset-password')
      .description('set a new password for a user and end all their sessions')
      .requiredOption('--email <address>', 'address that the user signs in with'),
  )
    .addHelpText('after', examples('admin reset-password --email jane@example.org'))
    .action(resetPassword);
}

function withPassword(command: Command): Command {
  return command
    .option('--password <password>', 'the password; other users of this machine can see it in the process list')
    .addOption(new Option('--password-stdin', 'read the password from standard input').conflicts('password'))
    .addHelpText('after', '\nWithout a password, one is generated and printed.');
}

async function createAdministrator({ name, email, ...given }: Account & { name: string }): Promise<void> {
  const password = await choosePassword(given);
  await asSystem(async (ctx) => {
    const role = await ctx.database.one(administrators());
    await createUser(ctx, { name, email, password: password.value, roleId: role!.id });
  });
  print(`Created the administrator ${name}`, `  E-mail     ${email}`, ...password.lines);
}

async function resetPassword({ email, ...given }: Account): Promise<void> {
  const password = await choosePassword(given);
  const user = await asSystem(async (ctx) => {
    const found = await ctx.database.one(account(email));
    if (!found) throw new Error(`No user has the e-mail address ${email}`);
    await resetUserPassword(ctx, { id: found.id, password: password.value });
    return found;
  });
  print(`Set a new password for ${user.name}`, ...password.lines);
  if (user.isDisabled) warn("The user is disabled and can't sign in until an administrator enables the account");
}

/** The password, and what to print about it: only one that was generated. */
async function choosePassword({ password, passwordStdin }: PasswordOptions) {
  const given = passwordStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : password;
  if (given !== undefined) return { value: given, lines: [] };
  const value = generatePassword();
  return { value, lines: [`  Password   ${value}   (shown only once)`] };
}
