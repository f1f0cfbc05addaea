import { isAdministrator, isIncluded } from '../../auth/session.store';
import { type Held, type Row, insertInto, select, update } from '../../database/rows';
import { foldedAddress, rawSql, sql, statement } from '../../database/sql';
import { ADMIN_ROLE } from './role.rules';
import { User } from './user.entity';

export const list = statement('user.list', () => sql<Row<User>>`${select(User)} order by lower(name), id`);

export const assignees = statement('user.assignees', () => sql<Row<User>>`${select(User)} where not is_disabled order by lower(name), id`);

export interface Account extends Pick<Held<User>, 'id' | 'name' | 'email' | 'passwordHash' | 'isDisabled'> {
  /** Whether the organisation lets this person sign in by password. */
  mayUsePassword: boolean;
  isAdministrator: boolean;
}

const ACCOUNT = sql`
  select u.id, u.name, u.email, u.password_hash as "passwordHash", u.is_disabled as "isDisabled",
    ${isIncluded(rawSql('t.password_sign_in'))} as "mayUsePassword", ${isAdministrator} as "isAdministrator"
  from app_user u join role r on r.id = u.role_id cross join settings t`;

/** By the sign-in address, ignoring case. */
export const account = statement(
  'user.account',
  (email: string) => sql<Account>`
    ${ACCOUNT} where ${foldedAddress(rawSql('u.email'))} = ${foldedAddress(sql`${email}::text`)}`,
);

export const accountOf = statement('user.accountOf', (id: string) => sql<Account>`${ACCOUNT} where u.id = ${id}`);

/** Does nothing if the password is no longer what it was. */
export const setPassword = statement('user.setPassword', (id: string, passwordHash: string, before: string | null | undefined) =>
  sql<Pick<Row<User>, 'id'>>`
    ${update(User, { passwordHash })} where id = ${id} and password_hash is not distinct from ${before ?? null}::text returning id`.writes(
    User,
    { id },
    ['password'],
  ),
);

/** Whatever it was before. */
export const replacePassword = statement('user.replacePassword', (id: string, passwordHash: string) =>
  sql<never>`${update(User, { passwordHash })} where id = ${id}`.writes(User, { id }, ['password']),
);

/** Ends the links by which people could set a password. */
export const endLinks = statement(
  'user.endLinks',
  (ids: readonly string[]) => sql<never>`delete from account_link where user_id = any(${ids}::uuid[])`,
);

/** The same for everybody with a role. */
export const endLinksOfHolders = statement(
  'user.endLinksOfHolders',
  (roleId: string) => sql<never>`delete from account_link where user_id in (select id from app_user where role_id = ${roleId})`,
);

/** Gives those who had one. */
export const dropPasswords = statement('user.dropPasswords', (ids: readonly string[]) =>
  sql<Pick<Row<User>, 'id'>>`
    ${update(User, { passwordHash: null })} where id = any(${ids}::uuid[]) and password_hash is not null returning id`.writesGiven(User, [
    'password',
  ]),
);

/** Of these, whom an identity provider keeps here or knows. */
export const atProviders = statement(
  'user.atProviders',
  (ids: readonly string[]) => sql<Pick<Row<User>, 'id'>>`
    select id from app_user u where id = any(${ids}::uuid[])
      and (is_provisioned or exists (select from user_identity i where i.user_id = u.id))`,
);

/** A provider found the account here: whoever created it may know how to sign in. */
export const takeOver = statement('user.takeOver', (id: string) => sql<never>`update app_user set is_taken_over = true where id = ${id}`);

/** Nobody but the person knows how to sign in any more. */
export const settle = statement(
  'user.settle',
  (ids: readonly string[]) => sql<never>`update app_user set is_taken_over = false where id = any(${ids}::uuid[]) and is_taken_over`,
);

/** Forgets the browsers that people have signed in with, except these. */
export const forgetDevices = statement(
  'user.forgetDevices',
  (ids: readonly string[], except: readonly string[]) => sql<never>`
    delete from device where user_id = any(${ids}::uuid[]) and not token_hash = any(${except}::text[])`,
);

/**
 * Signing in changes nothing that people edit, so the revision stays. Nothing if the user has lost access, or the password, if one
 * is given, is no longer the same: whoever changes either waits here, and then ends the session.
 */
export const markSignedIn = statement(
  'user.markSignedIn',
  (id: string, passwordHash: string | null) => sql<{ isFirst: boolean }>`
    with before as (select id, last_signed_in_at from app_user where id = ${id} for update)
    update app_user u set last_signed_in_at = now() from before
    where u.id = before.id and not u.is_disabled and coalesce(u.password_hash = ${passwordHash}::text, true)
    returning before.last_signed_in_at is null as "isFirst"`,
);

export const anyAdministrator = statement(
  'user.anyAdministrator',
  () => sql<Pick<Row<User>, 'id'>>`
    select u.id from app_user u join role r on r.id = u.role_id where r.is_system and r.name = ${ADMIN_ROLE} limit 1`,
);

export const insertAdministrator = statement(
  'user.insertAdministrator',
  ({ name, email, passwordHash }: Pick<Held<User>, 'name' | 'email' | 'passwordHash'>) =>
    sql<Pick<Row<User>, 'id' | 'name'>>`
    insert into app_user (id, name, email, password_hash, role_id)
    select gen_random_uuid(), ${name}, ${email}, ${passwordHash}, id from role where name = ${ADMIN_ROLE} and is_system
    returning id, name`.writesGiven(User, ['password']),
);

/** Nothing if the address is taken. */
export const insertWithoutPassword = statement(
  'user.insertWithoutPassword',
  (id: string, { name, email, roleId, portfolioIds }: Pick<Held<User>, 'name' | 'email' | 'roleId' | 'portfolioIds'>) => sql<
    Pick<Row<User>, 'id'>
  >`
    ${insertInto(User, { id, name, email, roleId, portfolioIds })} on conflict do nothing returning id`,
);

/** How many other users with the role can sign in. */
export const countOthers = statement(
  'user.countOthers',
  (roleId: string, userId: string) => sql<{ count: number }>`
    select count(*) as count from app_user where role_id = ${roleId} and not is_disabled and id <> ${userId}`,
);

/** Counts as a change of those vendors: clients that read them with their owner must read them again. */
export const disownVendors = statement('user.disownVendors', (id: string) =>
  sql<never>`
    update vendor set owner_id = null, revision = revision + 1, updated_at = now() where owner_id = ${id}`.writes('vendor', {
    ownerId: id,
  }),
);
