import { type Row, select, upsertAll } from '../../database/rows';
import { folded, foldedAddress, present, rawSql, sql, statement } from '../../database/sql';
import { VENDOR_COLUMNS } from '../vendor/vendor-fields.rules';
import { Vendor } from '../vendor/vendor.entity';
import { SPACE } from './vendor-import.rules';

/** Of two imports that depend on names, the second waits here until the first has written. */
export const lockNames = statement('vendor-import.lockNames', () => sql<{ id: boolean }>`select id from settings for no key update`);

/** An approximation of foldName in SQL that finds at least all equal names. */
const foldedName = (column: string) => folded(rawSql(`trim(regexp_replace(${column} collate "folding", '${SPACE}+', ' ', 'g'))`));

/**
 * Locks the vendors with one of the ids, external ids or names. Uses a join, because with a cached plan "= any" compares every vendor
 * with every row.
 */
export const lockNamed = statement(
  'vendor-import.lockNamed',
  (ids: readonly string[], externalIds: readonly string[], names: readonly string[]) => sql<Row<Vendor>>`
    ${select(Vendor)} where id in (
      select v.id from vendor v join unnest(${ids}::uuid[]) as given on v.id = given
      union
      select v.id from vendor v join unnest(${externalIds}::text[]) as given on v.external_id = given
      union
      select v.id from vendor v join unnest(${names}::text[]) as given on ${foldedName('v.name')} = ${folded(rawSql('given'))}
    ) order by id for update`,
);

/** Those of the external ids that a vendor has. */
export const taken = statement(
  'vendor-import.taken',
  (externalIds: readonly string[]) => sql<{ externalId: string }>`
    select ${present('v.external_id')} as "externalId" from vendor v join unnest(${externalIds}::text[]) as given on v.external_id = given`,
);

const ADDRESS = foldedAddress(rawSql('email'));

export const owners = statement(
  'vendor-import.owners',
  (emails: readonly string[]) => sql<{ id: string; email: string }>`
    select id, ${ADDRESS} as email from app_user where ${ADDRESS} = any(${emails}::text[])`,
);

/** A vendor by property names. */
export type WrittenVendor = Record<string, unknown> & { id: string; name: string };

const { ownerEmail: _, ...OWN_COLUMNS } = VENDOR_COLUMNS;
const WRITTEN = ['id', ...(Object.keys(OWN_COLUMNS) as (keyof typeof OWN_COLUMNS)[]), 'ownerId', 'portfolioId'] as const;

/** Inserts vendors, or updates existing ones. */
export const write = statement('vendor-import.write', (vendors: readonly WrittenVendor[]) => upsertAll(Vendor, WRITTEN, vendors));
