import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sql } from '../../database/sql';
import type { RequestContext } from '../../graphql/context';
import { badInput } from '../../graphql/errors';
import { check, isId, prose } from '../../graphql/validate';
import { type Change, change } from '../audit/audit.service';
import type { AddCommentInput } from './assessment.inputs';
import { entityOf, lockAssessment } from './assessment.service';

type Visibility = 'INTERNAL' | 'SHARED';

export interface NewComment {
  assessment: { id: string; title: string };
  body: string;
  parentId?: string | null;
  author: { type: 'USER' | 'VENDOR'; name: string; userId?: string };
  visibility?: Visibility | null;
}

export async function addComment(ctx: RequestContext, input: AddCommentInput): Promise<string> {
  const { body } = check(z.object({ body: prose(10_000).trim().min(1, 'is required') }), input);
  return change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, input.assessmentId);
    const { parentId, visibility } = input;
    const id = await insertComment(tx, { assessment, body, parentId, author: authorOf(ctx), visibility });
    tx.record({ action: 'ADD_COMMENT', entity: entityOf(assessment) });
    return id;
  });
}

/** One of the team, as the author of a comment. */
export function authorOf({ caller }: RequestContext): NewComment['author'] {
  return { type: 'USER', name: caller.name, userId: caller.userId };
}

/** An answer to a comment is read by the same people; so an internal thread stays internal. The caller records it. */
export async function insertComment(tx: Change, { assessment, body, parentId, author, visibility }: NewComment): Promise<string> {
  const parent = parentId == null ? undefined : await findParent(tx, assessment.id, parentId, author.type);
  if (parent?.visibility === 'INTERNAL' && visibility === 'SHARED') {
    throw badInput({ visibility: 'must be INTERNAL, as the comment it answers' });
  }
  const id = randomUUID();
  await tx.query(sql`
    insert into comment (id, assessment_id, parent_id, author_type, author_name, user_id, body, visibility)
    values (${id}, ${assessment.id}, ${parentId ?? null}, ${author.type}, ${author.name}, ${author.userId ?? null}, ${body},
      ${visibility ?? parent?.visibility ?? 'INTERNAL'})`);
  return id;
}

interface Parent {
  visibility: Visibility;
  /** Comments above it, and itself. */
  depth: number;
}

/** Beyond what people write, and within what every reader can nest. */
const DEEPEST = 50;

/** To a vendor, an internal comment does not exist. */
async function findParent(tx: Change, assessmentId: string, id: string, authorType: string): Promise<Parent> {
  const [parent] = isId(id)
    ? await tx.query<Parent>(sql`
        with recursive above as (
          select parent_id from comment where id = ${id}
          union all
          select c.parent_id from comment c join above on c.id = above.parent_id
        )
        select visibility, (select count(*) from above) as depth from comment
        where id = ${id} and assessment_id = ${assessmentId}`)
    : [];
  if (!parent || (authorType === 'VENDOR' && parent.visibility === 'INTERNAL')) {
    throw badInput({ parentId: 'names no comment of this assessment' });
  }
  if (parent.depth >= DEEPEST) throw badInput({ parentId: `is ${DEEPEST} deep in its thread: answer one above it` });
  return parent;
}
