import { Migration } from '@mikro-orm/migrations';

/**
 * The salts of what an entry or a leaf commits to are made of one random value that is kept instead. Where something is erased, it goes,
 * and the other salts are kept themselves.
 */
export class Migration20261125100000_salts extends Migration {
  override up(): void {
    for (const table of ['audit_entry', 'audit_leaf']) this.addSql(`alter table "${table}" add column "salt" bytea null`);
    this.addSql('alter table "audit_leaf" alter column "salts" drop not null');
    this.addSql(`
      create function salts_of(salt bytea, commitments jsonb) returns jsonb language sql immutable strict parallel safe as $$
        select coalesce(jsonb_object_agg(name, encode(sha256(salt || convert_to(name, 'UTF8')), 'base64')), '{}')
        from jsonb_object_keys(commitments) as name
      $$`);
    this.addSql(erasing(leftOf, ', salt = null'));
    this.addSql(erasingChanges(leftOf, ', salt = null'));
  }

  override down(): void {
    this.addSql(erasing((of) => `${of}.salts`, ''));
    this.addSql(erasingChanges((of) => `${of}.salts`, ''));
    for (const table of ['audit_entry', 'audit_leaf']) {
      this.addSql(`update "${table}" set "salts" = salts_of("salt", "commitments") where "salt" is not null`);
      this.addSql(`alter table "${table}" drop column "salt"`);
    }
    this.addSql('alter table "audit_leaf" alter column "salts" set not null');
    this.addSql('drop function salts_of');
  }
}

const leftOf = (of: string) => `coalesce(${of}.salts, salts_of(${of}.salt, ${of}.commitments))`;

/** The function of the migration before, with what becomes of the salts of entries and leaves. */
const erasing = (left: (of: string) => string, rest: string) => `
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
            coalesce(strpos(e.meta::text, person::text) > 0, false) as has_id,
            case when e.action in ('READ_EXPORT', 'READ_REPORT') then exists (
              select 1 from jsonb_path_query(e.meta - 'file', '$.**') as part cross join unnest(names) as known(one)
              where jsonb_typeof(part) = 'string'
                and lower(part #>> '{}') ~ ('(^|\\W)' || regexp_replace(lower(one), '([]*+?^\${}()|\\\\.[])', '\\\\\\1', 'g') || '(\\W|$)'))
              else false end as has_searched
          from audit_entry e where e.lane = in_lane and e.seq between first_seq and last_seq
        loop
          gone := array_remove(array[
            case when entry.is_by and entry.user_name <> 'Erased' then 'userName' end,
            case when entry.is_about and entry.entity_name <> 'Erased' then 'entityName' end,
            case when entry.has_address or (entry.is_about or entry.has_id) and entry.has_name
              or entry.has_searched
              or entry.is_about and (entry.meta->>'address' is not null or entry.meta #>> '{changed,externalId}' is not null) then 'meta' end], null);
          continue when cardinality(gone) = 0;
          update audit_entry e set
            user_name = case when 'userName' = any(gone) then 'Erased' else e.user_name end,
            entity_name = case when 'entityName' = any(gone) then 'Erased' else e.entity_name end,
            meta = case when 'meta' = any(gone) then '{"erased": true}' else e.meta end,
            salts = case when e.commitments is null then '{}'::jsonb else ${left('e')} - gone end${rest}
          where e.id = entry.id;
          update audit_leaf f set
            salts = ${left('f')} - gone - case when entry.is_about then 'changes' else '' end,
            changes = case when entry.is_about then null else f.changes end${rest}
          where f.lane = entry.lane and f.seq = entry.seq;
          erased := erased + 1;
        end loop;
        update audit_leaf f set changes = null, salts = ${left('f')} - 'changes'${rest}
        where f.lane = in_lane and f.seq between first_seq and last_seq and strpos(f.changes::text, person::text) > 0;
        return erased;
      end $$`;

const erasingChanges = (left: (of: string) => string, rest: string) => `
      create or replace function erase_changes_from_audit_log(lanes smallint[], seqs bigint[])
      returns void language sql security definer set search_path from current as $$
        update audit_leaf f set changes = null, salts = ${left('f')} - 'changes'${rest}
        from unnest(lanes, seqs) as place(lane, seq) where f.lane = place.lane and f.seq = place.seq and f.changes is not null
      $$`;
