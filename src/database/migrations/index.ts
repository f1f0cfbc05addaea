import type { Migration, Migrator } from '@mikro-orm/migrations';

/** All migrations, oldest first. Never change one that has run anywhere: write a new one. */
export const MIGRATIONS = [
  'Migration20261115000000_initial',
  'Migration20261115101500_library',
  'Migration20261115103000_tallies',
  'Migration20261116130000_uploaders',
  'Migration20261116131000_audit_reads',
  'Migration20261117100000_audit_api_keys',
  'Migration20261117101000_one_form_of_text',
  'Migration20261117102000_general_domain',
  'Migration20261117103000_withdrawn_scores',
  'Migration20261117104000_folding',
  'Migration20261117110000_exclusive_options',
  'Migration20261117111000_not_applicable',
  'Migration20261117120000_api_key_names',
  'Migration20261117140000_metrics_permission',
  'Migration20261118100000_folded_names',
  'Migration20261118110000_tags_of_answers',
  'Migration20261119100000_record',
  'Migration20261120100000_log',
  'Migration20261121100000_erasure',
  'Migration20261122100000_keys_of_makers',
  'Migration20261122101000_portfolios',
  'Migration20261122110000_sessions',
  'Migration20261122120000_accounts',
  'Migration20261122130000_sign_on',
  'Migration20261122140000_scim',
  'Migration20261122145000_disabled_by_hand',
  'Migration20261122150000_scopes',
  'Migration20261123090000_webhooks',
  'Migration20261123100000_occasions',
  'Migration20261123120000_notifications',
  'Migration20261123130000_no_outbox_event',
  'Migration20261124100010_finding_work',
  'Migration20261124100020_remediation',
  'Migration20261124110000_gaps',
  'Migration20261124110010_risk_acceptances',
  'Migration20261124110020_finding_titles',
  'Migration20261124120000_vendor_status',
  'Migration20261124120010_offboarding',
  'Migration20261124120020_intake',
  'Migration20261124130000_filters',
  'Migration20261124140000_own_fields',
  'Migration20261124140100_saved_views',
  'Migration20261124150000_search',
  'Migration20261124150100_portal_sections',
  'Migration20261124160000_board_report',
  'Migration20261124170000_logo',
  'Migration20261124180000_board_report_kind',
  'Migration20261124180010_sweep',
  'Migration20261124181800_taken_over_accounts',
  'Migration20261124190000_own_field_texts',
  'Migration20261124191500_erased_searches',
  'Migration20261124200000_texts_that_say_null',
  'Migration20261125100000_salts',
];

// Migrations and the migrator are loaded only when there is something to run. import() would load them as ES modules.

export function loadMigrations(): (new (...args: ConstructorParameters<typeof Migration>) => Migration)[] {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return MIGRATIONS.map((name) => (require(`./${name}`) as Record<string, never>)[name]!);
}

export function loadMigrator(): typeof Migrator {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('@mikro-orm/migrations') as { Migrator: typeof Migrator }).Migrator;
}

/** How migrations are found and run. The migrator takes a while to load, and most starts don't need it. */
export function migrationOptions() {
  return {
    tableName: 'migration',
    migrationsList: loadMigrations(),
    path: 'src/database/migrations',
    emit: 'ts',
    // Drift is measured against the database itself, and a running server writes no files.
    snapshot: false,
    transactional: true,
    allOrNothing: true,
    disableForeignKeys: false,
    silent: true,
  } as const;
}
