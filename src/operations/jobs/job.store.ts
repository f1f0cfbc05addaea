import { sql, statement } from '../../database/sql';

export interface Claim {
  name: string;
  leaseEnd: string;
}

/** Claims the jobs that are due or new. Of several servers that try, one wins. */
export const claimDue = statement(
  'job.claimDue',
  (names: readonly string[], leaseSeconds: number) => sql<Claim>`
    insert into job (name, due_at)
    select name, now() + make_interval(secs => ${leaseSeconds}) from unnest(${names}::text[]) as mine (name)
    where not exists (select 1 from job where job.name = mine.name and due_at > now())
    order by name
    on conflict (name) do update set due_at = excluded.due_at where job.due_at <= now()
    returning name, due_at as "leaseEnd"`,
);

/** If the lease has ended and another server has begun its own, that one is left alone. */
export const markDone = statement(
  'job.markDone',
  ({ name, leaseEnd }: Claim, secondsUntilNext: number) => sql<never>`
    update job set due_at = due_at + make_interval(secs => ${secondsUntilNext}) where name = ${name} and due_at = ${leaseEnd}`,
);
