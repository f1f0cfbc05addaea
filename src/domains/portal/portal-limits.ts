import { consume } from '../../auth/rate-limit';
import type { Queryable } from '../../database/database';
import { rateLimited } from '../../kernel/errors';

/** Changes through a link are recorded, and must not fill the audit log. */

/** The page saves at most every two seconds, which uses half of this. */
const CHANGES = { limit: 3_600, windowSeconds: 3_600 };
/** Each is kept, and somebody is told of it by e-mail. */
const ANSWERS = { limit: 20, windowSeconds: 3_600 };
const DOWNLOADS = { limit: 600, windowSeconds: 3_600 };

/** Counts a vendor's changes to an assessment, or uploads through a link to findings; an audit entry with more details counts as several. */
export async function limitChanges(db: Queryable, id: string, uses = 1, what = 'this questionnaire'): Promise<void> {
  const { allowed, resetsIn } = await consume(db, `portal-changes:${id}`, CHANGES, uses);
  if (!allowed) throw rateLimited(resetsIn, `Too many changes to ${what} within an hour`);
}

/** Counts a vendor's answers to a finding. */
export async function limitAnswers(db: Queryable, findingId: string): Promise<void> {
  const { allowed, resetsIn } = await consume(db, `portal-answers:${findingId}`, ANSWERS);
  if (!allowed) throw rateLimited(resetsIn, `You can answer a finding ${ANSWERS.limit} times an hour; try again later`);
}

export async function limitDownloads(db: Queryable, id: string): Promise<void> {
  const { allowed, resetsIn } = await consume(db, `portal-files:${id}`, DOWNLOADS);
  if (!allowed) throw rateLimited(resetsIn);
}
