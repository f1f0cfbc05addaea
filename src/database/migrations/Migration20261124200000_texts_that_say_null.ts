import { Migration } from '@mikro-orm/migrations';

/** Lists of texts had nothing where a text was the word "null". Its case is not known any more. */
const LISTS: Record<string, readonly string[]> = {
  vendor: ['tags'],
  saved_view: ['columns'],
  template_question: ['options', 'exclusive_options'],
  assessment_question: ['options', 'exclusive_options'],
  identity_provider: ['scopes'],
  portal_link: ['sections'],
};

export class Migration20261124200000_texts_that_say_null extends Migration {
  override up(): void {
    for (const [table, columns] of Object.entries(LISTS)) {
      for (const column of columns) {
        this.addSql(
          `update "${table}" set "${column}" = array_replace("${column}", null, 'null') where array_position("${column}", null) is not null`,
        );
      }
    }
  }

  override down(): void {
    // Nothing to undo: what the texts are now is what people wrote.
  }
}
