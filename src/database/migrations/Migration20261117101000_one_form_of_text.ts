import { Migration } from '@mikro-orm/migrations';

/** The columns that hold people's text, by table: text, lists of text, and JSON. */
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

interface Taken {
  table: string;
  columns: string[];
  /** Columns that must be equal for a conflict. */
  within: string[];
  /** Whether case is ignored. */
  folds?: boolean;
}

/** Unique values. If another row already has the normalised one, both stay as they are. */
const TAKEN: Taken[] = [
  { table: 'role', columns: ['name'], within: [], folds: true },
  { table: 'app_user', columns: ['email'], within: [], folds: true },
  { table: 'vendor', columns: ['external_id'], within: [] },
  { table: 'framework', columns: ['name'], within: ['version'], folds: true },
  { table: 'control', columns: ['code'], within: ['framework_id'] },
  { table: 'finding_control', columns: ['code'], within: ['finding_id'] },
  { table: 'responsibility_action', columns: ['certification_name', 'framework_name', 'control_code'], within: ['vendor_id'] },
];

const LISTS = new Set(['tags', 'options', 'unmapped_control_codes', 'control_codes']);
const JSON_VALUES = new Set(['expected_answer', 'conditional_logic', 'value']);

function normal(column: string): string {
  if (LISTS.has(column)) return `normalize("${column}"::text)::text[]`;
  if (!JSON_VALUES.has(column)) return `normalize("${column}")`;
  // JSON writes a line break as \n, whose n would merge with an accent behind it. The separator between them is a character
  // that JSON never contains unescaped.
  return `replace(normalize(regexp_replace("${column}"::text, '\\\\(.)', '\\\\\\1' || chr(1), 'g')), chr(1), '')::jsonb`;
}

/** Converts existing text to Unicode NFC, like incoming text. The audit log stays as it was written. */
export class Migration20261117101000_one_form_of_text extends Migration {
  override up(): void {
    for (const [table, columns] of Object.entries(TEXTS)) {
      const set = columns.map((column) => `"${column}" = ${normal(column)}`);
      const differs = columns.map((column) => `"${column}"::text is not normalized`);
      this.addSql(`update "${table}" set ${set.join(', ')} where ${differs.join(' or ')}`);
    }
    for (const { table, columns, within, folds } of TAKEN) {
      const set = columns.map((column) => `"${column}" = ${normal(column)}`);
      const differs = columns.map((column) => `t."${column}" is not normalized`);
      const key = (row: string, column: string) => (folds ? `lower(normalize(${row}."${column}"))` : `normalize(${row}."${column}")`);
      const same = [
        ...columns.map((column) => `${key('o', column)} = ${key('t', column)}`),
        ...within.map((column) => `o."${column}" is not distinct from t."${column}"`),
      ];
      this.addSql(`
        update "${table}" t set ${set.join(', ')} where (${differs.join(' or ')}) and not exists (
          select 1 from "${table}" o where o.ctid <> t.ctid and ${same.join(' and ')})
      `);
    }
  }

  /** Nobody wants the other forms back. */
  override down(): void {}
}
