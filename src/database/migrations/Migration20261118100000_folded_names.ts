import { Migration } from '@mikro-orm/migrations';

const NAME = `upper(translate("name", 'İẞϴ\u0307', 'IßΘ') collate "folding") collate "C"`;
const EMAIL = `lower("email" collate "C")`;

interface Taken {
  table: string;
  column: string;
  index: string;
  /** What must be unique. */
  key: string;
  where?: string;
  /** Eight characters that tell duplicates apart. */
  mark: string;
  /** The name with the mark, cut to the maximum length. */
  marked: string;
  /** Who keeps the name, ahead of the oldest. */
  first?: string;
}

const MARK = `left("id"::text, 8)`;
const behind = (mark: string, most: number) => `left("name", ${most - 11}) || ' (' || ${mark} || ')'`;

const TAKEN: Taken[] = [
  {
    table: 'role',
    column: 'name',
    index: 'role_name_folded_taken',
    key: NAME,
    mark: MARK,
    marked: behind(MARK, 100),
    first: '"is_system" desc, ',
  },
  {
    table: 'api_key',
    column: 'name',
    index: 'api_key_name_folded_taken',
    key: NAME,
    where: ' where not "is_revoked" and not "has_left_name"',
    mark: '"prefix"',
    marked: behind('"prefix"', 100),
  },
  {
    table: 'framework',
    column: 'name',
    index: 'framework_name_folded_taken',
    key: `${NAME}, coalesce("version", '')`,
    mark: MARK,
    marked: behind(MARK, 200),
  },
  {
    table: 'app_user',
    column: 'email',
    index: 'user_email_folded_taken',
    key: EMAIL,
    mark: MARK,
    marked: `regexp_replace("email", '@', '+' || ${MARK} || '@')`,
  },
];

/**
 * Names and addresses ignore case whatever the database's locale, as searches do. Of those that are now duplicates, the oldest
 * keeps its name, and the others get part of their id, or an API key's prefix, appended. The locale-based indexes stay, because
 * the previous version relies on them.
 */
export class Migration20261118100000_folded_names extends Migration {
  override up(): void {
    for (const { table, column, index, key, where = '', mark, marked, first = '' } of TAKEN) {
      this.addSql(`
        do $$ begin loop
          update "${table}" set "${column}" = ${marked} where "id" in (
            select "id" from (
              select "id", row_number() over (
                partition by ${key} order by ${first}position(${mark} in "${column}") > 0 desc, "created_at", "id"
              ) as place
              from "${table}"${where}
            ) as ranked where place > 1
          );
          exit when not found;
        end loop; end $$
      `);
      this.addSql(`create unique index "${index}" on "${table}" (${key})${where}`);
    }
  }

  override down(): void {
    for (const { index } of TAKEN) this.addSql(`drop index "${index}"`);
  }
}
