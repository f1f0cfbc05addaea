import { createHash } from 'node:crypto';
import { isStale } from '../src/kernel/errors';
import { httpProblem } from '../src/http/errors';
import type { Reply } from './replies';

/**
 * A strong tag: the content covers every change to what is shown, the revision every change to what isn't. It must be strong
 * because a weak tag never satisfies If-Match (RFC 9110, 13.1.1).
 */
export function tagOf(revision: number, shown: unknown): string {
  return `"${revision}-${createHash('sha256').update(JSON.stringify(shown)).digest('base64url')}"`;
}

/** The state of a thing before it is changed. */
export interface Standing {
  tag: string;
  revision: number;
}

interface Guarded {
  standing(): Promise<Standing>;
  /** Fails with CONFLICT if the revision has changed in the meantime. */
  change(expectedRevision?: number): Promise<Reply>;
}

/**
 * Changes a thing only if its tag matches If-Match, when the header is present. The revision guards the gap between the check and
 * the change: of several callers who saw the same state, the database lets one through.
 */
export async function changeIf(ifMatch: string | undefined, { standing, change }: Guarded): Promise<Reply> {
  if (ifMatch === undefined) return change();
  const tags = tagsIn(ifMatch);
  const before = tags && (await standing());
  if (before && !tags.includes(before.tag)) throw preconditionFailed();
  return change(before?.revision).catch((error: unknown) => {
    throw isStale(error) ? preconditionFailed() : error;
  });
}

/** The strong tags in the header; undefined if any will do. Anything that isn't a valid tag matches nothing. */
function tagsIn(header: string): string[] | undefined {
  if (header.trim() === '*') return undefined;
  return [...header.matchAll(/(W\/)?("[^"]*")/g)].flatMap(([, weak, tag]) => (weak ? [] : [tag!]));
}

const preconditionFailed = () => httpProblem(412, 'This has changed since you read it: read it again, then retry');
