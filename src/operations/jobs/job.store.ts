import { sql, statement } from '../../database/sql';

export interface Claim {
  name: string;
  leaseEnd: string;
}

/** Takes those of the jobs that are due, and new ones. Of several servers that try, the database lets one win. */
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

/** Another server's lease, begun because this one's ended, has another end and is left alone. */
export const markDone = statement(
  'job.markDone',
  ({ name, leaseEnd }: Claim, secondsUntilNext: number) => sql<never>`
    update job set due_at = due_at + make_interval(secs => ${secondsUntilNext}) where name = ${name} and due_at = ${leaseEnd}`,
);
