import type { Held } from '../../database/rows';
import { rawSql, sql, statement } from '../../database/sql';
import type { AccountLink, AccountLinkKind } from './account-link.entity';

type New = Pick<Held<AccountLink>, 'userId' | 'kind' | 'tokenHash'> & { minutes: number };

/** A newer link replaces the one before. */
export const issue = statement(
  'account-link.issue',
  ({ userId, kind, tokenHash, minutes }: New) => sql<never>`
    insert into account_link (id, user_id, kind, token_hash, expires_at)
    values (gen_random_uuid(), ${userId}, ${kind}, ${tokenHash}, now() + make_interval(mins => ${minutes}))
    on conflict (user_id, kind) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
);

const WORKS = rawSql('l.expires_at > now() and not u.is_disabled');

/** Whose a link is that still works. */
export const holder = statement(
  'account-link.holder',
  (tokenHash: string, kind: AccountLinkKind) => sql<{ id: string; name: string; email: string }>`
    select u.id, u.name, u.email from account_link l join app_user u on u.id = l.user_id
    where l.token_hash = ${tokenHash} and l.kind = ${kind} and ${WORKS}`,
);

/** A link works once: of several uses, one gets the row. All other links of the user end with it. */
export const use = statement(
  'account-link.use',
  (tokenHash: string, userId: string) => sql<{ isUsed: boolean }>`
    delete from account_link l using app_user u
    where u.id = l.user_id and l.user_id = ${userId}
      and exists (select from account_link o where o.user_id = ${userId} and o.token_hash = ${tokenHash})
    returning (l.token_hash = ${tokenHash} and ${WORKS}) as "isUsed"`,
);

export const removeEnded = statement('account-link.removeEnded', () => sql<never>`delete from account_link where expires_at < now()`);
