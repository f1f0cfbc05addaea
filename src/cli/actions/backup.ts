import path from 'node:path';
import { type OpenServices } from '../../bootstrap';
import { systemContext } from '../../kernel/context';
import { backup } from '../../operations/backup/backup';
import type { Manifest } from '../../operations/backup/manifest';
import { restore } from '../../operations/backup/restore';
import { assertUnbroken } from './audit';
import { asSystem, print, warn, withServices } from './run';

export async function writeBackup(folder: string): Promise<void> {
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

export async function restoreBackup(folder: string, { force = false, withoutKey = false }: RestoreOptions): Promise<void> {
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
