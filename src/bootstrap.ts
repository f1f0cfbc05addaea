import { randomBytes } from 'node:crypto';
import { SYSTEM } from './auth/caller';
import { hashPassword } from './auth/passwords';
import type { Config } from './config';
import type { Database } from './database/database';
import { sql } from './database/sql';
import { change } from './domains/audit/audit.service';
import { ADMIN_ROLE, ensureSystemRoles } from './domains/user/role.service';
import { RequestContext, type Services } from './graphql/context';

export interface FirstAdministrator {
  email: string;
  /** Only when it was made up here. */
  generatedPassword?: string;
}

/** What the server itself does, on record as System. */
export function systemContext(services: Services): RequestContext {
  return new RequestContext(services, SYSTEM, { id: 'system', address: '' });
}

/**
 * Makes the system roles, and the first administrator if there is no user yet. Servers that start together wait for
 * each other at the settings row, so that only one of them makes it.
 */
export async function prepareFirstStart(services: Services, config: Config): Promise<FirstAdministrator | undefined> {
  await services.database.transaction((tx) => ensureSystemRoles(tx));
  if (await hasUsers(services.database)) return undefined;
  const password = config.adminPassword ?? randomBytes(15).toString('base64url');
  const passwordHash = await hashPassword(password);
  return change(systemContext(services), async (tx) => {
    await tx.query(sql`select 1 from settings for update`);
    const [admin] = await tx.query<{ id: string; name: string }>(sql`
      insert into app_user (id, name, email, password_hash, role_id)
      select gen_random_uuid(), 'Administrator', ${config.adminEmail}, ${passwordHash}, id from role
      where name = ${ADMIN_ROLE} and is_system and not exists (select 1 from app_user)
      returning id, name`);
    if (!admin) return undefined;
    tx.record({ action: 'CREATE_USER', entity: { type: 'User', ...admin }, meta: { role: ADMIN_ROLE } });
    return { email: config.adminEmail, generatedPassword: config.adminPassword ? undefined : password };
  });
}

async function hasUsers(database: Database): Promise<boolean> {
  return (await database.query(sql`select 1 from app_user limit 1`)).length > 0;
}

/** The key that signs session cookies: given, or made once and shared through the database by all servers. */
export async function sessionSecret(database: Database, config: Config): Promise<string> {
  if (config.sessionSecret) return config.sessionSecret;
  await database.query(sql`
    insert into secret (name, value) values ('session', ${randomBytes(32).toString('hex')}) on conflict do nothing`);
  const [secret] = await database.query<{ value: string }>(sql`select value from secret where name = 'session'`);
  return secret!.value;
}
