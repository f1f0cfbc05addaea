import { RequestContext } from '../../kernel/context';
import type { AuditRecord } from '../audit/audit.service';
import { change } from '../audit/audit.service';
import { readSettings } from './settings.service';

/** A download: what leaves the house as a file. */
export interface FileRead extends Omit<AuditRecord, 'action' | 'actor'> {
  action: 'READ_EXPORT' | 'READ_REPORT' | 'DOWNLOAD_EVIDENCE';
}

/**
 * Tells the audit log of downloads, unless the settings say otherwise. To be awaited before the content is sent: what
 * can't be recorded isn't given. Lists and pages, which people look at all day, are not recorded.
 */
export async function recordReads({ services, caller, request }: RequestContext, reads: readonly FileRead[]): Promise<void> {
  // Of its own, since what is read may come from a replica.
  const ctx = new RequestContext(services, caller, request);
  if (!(await readSettings(ctx.database)).auditReads) return;
  await change(ctx, async (tx) => {
    for (const read of reads) tx.record(read);
  });
}
