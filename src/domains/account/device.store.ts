import { sql, statement } from '../../database/sql';

/** A browser that the user has signed in with before. */
export const known = statement(
  'device.known',
  (userId: string, tokenHash: string) => sql<{ id: string }>`
    select id from device where user_id = ${userId} and token_hash = ${tokenHash}`,
);

/** Remembers a browser, or that it was used again. Tells whether it is new, and whether others were known before. */
export const remember = statement(
  'device.remember',
  (userId: string, tokenHash: string) => sql<{ isNew: boolean; hasOthers: boolean }>`
    with made as (
      insert into device as d (id, user_id, token_hash) values (gen_random_uuid(), ${userId}, ${tokenHash})
      on conflict (user_id, token_hash) do update set last_seen_at = now()
      returning xmax = 0 as "isNew"
    )
    select "isNew", exists (select from device where user_id = ${userId} and token_hash <> ${tokenHash}) as "hasOthers" from made`,
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
