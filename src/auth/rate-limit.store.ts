import { sql, statement } from '../database/sql';

/** Adds uses to a key's window, starting a new one if it has ended. */
export const count = statement(
  'rate-limit.count',
  (key: string, uses: number, windowSeconds: number) => sql<{ count: number; resetsIn: number }>`
    insert into rate_limit as r (key, count, resets_at)
    values (${key}, ${uses}, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      count = case when r.resets_at <= now() then excluded.count else r.count + excluded.count end,
      resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end
    returning count, extract(epoch from resets_at - now())::float8 as "resetsIn"`,
);

export const refund = statement(
  'rate-limit.refund',
  (key: string) => sql<never>`update rate_limit set count = greatest(count - 1, 0) where key = ${key}`,
);

export const remove = statement('rate-limit.remove', (key: string) => sql<never>`delete from rate_limit where key = ${key}`);

export const removeEnded = statement('rate-limit.removeEnded', () => sql<never>`delete from rate_limit where resets_at < now()`);
