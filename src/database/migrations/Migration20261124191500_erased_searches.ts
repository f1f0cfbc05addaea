import { Migration } from '@mikro-orm/migrations';

/**
 * Erasing a person also erases what was searched for by their name, in the details of downloads, and details that have an id that
 * another system gave and nothing else.
 */
export class Migration20261124191500_erased_searches extends Migration {
  override up(): void {
    this.addSql(
      erasing(
        `entry.has_searched or entry.is_about and (entry.meta->>'address' is not null or entry.meta #>> '{changed,externalId}' is not null)`,
        `,
            case when e.action in ('READ_EXPORT', 'READ_REPORT') then exists (
              select 1 from jsonb_path_query(e.meta - 'file', '$.**') as part cross join unnest(names) as known(one)
              where jsonb_typeof(part) = 'string'
                and lower(part #>> '{}') ~ ('(^|\\W)' || regexp_replace(lower(one), '([]*+?^\${}()|\\\\.[])', '\\\\\\1', 'g') || '(\\W|$)'))
              else false end as has_searched`,
      ),
    );
  }

  override down(): void {
    this.addSql(erasing(`entry.is_about and entry.meta->>'address' is not null`, ''));
  }
}

/** The function of the migration before, with the details that are erased as a whole, and what else is asked of each entry. */
const erasing = (whole: string, asked: string) => `
      create or replace function erase_from_audit_log(
        person uuid, names text[], addresses text[], in_lane smallint, first_seq bigint, last_seq bigint
      ) returns integer language plpgsql security definer set search_path from current as $$
      declare
        entry record;
        gone text[];
        erased integer := 0;
      begin
        for entry in
          select e.*, coalesce(e.user_id = person, false) as is_by,
            coalesce(e.entity_type = 'User' and e.entity_id = person, false) as is_about,
            exists (select 1 from unnest(addresses) as known(one) where strpos(lower(e.meta::text), one) > 0
              and lower(e.meta::text) ~ ('(^|[[:space:]"''<(,;:=/])' || regexp_replace(one, '([^[:alnum:]@])', '\\\\\\1', 'g')
                || '(?![[:alnum:]_-]|[.][[:alnum:]])')) as has_address,
            exists (select 1 from unnest(names) as known(one) where strpos(e.meta::text, to_jsonb(one)::text) > 0) as has_name,
            coalesce(strpos(e.meta::text, person::text) > 0, false) as has_id${asked}
          from audit_entry e where e.lane = in_lane and e.seq between first_seq and last_seq
        loop
          gone := array_remove(array[
            case when entry.is_by and entry.user_name <> 'Erased' then 'userName' end,
            case when entry.is_about and entry.entity_name <> 'Erased' then 'entityName' end,
            case when entry.has_address or (entry.is_about or entry.has_id) and entry.has_name
              or ${whole} then 'meta' end], null);
          continue when cardinality(gone) = 0;
          update audit_entry e set
            user_name = case when 'userName' = any(gone) then 'Erased' else e.user_name end,
            entity_name = case when 'entityName' = any(gone) then 'Erased' else e.entity_name end,
            meta = case when 'meta' = any(gone) then '{"erased": true}' else e.meta end,
            salts = case when e.commitments is null then '{}'::jsonb else e.salts - gone end
          where e.id = entry.id;
          update audit_leaf f set
            salts = f.salts - gone - case when entry.is_about then 'changes' else '' end,
            changes = case when entry.is_about then null else f.changes end
          where f.lane = entry.lane and f.seq = entry.seq;
          erased := erased + 1;
        end loop;
        update audit_leaf f set changes = null, salts = f.salts - 'changes'
        where f.lane = in_lane and f.seq between first_seq and last_seq and strpos(f.changes::text, person::text) > 0;
        return erased;
      end $$`;
