import { type Row, select } from '../../database/rows';
import { folded, foldedAddress, rawSql, sql, statement } from '../../database/sql';
import { Vendor } from '../vendor/vendor.entity';

/** Of two imports that go by names, the second waits here until the first has written. */
export const lockNames = statement('vendor-import.lockNames', () => sql<{ id: boolean }>`select id from settings for no key update`);

/** What foldName makes of a stored name, so far as to find all that are the same. */
const foldedName = (column: string) => folded(rawSql(`regexp_replace(${column} collate "folding", '\\s+', ' ', 'g')`));

/**
 * Locks the vendors with one of the external ids or names. Joined, since "= any" compares every vendor with every row
 * once the database keeps a plan for it.
 */
export const lockNamed = statement(
  'vendor-import.lockNamed',
  (externalIds: readonly string[], names: readonly string[]) => sql<Row<Vendor>>`
    ${select(Vendor)} where id in (
      select v.id from vendor v join unnest(${externalIds}::text[]) as given on v.external_id = given
      union
      select v.id from vendor v join unnest(${names}::text[]) as given on ${foldedName('v.name')} = ${folded(rawSql('given'))}
    ) order by id for update`,
);

const ADDRESS = foldedAddress(rawSql('email'));

export const owners = statement(
  'vendor-import.owners',
  (emails: readonly string[]) => sql<{ id: string; email: string }>`
    select id, ${ADDRESS} as email from app_user where ${ADDRESS} = any(${emails}::text[])`,
);

/** A vendor by the names of its properties. */
export type WrittenVendor = Record<string, unknown> & { id: string; name: string };

/** Makes vendors, or changes those that are there. */
export const write = statement(
  'vendor-import.write',
  (vendors: readonly WrittenVendor[]) => sql<never>`
    insert into vendor (id, name, external_id, contact_name, contact_email, tier, website, notes, service_description,
      data_sensitivity, contract_renewal_date, contract_value, geographic_risk, tags, owner_id)
    select id, name, "externalId", "contactName", "contactEmail", tier, website, notes, "serviceDescription",
      "dataSensitivity", "contractRenewalDate", "contractValue", "geographicRisk", tags, "ownerId"
    from jsonb_to_recordset(${JSON.stringify(vendors)}::jsonb) as f(id uuid, name text,
      "externalId" text, "contactName" text, "contactEmail" text, tier text, website text, notes text,
      "serviceDescription" text, "dataSensitivity" text, "contractRenewalDate" date, "contractValue" text,
      "geographicRisk" text, tags text[], "ownerId" uuid)
    on conflict (id) do update set name = excluded.name, external_id = excluded.external_id,
      contact_name = excluded.contact_name, contact_email = excluded.contact_email, tier = excluded.tier,
      website = excluded.website, notes = excluded.notes, service_description = excluded.service_description,
      data_sensitivity = excluded.data_sensitivity, contract_renewal_date = excluded.contract_renewal_date,
      contract_value = excluded.contract_value, geographic_risk = excluded.geographic_risk, tags = excluded.tags,
      owner_id = excluded.owner_id, revision = vendor.revision + 1, updated_at = now()`,
);
