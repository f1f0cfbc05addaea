import { consume } from '../../auth/rate-limit';
import type { Queryable } from '../../database/database';
import { rateLimited } from '../../kernel/errors';

/** Changes through a link are recorded, and must not fill the audit log. */

/** The page saves at most every two seconds, which uses half of this. */
const CHANGES = { limit: 3_600, windowSeconds: 3_600 };
/** Each is kept, and somebody is told of it by e-mail: to one finding, and to all behind a link, which may be a hundred. */
const ANSWERS = { limit: 20, windowSeconds: 3_600 };
const ANSWERS_IN_ALL = { limit: 200, windowSeconds: 3_600 };
const DOWNLOADS = { limit: 600, windowSeconds: 3_600 };

/** Counts a vendor's changes to an assessment, or uploads through a link to findings; an audit entry with more details counts as several. */
export async function limitChanges(db: Queryable, id: string, uses = 1, what = 'this questionnaire'): Promise<void> {
  const { allowed, resetsIn } = await consume(db, `portal-changes:${id}`, CHANGES, uses);
  if (!allowed) throw rateLimited(resetsIn, `Too many changes to ${what} within an hour`);
}

/** Counts a vendor's answers to a finding through a link. */
export async function limitAnswers(db: Queryable, findingId: string, linkId: string): Promise<void> {
  const toOne = await consume(db, `portal-answers:${findingId}`, ANSWERS);
  if (!toOne.allowed) throw rateLimited(toOne.resetsIn, `You can answer a finding ${ANSWERS.limit} times an hour; try again later`);
  const inAll = await consume(db, `portal-answers:${linkId}`, ANSWERS_IN_ALL);
  if (!inAll.allowed) throw rateLimited(inAll.resetsIn, `You can send ${ANSWERS_IN_ALL.limit} answers an hour; try again later`);
}

export async function limitDownloads(db: Queryable, id: string): Promise<void> {
  const { allowed, resetsIn } = await consume(db, `portal-files:${id}`, DOWNLOADS);
  if (!allowed) throw rateLimited(resetsIn);
}
