import type { Command } from 'commander';
import { examples, later } from './command';

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('back up all data to a folder, whether or not the server is running')
    .argument('<folder>', 'new or empty folder; it will contain secrets such as password hashes')
    .addHelpText('after', examples('backup /mnt/backups/2027-01-01'))
    .action(later(async () => (await import('./actions/backup.js')).writeBackup));

  program
    .command('restore')
    .description('replace all data with a backup, all or nothing')
    .argument('<folder>', 'folder written by "backup"; every file is checked first')
    .option('--force', 'even if the database has data, which will be lost')
    .option('--without-key', "even if it wasn't signed with BACKUP_KEY; use only with backups you trust")
    .addHelpText('after', examples('restore /mnt/backups/2027-01-01'))
    .action(later(async () => (await import('./actions/backup.js')).restoreBackup));
}
