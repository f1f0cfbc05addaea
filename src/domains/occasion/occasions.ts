import type { RequestContext } from '../../kernel/context';
import type { AuditAction } from '../audit/audit.actions';
import { change } from '../audit/audit.service';
import * as store from './occasion.store';

/** What happens by itself, when a date comes: found in batches, each recorded once. */
const OCCASIONS: { action: AuditAction; type: string; find: typeof store.overdue }[] = [
  { action: 'ASSESSMENT_OVERDUE', type: 'Assessment', find: store.overdue },
  { action: 'CERTIFICATION_EXPIRING', type: 'Certification', find: store.expiring },
  { action: 'CERTIFICATION_EXPIRED', type: 'Certification', find: store.expired },
  { action: 'RISK_ACCEPTANCE_ENDING', type: 'Finding', find: store.ending },
];

const BATCH = 200;

/** Records what has come to be overdue, or to expire, since the last time. */
export async function recordOccasions(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  for (const { action, type, find } of OCCASIONS) {
    let found = BATCH;
    while (found === BATCH && !signal.aborted) {
      found = await change(ctx, async (tx) => {
        const passed = await tx.query(find(BATCH));
        for (const entity of passed) tx.record({ action, entity: { type, ...entity } });
        return passed.length;
      });
    }
  }
}
