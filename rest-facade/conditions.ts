import { createHash } from 'node:crypto';
import { isStale } from '../src/kernel/errors';
import { httpProblem } from '../src/http/errors';
import type { Reply } from './replies';

/**
 * A strong tag: another one with every change of what is shown, and by the revision with every change of what can be
 * written, which isn't all shown. Strong, since a weak one never satisfies If-Match (RFC 9110, 13.1.1).
 */
export function tagOf(revision: number, shown: unknown): string {
  return `"${revision}-${createHash('sha256').update(JSON.stringify(shown)).digest('base64url')}"`;
}

/** How a thing stands before it is changed. */
export interface Standing {
  tag: string;
  revision: number;
}

interface Guarded {
  standing(): Promise<Standing>;
  /** Refused with CONFLICT if the revision is another one by then. */
  change(expectedRevision?: number): Promise<Reply>;
}

/**
 * Changes a thing only if it has a tag that If-Match names, should there be one. Between the look and the change the
 * revision holds it: of several who saw the same, the database lets one through.
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

/** The strong tags that the header names; undefined where any will do. What is no tag matches nothing. */
function tagsIn(header: string): string[] | undefined {
  if (header.trim() === '*') return undefined;
  return [...header.matchAll(/(W\/)?("[^"]*")/g)].flatMap(([, weak, tag]) => (weak ? [] : [tag!]));
}

const preconditionFailed = () => httpProblem(412, 'This has changed since you read it: read it again, then retry');
