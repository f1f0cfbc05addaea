import { isIncluded, lacksFactor } from '../../auth/session.store';
import { type Held, type Row, select } from '../../database/rows';
import { isOneOf, rawSql, sql, statement } from '../../database/sql';
import { Factor } from './factor.entity';

/** Those of several users, oldest first. */
export const of = statement(
  'factor.of',
  (userIds: readonly string[]) => sql<Row<Factor>>`${select(Factor)} where user_id ${isOneOf(userIds, 'uuid')} order by created_at, id`,
);

/** What someone can show. */
export type Usable = Pick<
  Held<Factor>,
  'id' | 'userId' | 'kind' | 'secretBox' | 'lastStep' | 'credentialId' | 'publicKey' | 'counter' | 'transports'
>;

const USABLE = sql`select id, user_id as "userId", kind, secret_box as "secretBox", last_step as "lastStep",
  credential_id as "credentialId", public_key as "publicKey", counter, transports from factor`;

export const usable = statement('factor.usable', (userId: string) => sql<Usable>`${USABLE} where user_id = ${userId}`);

export const byCredential = statement(
  'factor.byCredential',
  (credentialId: string) => sql<Usable>`${USABLE} where credential_id = ${credentialId}`,
);

export type New = Pick<Held<Factor>, 'userId' | 'kind' | 'name'> &
  Partial<Pick<Held<Factor>, 'secretBox' | 'lastStep' | 'credentialId' | 'publicKey' | 'counter' | 'transports'>>;

export const insert = statement(
  'factor.insert',
  ({ userId, kind, name, secretBox, lastStep, credentialId, publicKey, counter, transports }: New) => sql<Pick<Row<Factor>, 'id'>>`
    insert into factor (user_id, kind, name, secret_box, last_step, credential_id, public_key, counter, transports)
    values (${userId}, ${kind}, ${name}, ${secretBox ?? null}, ${lastStep ?? null}, ${credentialId ?? null}, ${publicKey ?? null},
      ${counter ?? null}, ${transports ?? null})
    returning id`,
);

/** A code works once: of several uses, one gets the row. */
export const useStep = statement(
  'factor.useStep',
  (id: string, step: number) => sql<Pick<Row<Factor>, 'id'>>`
    update factor set last_step = ${step}, last_used_at = now()
    where id = ${id} and coalesce(last_step < ${step}, true) returning id`,
);

export const usePasskey = statement(
  'factor.usePasskey',
  (id: string, counter: number) => sql<Pick<Row<Factor>, 'id'>>`
    update factor set counter = greatest(counter, ${counter}), last_used_at = now() where id = ${id} returning id`,
);

export const remove = statement(
  'factor.remove',
  (id: string, userId: string) => sql<Pick<Row<Factor>, 'kind'>>`
    delete from factor where id = ${id} and user_id = ${userId} returning kind`,
);

export const removeAll = statement(
  'factor.removeAll',
  (userIds: readonly string[]) => sql<Pick<Row<Factor>, 'userId' | 'kind'>>`
    delete from factor where user_id = any(${userIds}::uuid[]) returning user_id as "userId", kind`,
);

export const countOf = statement(
  'factor.countOf',
  (userId: string) => sql<{ count: number }>`select count(*) as count from factor where user_id = ${userId}`,
);

/** Replaces all codes of a user. */
export const dropCodes = statement(
  'factor.dropCodes',
  (userIds: readonly string[]) => sql<never>`delete from recovery_code where user_id = any(${userIds}::uuid[])`,
);

export const insertCodes = statement(
  'factor.insertCodes',
  (userId: string, hashes: readonly string[]) => sql<never>`
    insert into recovery_code (user_id, code_hash) select ${userId}::uuid, unnest(${hashes}::text[])`,
);

/** Each works once: of several uses, one gets the row. */
export const useCode = statement(
  'factor.useCode',
  (userId: string, hash: string) => sql<{ codeHash: string }>`
    delete from recovery_code where user_id = ${userId} and code_hash = ${hash} returning code_hash as "codeHash"`,
);

export const countCodes = statement(
  'factor.countCodes',
  (userId: string) => sql<{ count: number }>`select count(*) as count from recovery_code where user_id = ${userId}`,
);

/** What is being set up in a session. */
export const pending = statement(
  'factor.pending',
  (sessionId: string) => sql<{ totp: string | null; passkey: string | null }>`
    select pending_totp as totp, pending_passkey as passkey from session where id = ${sessionId} for update`,
);

export const setPendingTotp = statement(
  'factor.setPendingTotp',
  (sessionId: string, box: string | null) => sql<never>`update session set pending_totp = ${box} where id = ${sessionId}`,
);

export const setPendingPasskey = statement(
  'factor.setPendingPasskey',
  (sessionId: string, box: string | null) => sql<never>`update session set pending_passkey = ${box} where id = ${sessionId}`,
);

/** Of several uses, one gets the row. */
export const takePendingPasskey = statement(
  'factor.takePendingPasskey',
  (sessionId: string, box: string) => sql<{ id: string }>`
    update session set pending_passkey = null where id = ${sessionId} and pending_passkey = ${box} returning id`,
);

/** Whether someone who signs in by password must have a second factor, and whether they have none. */
export const duty = statement(
  'factor.duty',
  (userId: string) => sql<{ isRequired: boolean; isDue: boolean }>`
    select ${isIncluded(rawSql('t.require_second_factor'))} as "isRequired", ${lacksFactor} as "isDue"
    from app_user u join role r on r.id = u.role_id cross join settings t where u.id = ${userId}`,
);
