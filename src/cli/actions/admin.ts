import { text } from 'node:stream/consumers';
import { administrators } from '../../domains/user/role.store';
import { resetUserFactors } from '../../domains/account/factor.service';
import { PasswordSignIn } from '../../domains/settings/settings.entity';
import { updateSettings } from '../../domains/settings/settings.service';
import { generateNewPassword } from '../../domains/user/password.service';
import { createUser, resetUserPassword } from '../../domains/user/user.service';
import { account, type Account as UserAccount } from '../../domains/user/user.store';
import type { RequestContext } from '../../kernel/context';
import { asSystem, print, warn } from './run';

interface PasswordOptions {
  password?: string;
  passwordStdin?: boolean;
}

interface Account extends PasswordOptions {
  email: string;
}

export async function createAdministrator({ name, email, ...given }: Account & { name: string }): Promise<void> {
  const password = await asSystem(async (ctx) => {
    const chosen = await choosePassword(ctx, given);
    const role = await ctx.database.one(administrators());
    await createUser(ctx, { name, email, password: chosen.value, roleId: role!.id });
    return chosen;
  });
  print(`Created the administrator ${name}`, `  E-mail     ${email}`, ...password.lines);
}

export async function resetPassword({ email, ...given }: Account): Promise<void> {
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

export async function resetFactors({ email }: { email: string }): Promise<void> {
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
