import { Migration } from '@mikro-orm/migrations';

const NAME = `upper(translate("name", 'İẞϴ\u0307', 'IßΘ') collate "folding") collate "C"`;
const EMAIL = `lower("email" collate "C")`;

interface Taken {
  table: string;
  column: string;
  index: string;
  /** What no two may share. */
  key: string;
  where?: string;
  /** What tells those apart that share it: eight characters. */
  mark: string;
  /** The name with the mark, as long as a name may be. */
  marked: string;
  /** Who keeps the name, before the oldest. */
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
 * Large and small letters are the same in names and addresses whatever the locale of the database, as they are in searches.
 * Of those that are the same by now, the oldest keeps its name, and the others get a part of their id, or the prefix of
 * an API key, behind it. The indexes by the locale stay: the version before relies on them.
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
