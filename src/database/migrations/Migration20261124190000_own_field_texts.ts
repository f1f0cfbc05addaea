import { Migration } from '@mikro-orm/migrations';

/**
 * Text anywhere in own fields, and who has no value, by indexes. `text_parts` gives what a text consists of: any three characters that
 * stand together, whatever their case, and what is left at the end. A text that contains another one has all of its parts. Its cost makes
 * the planner use the index.
 */
export class Migration20261124190000_own_field_texts extends Migration {
  override up(): void {
    const threes = (from: number) => `regexp_replace(substr(t.folded, ${from}), '(...)', '\\1' || chr(1), 'g')`;
    this.addSql(`
      create function "text_parts"(given text) returns tsvector language sql immutable parallel restricted cost 10000
      return (
        select array_to_tsvector(array_remove(string_to_array(
          ${threes(1)} || chr(1) || ${threes(2)} || chr(1) || ${threes(3)}, chr(1)), ''))
        from (select translate(case when octet_length(given) = length(given) then upper(given collate "C")
          else upper(translate(given, 'İẞϴ\u0307', 'IßΘ') collate "folding") collate "C" end, chr(1), ' ') as folded) t)`);
    this.addSql(`create index "own_field_value_by_key" on "own_field_value" ("key", "vendor_id")`);
    this.addSql(
      `create index "own_field_value_by_parts" on "own_field_value" using gin (text_parts("value" #>> '{}')) with (gin_pending_list_limit = 512) ` +
        `where jsonb_typeof("value") = 'string' and "person_id" is null`,
    );
  }

  override down(): void {
    this.addSql(`drop index "own_field_value_by_parts"`);
    this.addSql(`drop index "own_field_value_by_key"`);
    this.addSql(`drop function "text_parts"(text)`);
  }
}
