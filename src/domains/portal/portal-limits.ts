import { consume } from '../../auth/rate-limit';
import type { Queryable } from '../../database/database';
import { rateLimited } from '../../kernel/errors';

/** Changes through a link are recorded, and must not fill the audit log. */

/** The page saves at most every two seconds, which uses half of this. */
const CHANGES = { limit: 3_600, windowSeconds: 3_600 };
const DOWNLOADS = { limit: 600, windowSeconds: 3_600 };

/** Counts a vendor's changes to an assessment, or through a link to findings; an audit entry with more details counts as several. */
export async function limitChanges(db: Queryable, id: string, uses = 1, what = 'this questionnaire'): Promise<void> {
  const { allowed, resetsIn } = await consume(db, `portal-changes:${id}`, CHANGES, uses);
  if (!allowed) throw rateLimited(resetsIn, `Too many changes to ${what} within an hour`);
}

export async function limitDownloads(db: Queryable, id: string): Promise<void> {
  const { allowed, resetsIn } = await consume(db, `portal-files:${id}`, DOWNLOADS);
  if (!allowed) throw rateLimited(resetsIn);
}
