import type { Command } from 'commander';
import { examples, later } from './command';

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('verify that the audit log is complete and unaltered');

  audit
    .command('verify')
    .description('check every entry of the audit log, the states it covers and what was signed; report the first fault of each kind')
    .option(
      '--checkpoint <file>',
      'a checkpoint to compare with: as /audit/log/checkpoint gave it, or a line of the server’s log (default: the file in DATA_DIR)',
    )
    .addHelpText('after', examples('audit verify', 'audit verify --checkpoint /mnt/archive/checkpoint'))
    .action(later(async () => (await import('./actions/audit.js')).verify));

  audit
    .command('proof <entry>')
    .description('write the proof that an entry, given by its id, is in the signed audit log')
    .option('--out <file>', 'where to write it (default: <entry>.tlog-proof)')
    .addHelpText('after', examples('audit proof 8f14e45f-ceea-467f-9b5a-0d1f3c2b1a00 --out vendor.tlog-proof'))
    .action(later(async () => (await import('./actions/audit.js')).proof));

  audit
    .command('check <file>')
    .description('check such a proof; needs neither the database nor DATA_DIR')
    .requiredOption('--key <vkey>', 'the public key of the log, from Settings.auditVerifierKey')
    .addHelpText('after', examples("audit check vendor.tlog-proof --key 'risk.example/audit-log-1f2e3d4c+…'"))
    .action(later(async () => (await import('./actions/audit.js')).check));

  audit
    .command('new-key')
    .description('print a new AUDIT_SIGNING_KEY for this log; servers that start with it change the key')
    .option('--name <name>', 'the name of a log that is yet to begin, such as risk.example.org/audit-log (default: that of this log)')
    .addHelpText('after', examples('audit new-key'))
    .action(later(async () => (await import('./actions/audit.js')).newKey));

  audit
    .command('checkpoint')
    .description('save a checkpoint of the audit log in DATA_DIR; copy the file to a safe place')
    .addHelpText('after', examples('audit checkpoint'))
    .action(later(async () => (await import('./actions/audit.js')).checkpoint));
}
