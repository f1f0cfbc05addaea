import { consume } from '../../auth/rate-limit';
import type { Queryable } from '../../database/database';
import { rateLimited } from '../../kernel/errors';

/** What is done by a link is on record, and a link must not fill the log. */

/** The page saves every two seconds at most, which is half of it. */
const CHANGES = { limit: 3_600, windowSeconds: 3_600 };
const DOWNLOADS = { limit: 600, windowSeconds: 3_600 };

/** Counts changes of an assessment by the vendor; an entry that tells more counts as several. */
export async function limitChanges(db: Queryable, assessmentId: string, uses = 1): Promise<void> {
  const { allowed, resetsIn } = await consume(db, `portal-changes:${assessmentId}`, CHANGES, uses);
  if (!allowed) throw rateLimited(resetsIn, 'Too many changes to this questionnaire within an hour');
}

export async function limitDownloads(db: Queryable, assessmentId: string): Promise<void> {
  const { allowed, resetsIn } = await consume(db, `portal-files:${assessmentId}`, DOWNLOADS);
  if (!allowed) throw rateLimited(resetsIn);
}
