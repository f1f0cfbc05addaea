import { hashPassword, passwordRule } from '../../auth/passwords';
import type { Queryable } from '../../database/database';
import { sql } from '../../database/sql';
import type { RequestContext } from '../../kernel/context';
import { conflict } from '../../kernel/errors';
import { check } from '../../kernel/validate';
import { type Change, change } from '../audit/audit.service';
import { ADMIN_ROLE } from './role.service';
import { enter } from './session.service';
import type { CreateFirstAdministratorInput } from './user.inputs';
import { emailTaken, userRule } from './user.service';

/** Once there is one there always is: the last administrator can't be removed. */
export async function hasAdministrator(db: Queryable): Promise<boolean> {
  const found = await db.query(sql`
    select 1 from app_user u join role r on r.id = u.role_id where r.is_system and r.name = ${ADMIN_ROLE} limit 1`);
  return found.length > 0;
}

/**
 * Makes the first administrator, unless there is one. All who try at once, servers that start and visitors, wait for
 * each other at the settings row, so that only one of them makes it.
 */
export async function insertFirstAdministrator(
  tx: Change,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<{ id: string; name: string } | undefined> {
  await tx.query(sql`select 1 from settings for update`);
  if (await hasAdministrator(tx)) return undefined;
  const [admin] = await tx.query<{ id: string; name: string }>(sql`
    insert into app_user (id, name, email, password_hash, role_id)
    select gen_random_uuid(), ${name}, ${email}, ${passwordHash}, id from role where name = ${ADMIN_ROLE} and is_system
    returning id, name`);
  return admin;
}

const alreadyThere = () => conflict('This server already has an administrator; sign in instead');

/** The first run on the web page: whoever comes first becomes the administrator, and is signed in. */
export async function createFirstAdministrator(ctx: RequestContext, input: CreateFirstAdministratorInput): Promise<string> {
  if (await hasAdministrator(ctx.database)) throw alreadyThere();
  const { name, email, password } = check(userRule.extend({ password: passwordRule }), input);
  const passwordHash = await hashPassword(password);
  const { id, cookie } = await change(ctx, async (tx) => {
    const admin = await insertFirstAdministrator(tx, { name, email, passwordHash });
    if (!admin) throw alreadyThere();
    const actor = { userId: admin.id, name: admin.name };
    tx.record({ action: 'CREATE_USER', entity: { type: 'User', ...admin }, actor, meta: { role: ADMIN_ROLE } });
    return { id: admin.id, cookie: await enter(ctx, tx, admin) };
  }).catch(emailTaken);
  ctx.request.setSessionCookie?.(cookie);
  return id;
}
