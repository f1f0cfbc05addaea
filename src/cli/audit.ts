import type { Command } from 'commander';
import { advanceCheckpoint, checkpointFile, readCheckpoint } from '../domains/audit/audit.checkpoint';
import { readHeads, type Verification, verifyLog } from '../domains/audit/audit.verify';
import { asSystem, examples, print } from './run';

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('verify that the audit log is complete and unaltered');

  audit
    .command('verify')
    .description('check every entry of the audit log and report the first that is missing or altered')
    .option('--checkpoint <file>', 'a checkpoint, or a log line with one, to compare with (default: the one in DATA_DIR)')
    .addHelpText('after', examples('audit verify', 'audit verify --checkpoint /mnt/archive/audit-checkpoint.json'))
    .action(verify);

  audit
    .command('checkpoint')
    .description('save a checkpoint of the audit log in DATA_DIR; copy the file to a safe place')
    .addHelpText('after', examples('audit checkpoint'))
    .action(checkpoint);
}

async function verify({ checkpoint: given }: { checkpoint?: string }): Promise<void> {
  await asSystem(async ({ database, services }) => {
    const file = given ?? checkpointFile(services.config.dataDir);
    const known = await readCheckpoint(file);
    if (given && !known) throw new Error(`There is no file ${given}`);
    const result = await verifyLog(database, known);
    assertUnbroken(result);
    const chains = (await readHeads(database)).filter(({ seq }) => seq > 0).length;
    print(
      `Verified ${result.count} entries in ${chains} chains: none is missing or altered`,
      ...linkedOnly(result),
      known
        ? `They match the checkpoint of ${known.takenAt} (${known.count} entries)`
        : `There is no checkpoint (${file}): removal of the newest entries can't be detected`,
    );
  });
}

function linkedOnly({ linkedOnly: count }: Verification): string[] {
  if (count === 0) return [];
  const [entries, were, their] = count === 1 ? ['entry', 'was', 'its'] : ['entries', 'were', 'their'];
  return [`${count} erased ${entries} from before the record ${were} checked by ${their} links alone`];
}

export function assertUnbroken({ broken }: Verification): void {
  if (!broken) return;
  const { lane, seq, id, action, createdAt, reason } = broken;
  const particulars = id ? ` (${action} at ${createdAt}, id ${id})` : '';
  throw new Error(`The audit log is broken: entry ${seq} of chain ${lane}${particulars} ${reason}`);
}

async function checkpoint(): Promise<void> {
  await asSystem(async ({ database, services }) => {
    const file = checkpointFile(services.config.dataDir);
    const next = await advanceCheckpoint(database, file);
    if (!next) throw new Error(`The audit log does not match its last checkpoint (${file}): run "audit verify"`);
    print(`Wrote ${file}: ${next.count} entries`);
  });
}
