import type { Client } from 'pg';

/** How often what changes did so in the year. */
const CHANGES = { vendor: 12, assessment: 6, finding: 4, response: 1 };

/** Gives everything recorded a year's past: earlier versions with other values, as if it had changed every so often. */
export async function makeHistory(client: Client): Promise<void> {
  await client.query(`update audit_entry set created_at = created_at - interval '1 year' where action = 'BEGIN_RECORD'`);
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'record'::regnamespace and relkind = 'r'`,
  );
  for (const { name } of rows) {
    await client.query(`update record."${name}" set kept_since = kept_since - interval '1 year'`);
    const changes = CHANGES[name as keyof typeof CHANGES];
    if (changes) await repeat(client, name, changes);
  }
  await client.query('vacuum analyze');
}

/** Each version becomes the last of several, which follow each other from when it began until now. */
async function repeat(client: Client, name: string, changes: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname not like 'kept_%'`,
    [`record."${name}"`],
  );
  const columns = rows.map((column) => `"${column.name}"`).join(', ');
  const step = `interval '1 year' / ${changes + 1}`;
  await client.query(
    `update record."${name}" set kept_since = kept_since + ${changes} * ${step} where kept_until is null and kept_seq > 0`,
  );
  await client.query(`
    insert into record."${name}" (${columns}, kept_since, kept_until, kept_lane, kept_seq, kept_salt)
    select ${columns}, kept_since - (n + 1) * ${step}, kept_since - n * ${step}, kept_lane, -n - 1, kept_salt
    from record."${name}", generate_series(0, ${changes - 1}) as n where kept_until is null and kept_seq > 0`);
}
