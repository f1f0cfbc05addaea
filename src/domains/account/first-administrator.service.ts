import { SignInMethod } from '../../auth/sessions';
import type { Queryable } from '../../database/database';
import type { RequestContext } from '../../kernel/context';
import { conflict } from '../../kernel/errors';
import { check } from '../../kernel/validate';
import { type Change, change } from '../audit/audit.service';
import * as settingsStore from '../settings/settings.store';
import { hashNewPassword } from '../user/password.service';
import { ADMIN_ROLE } from '../user/role.rules';
import type { CreateFirstAdministratorInput } from '../user/user.inputs';
import { emailTaken, userRule } from '../user/user.service';
import * as store from '../user/user.store';
import { admit, enter } from './sign-in.service';

/** Once there is one, there always is: the last administrator can't be removed. */
export async function hasAdministrator(db: Queryable): Promise<boolean> {
  return (await db.one(store.anyAdministrator())) !== undefined;
}

/**
 * Creates the first administrator, unless there is one. Concurrent attempts, by servers starting and by visitors, wait for each
 * other at the settings row, so only one succeeds.
 */
export async function insertFirstAdministrator(
  tx: Change,
  admin: { name: string; email: string; passwordHash: string },
): Promise<{ id: string; name: string } | undefined> {
  await tx.query(settingsStore.lock());
  if (await hasAdministrator(tx)) return undefined;
  return tx.one(store.insertAdministrator(admin));
}

const alreadyThere = () => conflict('This server already has an administrator; sign in instead');

/** First-run setup in the browser: whoever comes first becomes the administrator, and is signed in. */
export async function createFirstAdministrator(ctx: RequestContext, input: CreateFirstAdministratorInput): Promise<string> {
  if (await hasAdministrator(ctx.database)) throw alreadyThere();
  const { name, email } = check(userRule, input);
  const passwordHash = await hashNewPassword(ctx.database, { field: 'password', password: input.password, email });
  const { id, entered } = await change(ctx, async (tx) => {
    const admin = await insertFirstAdministrator(tx, { name, email, passwordHash });
    if (!admin) throw alreadyThere();
    const actor = { userId: admin.id, name: admin.name };
    tx.record({ action: 'CREATE_USER', entity: { type: 'User', ...admin }, actor, meta: { role: ADMIN_ROLE } });
    return { id: admin.id, entered: (await enter(ctx, tx, { ...admin, email }, { method: SignInMethod.PASSWORD }))! };
  }).catch(emailTaken);
  admit(ctx, entered);
  return id;
}
