import { RequestContext } from '../../kernel/context';
import type { AuditRecord } from '../audit/audit.service';
import { change } from '../audit/audit.service';
import { readSettings } from './settings.service';

/** A download: data that leaves the system as a file. */
export interface FileRead extends Omit<AuditRecord, 'action' | 'actor'> {
  action: 'READ_EXPORT' | 'READ_REPORT' | 'DOWNLOAD_EVIDENCE';
}

/**
 * Records downloads in the audit log, with the moment that they were asked of, unless this is turned off in the settings. Await it before sending the content: what can't
 * be recorded isn't sent. Lists and pages, which people view all day, aren't recorded.
 */
export async function recordReads({ services, caller, request, moment }: RequestContext, reads: readonly FileRead[]): Promise<void> {
  // A new context, because the request's may read from a replica, or the past.
  const ctx = new RequestContext(services, caller, request);
  const asOf = moment ?? request.asOf;
  if (!(await readSettings(ctx.database)).auditReads) return;
  await change(ctx, async (tx) => {
    for (const read of reads) tx.record(asOf === undefined ? read : { ...read, meta: { ...read.meta, asOf } });
  });
}
