import { Migration } from '@mikro-orm/migrations';

/**
 * Entries of the audit log are never changed, but for what names a person: whoever may only append to the log can erase that by
 * this function, and write nothing else. Each erased text loses its salt; an entry from before the record, which is hashed with
 * its texts, gets an empty set of salts instead. Addresses have to be given in every spelling that occurs.
 */
export class Migration20261121100000_erasure extends Migration {
  override up(): void {
    this.addSql(`
      create function erase_from_audit_log(
        person uuid, names text[], addresses text[], in_lane smallint, first_seq bigint, last_seq bigint
      ) returns integer language plpgsql security definer set search_path from current as $$
      declare
        entry record;
        details jsonb;
        word text;
        is_by boolean;
        is_about boolean;
        erased integer := 0;
      begin
        for entry in
          select * from audit_entry e where e.lane = in_lane and e.seq between first_seq and last_seq and (
            e.user_id = person or e.entity_id = person
            or exists (select 1 from unnest(addresses || person::text) as known(one) where strpos(e.meta::text, one) > 0))
        loop
          is_by := coalesce(entry.user_id = person, false);
          is_about := coalesce(entry.entity_type = 'User' and entry.entity_id = person, false);
          details := entry.meta;
          foreach word in array names loop
            details := replace(details::text, to_jsonb(word)::text, '"Erased"')::jsonb;
          end loop;
          foreach word in array addresses loop
            details := replace(details::text, to_jsonb(word)::text, '"erased@erased.invalid"')::jsonb;
          end loop;
          if entry.action = 'UPDATE_USER' and is_about and details ? 'changed' then
            details := jsonb_set(details, '{changed,name}', '"Erased"', false);
            details := jsonb_set(details, '{changed,email}', '"erased@erased.invalid"', false);
          end if;
          if entry.action = 'LOGIN_FAILED' and (is_about or entry.meta->>'email' = any(addresses)) then
            details := jsonb_set(details, '{email}', '"erased@erased.invalid"', false);
            details := jsonb_set(details, '{address}', '"Erased"', false);
          end if;
          continue when (not is_by or entry.user_name = 'Erased')
            and (not is_about or entry.entity_name = 'Erased') and details is not distinct from entry.meta;
          update audit_entry e set
            user_name = case when is_by then 'Erased' else e.user_name end,
            entity_name = case when is_about then 'Erased' else e.entity_name end,
            meta = details,
            salts = case when e.commitments is null then '{}'::jsonb else e.salts - array_remove(array[
              case when is_by then 'userName' end, case when is_about then 'entityName' end,
              case when details is distinct from entry.meta then 'meta' end], null) end
          where e.id = entry.id;
          erased := erased + 1;
        end loop;
        return erased;
      end $$`);
    this.addSql(`revoke all on function erase_from_audit_log from public`);
  }

  override down(): void {
    this.addSql(`drop function erase_from_audit_log`);
  }
}
