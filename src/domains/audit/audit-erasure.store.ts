import { sql, statement } from '../../database/sql';

/** One erasure at a time, and none while somebody copies texts of the log. The settings are the row that is always there. */
export const lock = statement('audit-erasure.lock', () => sql<never>`select from settings for update`);

/** For whoever copies texts of the log or of the record, before reading them: what was erased then stays so. */
export const share = statement('audit-erasure.share', () => sql<never>`select from settings for share`);

/** Erases a person from some entries of a chain. Addresses are given in every spelling. */
export const erase = statement(
  'audit-erasure.erase',
  (id: string, names: readonly string[], addresses: readonly string[], lane: number, first: number, last: number) => sql<{
    erased: number;
  }>`
    select erase_from_audit_log(${id}, ${names}::text[], ${addresses}::text[], ${lane}::smallint, ${first}, ${last}) as erased`,
);

/** Erases those who were erased lately from entries that requests of theirs, which were under way, wrote afterwards. */
export const eraseLate = statement(
  'audit-erasure.eraseLate',
  () => sql<{ erased: number }>`
    select erase_from_audit_log(e.entity_id, '{}', '{}', late.lane, late.seq, late.seq) as erased
    from audit_entry e join audit_entry late on late.created_at >= e.created_at and (
      late.user_id = e.entity_id and late.user_name <> 'Erased' or late.entity_id = e.entity_id and late.entity_name <> 'Erased')
    where e.action = 'ERASE_USER' and e.created_at > now() - interval '1 day'`,
);

/** Whether a person was erased before. */
export const isErased = statement(
  'audit-erasure.isErased',
  (id: string) => sql<{ found: boolean }>`
    select exists (select 1 from audit_entry where entity_id = ${id} and action = 'ERASE_USER') as found`,
);

/** How many entries from before the record were erased: their hashes are over texts that are gone. */
export const countEarlier = statement(
  'audit-erasure.countEarlier',
  () => sql<{ count: number }>`select count(*) as count from audit_entry where commitments is null and salts is not null`,
);
