import { Migration } from '@mikro-orm/migrations';

/** Collations that fold case beyond ASCII, best first. Which ones exist depends on the server. */
const KNOWN = ['pg_unicode_fast', 'und-x-icu', 'pg_c_utf8', 'C.UTF-8', 'C.utf8', 'en_US.utf8', 'en_US.UTF-8'];

/** The collation that searches use to ignore case. It doesn't depend on the database's locale, which may only handle ASCII. */
export class Migration20261117104000_folding extends Migration {
  override async up(): Promise<void> {
    const names = KNOWN.map((name) => `'${name}'`).join(', ');
    const found = (await this.execute(`
      select collname as name from pg_collation
      where pg_collation_is_visible(oid) and collencoding in (-1, pg_char_to_encoding('UTF8'))
      order by array_position(array[${names}], collname::text), collprovider = 'c', collname`)) as { name: string }[];
    for (const { name } of found) {
      if (await this.folds(name)) {
        this.addSql(`create collation if not exists "folding" from "${name}"`);
        return;
      }
    }
    // The server warns about this on start.
    this.addSql(`create collation if not exists "folding" from "C"`);
  }

  private async folds(collation: string): Promise<boolean> {
    if (['default', 'C', 'POSIX', 'ucs_basic'].includes(collation)) return false;
    const [row] = (await this.execute(`select upper('éüßσжñ' collate "${collation}") in ('ÉÜßΣЖÑ', 'ÉÜSSΣЖÑ') as folds`)) as {
      folds: boolean;
    }[];
    return row!.folds;
  }

  override down(): void {
    this.addSql(`drop collation "folding"`);
  }
}
