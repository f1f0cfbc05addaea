import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { administrators } from '../domains/user/role.store';
import { resetUserFactors } from '../domains/account/factor.service';
import { PasswordSignIn } from '../domains/settings/settings.entity';
import { updateSettings } from '../domains/settings/settings.service';
import { generateNewPassword } from '../domains/user/password.service';
import { createUser, resetUserPassword } from '../domains/user/user.service';
import { account, type Account as UserAccount } from '../domains/user/user.store';
import type { RequestContext } from '../kernel/context';
import { asSystem, examples, print, warn } from './run';

interface PasswordOptions {
  password?: string;
  passwordStdin?: boolean;
}

interface Account extends PasswordOptions {
  email: string;
}

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
    .action(createAdministrator);

  withPassword(
    admin
      .command('reset-password')
      .description('set a new password for a user and end all their sessions; lets an administrator in even where passwords are off')
      .requiredOption('--email <address>', 'address that the user signs in with'),
  )
    .addHelpText('after', examples('admin reset-password --email jane@example.org'))
    .action(resetPassword);

  admin
    .command('reset-factors')
    .description("remove all of a user's second factors and recovery codes, and end all their sessions")
    .requiredOption('--email <address>', 'address that the user signs in with')
    .addHelpText('after', examples('admin reset-factors --email jane@example.org'))
    .action(resetFactors);
}

function withPassword(command: Command): Command {
  return command
    .option('--password <password>', 'the password; other users of this machine can see it in the process list')
    .addOption(new Option('--password-stdin', 'read the password from standard input').conflicts('password'))
    .addHelpText('after', '\nWithout a password, one is generated and printed.');
}

async function createAdministrator({ name, email, ...given }: Account & { name: string }): Promise<void> {
  const password = await asSystem(async (ctx) => {
    const chosen = await choosePassword(ctx, given);
    const role = await ctx.database.one(administrators());
    await createUser(ctx, { name, email, password: chosen.value, roleId: role!.id });
    return chosen;
  });
  print(`Created the administrator ${name}`, `  E-mail     ${email}`, ...password.lines);
}

async function resetPassword({ email, ...given }: Account): Promise<void> {
  const { password, ...user } = await asSystem(async (ctx) => {
    const found = await accountAt(ctx, email);
    const password = await choosePassword(ctx, given);
    await resetUserPassword(ctx, { id: found.id, password: password.value });
    const isLetIn = found.isAdministrator && !found.mayUsePassword;
    if (isLetIn) await updateSettings(ctx, { passwordSignIn: PasswordSignIn.ADMINISTRATORS });
    return { ...found, isLetIn, password };
  });
  print(`Set a new password for ${user.name}`, ...password.lines);
  if (user.isLetIn) print('Administrators can sign in with a password again');
  else if (!user.mayUsePassword)
    warn("Passwords are turned off for this user, who isn't an administrator. To get in, reset an administrator's password");
  if (user.isDisabled) warn("The user is disabled and can't sign in until an administrator enables the account");
}

async function resetFactors({ email }: { email: string }): Promise<void> {
  const user = await asSystem(async (ctx) => {
    const found = await accountAt(ctx, email);
    await resetUserFactors(ctx, found.id);
    return found;
  });
  print(`${user.name} has no second factor any more`);
}

async function accountAt({ database }: RequestContext, email: string): Promise<UserAccount> {
  const found = await database.one(account(email));
  if (!found) throw new Error(`No user has the e-mail address ${email}`);
  return found;
}

/** The password, and what to print about it: only one that was generated. */
async function choosePassword({ database }: RequestContext, { password, passwordStdin }: PasswordOptions) {
  const given = passwordStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : password;
  if (given !== undefined) return { value: given, lines: [] };
  const value = await generateNewPassword(database);
  return { value, lines: [`  Password   ${value}   (shown only once)`] };
}
