import { sql, statement } from '../../database/sql';

/** A browser that the user has signed in with before. */
export const known = statement(
  'device.known',
  (userId: string, tokenHashes: readonly string[]) => sql<{ id: string }>`
    select id from device where user_id = ${userId} and token_hash = any(${tokenHashes}::text[]) limit 1`,
);

/** The same, and that it was used again. */
export const seeAgain = statement(
  'device.seeAgain',
  (userId: string, tokenHashes: readonly string[]) => sql<{ id: string }>`
    update device set last_seen_at = now() where user_id = ${userId} and token_hash = any(${tokenHashes}::text[]) returning id`,
);

export const remember = statement(
  'device.remember',
  (userId: string, tokenHash: string) => sql<never>`
    insert into device (id, user_id, token_hash) values (gen_random_uuid(), ${userId}, ${tokenHash})`,
);

/** Forgets those that were used longest ago. */
export const forgetBeyond = statement(
  'device.forgetBeyond',
  (userId: string, most: number) => sql<never>`
    delete from device where id in (
      select id from device where user_id = ${userId} order by last_seen_at desc, id offset ${most})`,
);

export const forgetUnused = statement(
  'device.forgetUnused',
  () => sql<never>`delete from device where last_seen_at < now() - interval '400 days'`,
);
