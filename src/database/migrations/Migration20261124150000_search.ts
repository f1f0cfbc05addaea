import { Migration } from '@mikro-orm/migrations';

const title = (column: string) => `((left(searchable("${column}"), 100) collate "C"))`;
const words = (text: string) => `using gin (search_words(${text})) with (fastupdate = off)`;

const INDEXES: Record<string, [table: string, on: string]> = {
  vendor_title: ['vendor', title('name')],
  vendor_name_words: ['vendor', words(`"name"`)],
  vendor_words: [
    'vendor',
    words(
      `"name" || ' ' || coalesce("external_id", '') || ' ' || coalesce("contact_name", '') || ' ' || coalesce("contact_email", '') ` +
        `|| ' ' || coalesce("website", '') || ' ' || coalesce("service_description", ''), "tags"`,
    ),
  ],
  assessment_title: ['assessment', title('title')],
  assessment_words: ['assessment', words(`"title" || ' ' || coalesce("template_name", '')`)],
  finding_title: ['finding', title('title')],
  finding_words: ['finding', words(`"title" || ' ' || coalesce("description", ''), "control_codes"`)],
  control_title: ['control', title('title')],
  control_words: [
    'control',
    words(`"title" || ' ' || coalesce("code", '') || ' ' || coalesce(split_part("guidance", 'Related terms:', 2), '')`),
  ],
  template_title: ['template', title('name')],
  template_words: ['template', words(`"name"`)],
  app_user_title: ['app_user', title('name')],
  app_user_words: ['app_user', words(`"name" || ' ' || coalesce("email", '')`)],
};

/**
 * Search: the words of vendors, assessments, findings, controls, templates and people. `searchable` gives a text as its words in
 * capitals, without accents, with one space between them; `search_words` gives them for an index. Where a text could have a word
 * that is longer than an index holds, words are cut at 100 characters. Its cost makes the planner use the indexes, and no second
 * process, which takes longer to start than a search to finish.
 */
export class Migration20261124150000_search extends Migration {
  override up(): void {
    this.addSql(`alter table "settings" add column "search_synonyms" jsonb not null default '[]'`);
    this.addSql(`
      create function "searchable"(given text) returns text language sql immutable parallel safe
      return btrim(case when octet_length(given) = length(given)
        then regexp_replace(upper(given collate "C"), '[^A-Z0-9]+', ' ', 'g') collate "C"
        else regexp_replace(
          replace(replace(replace(replace(translate(
            upper(regexp_replace(normalize(given, nfkd), '[\\u0300-\\u036f]+', '', 'g') collate "folding"),
            'ØŁĐĦŦ', 'OLDHT'), 'Æ', 'AE'), 'Œ', 'OE'), 'ß', 'SS'), 'ẞ', 'SS'),
          '[^[:alnum:]]+', ' ', 'g') collate "C" end)`);
    this.addSql(`
      create function "search_words"(given text, listed text[] default null) returns tsvector
      language sql immutable parallel restricted cost 10000
      return array_to_tsvector(array_remove(string_to_array(regexp_replace(
        searchable(given || coalesce(' ' || array_to_string(listed, ' '), '')),
        case when octet_length(given) = length(given) and length(given) < 1900 then '^$' else '(\\S{100})\\S+' end, '\\1', 'g'), ' '), ''))`);
    for (const [name, [table, on]] of Object.entries(INDEXES)) this.addSql(`create index "${name}" on "${table}" ${on}`);
  }

  override down(): void {
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index "${name}"`);
    this.addSql(`drop function "search_words"(text, text[])`);
    this.addSql(`drop function "searchable"(text)`);
    this.addSql(`alter table "settings" drop column "search_synonyms"`);
  }
}
