import path from 'node:path';
import type { Command } from 'commander';
import { type OpenServices } from '../bootstrap';
import { systemContext } from '../kernel/context';
import { backup } from '../operations/backup/backup';
import type { Manifest } from '../operations/backup/manifest';
import { restore } from '../operations/backup/restore';
import { assertUnbroken } from './audit';
import { asSystem, examples, print, warn, withServices } from './run';

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('back up all data to a folder, whether or not the server is running')
    .argument('<folder>', 'new or empty folder; it will contain secrets such as password hashes')
    .addHelpText('after', examples('backup /mnt/backups/2027-01-01'))
    .action(writeBackup);

  program
    .command('restore')
    .description('replace all data with a backup, all or nothing')
    .argument('<folder>', 'folder written by "backup"; every file is checked first')
    .option('--force', 'even if the database has data, which will be lost')
    .option('--without-key', "even if it wasn't signed with BACKUP_KEY; use only with backups you trust")
    .addHelpText('after', examples('restore /mnt/backups/2027-01-01'))
    .action(restoreBackup);
}

async function writeBackup(folder: string): Promise<void> {
  const target = path.resolve(folder);
  const manifest = await asSystem(({ services }) => {
    if (services.config.backupKey === undefined) {
      warn('Warning: BACKUP_KEY is not set. Anyone who can write to this backup can alter it unnoticed');
    }
    return backup(services, target);
  });
  print(`Wrote ${contents(manifest)} to ${target}`);
}

interface RestoreOptions {
  force?: boolean;
  withoutKey?: boolean;
}

async function restoreBackup(folder: string, { force = false, withoutKey = false }: RestoreOptions): Promise<void> {
  const source = path.resolve(folder);
  // Also replaces the audit log, which the service's own role can't do.
  const work = ({ services }: OpenServices) => {
    const unchecked = withoutKey ? '--without-key is given' : services.config.backupKey === undefined && 'BACKUP_KEY is not set';
    if (unchecked) warn(`Warning: ${unchecked}. The origin and integrity of this backup can't be verified`);
    return restore(systemContext(services), source, force, withoutKey);
  };
  const { manifest, audit } = await withServices(work, { asOwner: true });
  print(
    `Restored ${contents(manifest)} as they were at ${manifest.takenAt}`,
    'Restart the servers that run on this database: until then they use the old key for session cookies',
  );
  assertUnbroken(audit);
  print(`Verified ${audit.count} audit entries: none is missing or altered`);
}

function contents({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${tables.length} tables with ${rows} rows, and ${files.length} uploaded files,`;
}
