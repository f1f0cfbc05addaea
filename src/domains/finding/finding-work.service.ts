import { z } from 'zod';
import type { Row } from '../../database/rows';
import type { RequestContext } from '../../kernel/context';
import { badInput, invalidTransition, notFound, staleRevision } from '../../kernel/errors';
import { check, optional, prose, withoutNulls } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { authorOf, commentRule, insertComment } from '../assessment/comment.service';
import { type Change, change } from '../audit/audit.service';
import { type Finding, FindingStatus } from './finding.entity';
import type { AddFindingCommentInput, FindingResult, UpdateFindingInput, UpdateFindingsInput } from './finding.inputs';
import { forEachFinding } from './finding.service';
import * as store from './finding.store';

/** The work on a finding until it is closed: who sees to it, until when and how, and what is said about it. */

export const entityOf = ({ id, title }: Pick<Row<Finding>, 'id' | 'title'>) => ({ type: 'Finding', id, name: title });

/** The finding, locked until the commit and as the caller knows it. */
export async function holdFinding(tx: Change, id: string, expectedRevision?: number | null): Promise<store.HeldFinding> {
  const finding = isId(id) ? await tx.one(store.hold(id)) : undefined;
  if (!finding) throw notFound('Finding');
  if (expectedRevision != null && finding.revision !== expectedRevision) throw staleRevision('finding');
  return finding;
}

const planRule = z.object({ plan: optional(prose()) });

export async function updateFinding(ctx: RequestContext, input: UpdateFindingInput): Promise<Row<Finding>> {
  const { id, expectedRevision, ownerId, dueOn, plan, treatment, severity, vendorVisible } = input;
  const given = { ownerId, dueOn, treatment, ...check(planRule, { plan }), ...withoutNulls({ severity, vendorVisible }) };
  return change(ctx, async (tx) => revise(tx, await holdFinding(tx, id, expectedRevision), given));
}

/** Each finding has its own transaction and result. */
export async function updateFindings(ctx: RequestContext, { ids, ownerId, dueOn }: UpdateFindingsInput): Promise<FindingResult[]> {
  return forEachFinding(ctx, ids, (id) => change(ctx, async (tx) => revise(tx, await holdFinding(tx, id), { ownerId, dueOn })));
}

/** Writes what differs of a finding that is locked. */
async function revise(tx: Change, finding: store.HeldFinding, { ...given }: store.FindingChanges): Promise<Row<Finding>> {
  const before = { ...finding, vendorVisible: finding.vendorVisible ?? false };
  const named = Object.keys(given).filter((name) => given[name as keyof typeof given] !== undefined) as (keyof store.FindingChanges)[];
  if (finding.status !== FindingStatus.OPEN && named.some((name) => name !== 'vendorVisible')) {
    throw invalidTransition('A closed finding can’t be changed, except for whether the vendor sees it');
  }
  const fields = named.filter((name) => given[name] !== before[name]);
  if (fields.length === 0) return finding;
  if (fields.includes('ownerId')) await assertMayOwn(tx, given.ownerId as string | null, finding);
  const changed = await tx.one(store.change(finding, Object.fromEntries(fields.map((name) => [name, given[name]]))));
  tx.record({ action: 'UPDATE_FINDING', entity: entityOf(finding), meta: { fields } });
  return changed!;
}

async function assertMayOwn(tx: Change, ownerId: string | null, { vendorId }: store.HeldFinding): Promise<void> {
  if (ownerId === null || (isId(ownerId) && (await tx.one(store.possibleOwner(ownerId, vendorId))))) return;
  throw badInput({ ownerId: 'does not match a user with access' });
}

export async function addFindingComment(ctx: RequestContext, input: AddFindingCommentInput): Promise<string> {
  const { body } = check(commentRule, input);
  const { parentId, visibility } = input;
  return change(ctx, async (tx) => {
    const finding = await holdFinding(tx, input.findingId);
    const id = await insertComment(tx, { finding, body, parentId, author: authorOf(ctx), visibility });
    tx.record({ action: 'ADD_COMMENT', entity: entityOf(finding) });
    return id;
  });
}
