import { Migration } from '@mikro-orm/migrations';

/** What people write, by table: texts, lists of texts, and JSON. */
const TEXTS: Record<string, string[]> = {
  role: ['description'],
  app_user: ['name'],
  api_key: ['name'],
  settings: ['organization_name'],
  vendor: ['name', 'contact_name', 'contact_email', 'website', 'notes', 'service_description', 'tags'],
  framework: ['description'],
  control: ['domain', 'title', 'guidance'],
  template: ['name', 'description'],
  template_section: ['title'],
  template_question: ['text', 'help_text', 'options', 'expected_answer', 'conditional_logic', 'unmapped_control_codes'],
  assessment: ['title', 'template_name'],
  assessment_question: ['section', 'text', 'help_text', 'options', 'expected_answer', 'conditional_logic', 'control_codes'],
  assessment_question_control: ['code', 'title', 'domain', 'framework_name'],
  response: ['value'],
  review_decision: ['note'],
  comment: ['author_name', 'body'],
  certification: ['name', 'issuer', 'notes'],
  responsibility_action: ['control_title', 'notes'],
  attachment: ['file_name', 'display_name'],
  finding: ['title', 'description', 'control_codes', 'resolution_note', 'resolved_by_name'],
};

/** What no two may share, within the rows that have these columns in common. Where another has it by now, both stay. */
const TAKEN: [table: string, columns: string[], within: string[]][] = [
  ['role', ['name'], []],
  ['app_user', ['email'], []],
  ['vendor', ['external_id'], []],
  ['framework', ['name'], ['version']],
  ['control', ['code'], ['framework_id']],
  ['finding_control', ['code'], ['finding_id']],
  ['responsibility_action', ['certification_name', 'framework_name', 'control_code'], ['vendor_id']],
];

const LISTS = new Set(['tags', 'options', 'unmapped_control_codes', 'control_codes']);
const JSON_VALUES = new Set(['expected_answer', 'conditional_logic', 'value']);
const typeOf = (column: string) => (LISTS.has(column) ? 'text[]' : JSON_VALUES.has(column) ? 'jsonb' : 'text');

const normalized = (columns: string[]) => columns.map((column) => `"${column}" = normalize("${column}"::text)::${typeOf(column)}`).join(', ');
const differs = (columns: string[]) => columns.map((column) => `"${column}"::text is not normalized`).join(' or ');

/** Text that is there gets the form of text that comes in: Unicode NFC. The audit log stays as it was written. */
export class Migration20261117101000_one_form_of_text extends Migration {
  override up(): void {
    for (const [table, columns] of Object.entries(TEXTS)) {
      this.addSql(`update "${table}" set ${normalized(columns)} where ${differs(columns)}`);
    }
    for (const [table, columns, within] of TAKEN) {
      const same = [
        ...columns.map((column) => `lower(normalize(o."${column}")) = lower(normalize(t."${column}"))`),
        ...within.map((column) => `o."${column}" is not distinct from t."${column}"`),
      ];
      this.addSql(`
        update "${table}" t set ${normalized(columns)} where (${differs(columns)}) and not exists (
          select 1 from "${table}" o where o.ctid <> t.ctid and ${same.join(' and ')})
      `);
    }
  }

  /** Nobody wants the other forms back. */
  override down(): void {}
}
