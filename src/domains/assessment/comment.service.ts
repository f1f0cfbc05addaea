import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RequestContext } from '../../kernel/context';
import { badInput, invalidTransition, rateLimited } from '../../kernel/errors';
import { check, requiredProse } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { type Change, change } from '../audit/audit.service';
import type { AddCommentInput } from './assessment.inputs';
import { entityOf, lockAssessment, type LockedAssessment } from './assessment.service';
import { CommentVisibility } from './comment.entity';
import * as store from './comment.store';

export interface NewComment {
  /** What it is on: one of them. */
  assessment?: { id: string };
  finding?: { id: string };
  body: string;
  parentId?: string | null;
  author: { type: 'USER' | 'VENDOR'; name: string; userId?: string };
  visibility?: CommentVisibility | null;
}

export const commentRule = z.object({ body: requiredProse(10_000) });

export async function addComment(ctx: RequestContext, input: AddCommentInput): Promise<string> {
  const { body } = check(commentRule, input);
  return change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, input.assessmentId);
    const { parentId, visibility } = input;
    const id = await insertComment(tx, { assessment, body, parentId, author: authorOf(ctx), visibility });
    tx.record({ action: 'ADD_COMMENT', entity: entityOf(assessment) });
    return id;
  });
}

/** A team member as the author of a comment. */
export function authorOf({ caller }: RequestContext): NewComment['author'] {
  return { type: 'USER', name: caller.name, userId: caller.userId };
}

/** A reply has the same readers as its parent, so an internal thread stays internal. The caller records it. */
export async function insertComment(tx: Change, { assessment, finding, body, parentId, author, visibility }: NewComment): Promise<string> {
  const on = { assessmentId: assessment?.id, findingId: finding?.id };
  const parent = parentId == null ? undefined : await findParent(tx, on, parentId, author.type);
  if (parent?.visibility === CommentVisibility.INTERNAL && visibility === CommentVisibility.SHARED) {
    throw badInput({ visibility: 'must be INTERNAL, like the comment it replies to' });
  }
  const id = randomUUID();
  await tx.query(
    store.insert({
      id,
      ...on,
      parentId,
      authorType: author.type,
      authorName: author.name,
      userId: author.userId,
      body,
      visibility: visibility ?? parent?.visibility ?? CommentVisibility.INTERNAL,
    }),
  );
  return id;
}

/** The most comments a vendor may write on one assessment or finding: more than people need, too few to fill the disk. */
const VENDOR_COMMENTS = { inAll: 200, anHour: 20 };

/** Whether the vendor may comment once more. The assessment is locked, so that two can't both take the last place. */
export async function assertVendorMayComment(tx: Change, { id, status }: LockedAssessment): Promise<void> {
  if (status === 'COMPLETED') throw invalidTransition('The assessment is completed and can no longer be commented on');
  await assertRoomForVendor(tx, { assessmentId: id });
}

/** The same for what it is on, which is locked, whatever that is. */
export async function assertRoomForVendor(tx: Change, on: store.Commented): Promise<void> {
  const { inAll, anHour } = VENDOR_COMMENTS;
  const said = await tx.one(store.saidByVendor(on, anHour));
  const { all, recent, wait } = said!;
  if (all >= inAll) throw badInput({ '': `This ${nameOf(on)} has ${inAll} comments by the vendor, which is the limit` });
  if (recent >= anHour) throw rateLimited(wait ?? 0, `You can write ${anHour} comments an hour; try again later`);
}

/** Deeper than people reply, and shallow enough for every client to nest. */
const DEEPEST = 50;

const nameOf = ({ findingId }: store.Commented) => (findingId ? 'finding' : 'assessment');

/** To a vendor, an internal comment does not exist. */
async function findParent(tx: Change, on: store.Commented, id: string, authorType: string): Promise<store.Parent> {
  const parent = isId(id) ? await tx.one(store.parent(id, on)) : undefined;
  if (!parent || (authorType === 'VENDOR' && parent.visibility === CommentVisibility.INTERNAL)) {
    throw badInput({ parentId: `does not match a comment of this ${nameOf(on)}` });
  }
  if (parent.depth >= DEEPEST) throw badInput({ parentId: `is ${DEEPEST} levels deep in its thread: reply to a comment above it` });
  return parent;
}
