import { createHash } from 'node:crypto';
import { Problem } from '../src/kernel/errors';
import { httpProblem } from '../src/http/errors';
import type { Reply } from './replies';

/**
 * A strong tag: another one with every change of what is shown, and by the revision with every change of what can be
 * written, which isn't all shown. Strong, since a weak one never satisfies If-Match (RFC 9110, 13.1.1).
 */
export function tagOf(revision: number, shown: unknown): string {
  return `"${revision}-${createHash('sha256').update(JSON.stringify(shown)).digest('base64url')}"`;
}

interface Guarded {
  show(): Promise<Reply>;
  /** Refused with CONFLICT if the revision is another one by then. */
  change(expectedRevision?: number): Promise<Reply>;
}

/**
 * Changes a thing only if it has a tag that If-Match names, should there be one. Between the look and the change the revision holds it: of
 * several who saw the same, the database lets one through.
 */
export async function changeIf(ifMatch: string | undefined, { show, change }: Guarded): Promise<Reply> {
  if (ifMatch === undefined) return change();
  const tags = tagsIn(ifMatch);
  const before = tags && (await show());
  if (before && !tags.includes(before.tag!)) throw preconditionFailed();
  return change(before?.revision).catch((error: unknown) => {
    throw isStale(error) ? preconditionFailed() : error;
  });
}

const FIRST_REVISION = 1;

/**
 * The reply with the new tag of what it tells of, unless someone else was faster to change it again: theirs would pass
 * what the caller never saw. What was deleted has none.
 */
export async function withTag(reply: Reply, show: (made: Reply) => Promise<Reply>): Promise<Reply> {
  const revision = reply.status === 201 ? FIRST_REVISION : reply.revision;
  if (reply.tag || revision === undefined) return reply;
  const shown = await show(reply).catch(() => undefined);
  return shown?.revision === revision ? { ...reply, tag: shown.tag } : reply;
}

/** The strong tags that the header names; undefined where any will do. What is no tag matches nothing. */
function tagsIn(header: string): string[] | undefined {
  if (header.trim() === '*') return undefined;
  return [...header.matchAll(/(W\/)?("[^"]*")/g)].flatMap(([, weak, tag]) => (weak ? [] : [tag!]));
}

const preconditionFailed = () => httpProblem(412, 'This has changed since you read it: read it again, then retry');

/** Whether a change was refused because another one came first. */
function isStale(error: unknown): boolean {
  return error instanceof Problem && error.code === 'CONFLICT' && 'expectedRevision' in (error.extensions.fields as object);
}
