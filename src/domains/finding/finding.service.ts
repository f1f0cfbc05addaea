import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Row } from '../../database/rows';
import { forEachId } from '../../graphql/bulk';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, invalidTransition, notFound, staleRevision } from '../../kernel/errors';
import { check, line, optional, prose } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { lockAssessment } from '../assessment/assessment.service';
import { type Change, change } from '../audit/audit.service';
import { type Finding, FindingStatus } from './finding.entity';
import type { CreateFindingInput, FindingResult, UpdateFindingsStatusInput, UpdateFindingStatusInput } from './finding.inputs';
import { needsNote } from './finding.rules';
import { readSettings } from '../settings/settings.service';
import * as store from './finding.store';
import { RiskAcceptanceState } from './risk-acceptance.entity';
import * as acceptances from './risk-acceptance.store';

const findingRule = z.object({
  title: line(500),
  description: optional(prose()),
  controlCodes: z.array(line(64)).max(100, 'has more than 100 codes').nullish(),
});

/** A finding raised manually: scoring never changes it. */
export async function createFinding(ctx: RequestContext, input: CreateFindingInput): Promise<string> {
  const { title, description, controlCodes } = check(findingRule, input);
  const codes = [...new Set(controlCodes ?? [])];
  return change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, input.assessmentId);
    const id = randomUUID();
    const { severity } = input;
    const row = {
      id,
      vendorId: assessment.vendorId,
      assessmentId: assessment.id,
      title,
      description,
      severity,
      controlCodes: codes,
      isManual: true,
    };
    await tx.query(store.insert(row));
    await tx.query(store.linkControls(id, codes));
    recordOpened(tx, { id, title, severity });
    return id;
  });
}

export function recordOpened(tx: Change, { id, title, severity }: store.OpenFinding): void {
  tx.record({ action: 'CREATE_FINDING', entity: { type: 'Finding', id, name: title }, meta: { severity } });
}

export async function updateFindingStatus(ctx: RequestContext, input: UpdateFindingStatusInput): Promise<Row<Finding>> {
  const { note } = checkClosing(input);
  return change(ctx, (tx) => closeDirectly(ctx, tx, input, note));
}

const closingRule = z.object({ resolutionNote: optional(prose()) });

function checkClosing({ status, resolutionNote }: { status: FindingStatus; resolutionNote?: string | null }) {
  if (status === FindingStatus.OPEN) throw badInput({ status: 'must be REMEDIATED or RISK_ACCEPTED' });
  return { note: check(closingRule, { resolutionNote }).resolutionNote };
}

/** By one person alone, which isn't enough to accept a risk that is, or ever was, of some severities. */
async function closeDirectly(
  ctx: RequestContext,
  tx: Change,
  input: UpdateFindingStatusInput,
  note?: string | null,
): Promise<Row<Finding>> {
  const closed = await close(ctx, tx, input, note);
  if (input.status !== FindingStatus.RISK_ACCEPTED) return closed;
  const { fourEyesFor } = await readSettings(tx);
  if (fourEyesFor.length === 0) return closed;
  const isGrave = fourEyesFor.includes(closed.severity);
  const former = isGrave ? undefined : await tx.one(store.former(closed.id, fourEyesFor));
  if (isGrave || former) {
    const which = `a ${closed.severity} finding${former ? ` that was ${former.severity}` : ''}`;
    throw conflict(`A second person has to accept the risk of ${which}: request its acceptance instead`);
  }
  return closed;
}

/** A second person has approved that its risk is accepted. */
export function closeApproved(ctx: RequestContext, tx: Change, id: string, reason: string): Promise<Row<Finding>> {
  return close(ctx, tx, { id, status: FindingStatus.RISK_ACCEPTED }, reason);
}

/** Closes it in one statement, so that of two concurrent callers the second finds it closed. */
export async function close(ctx: RequestContext, tx: Change, input: UpdateFindingStatusInput, note?: string | null): Promise<Row<Finding>> {
  const { id, status, expectedRevision = null } = input;
  if (!isId(id)) throw notFound('Finding');
  const { userId: resolvedById = null, name: resolvedByName } = ctx.caller;
  const closed = await tx.one(store.close(id, expectedRevision, { status, resolutionNote: note ?? null, resolvedById, resolvedByName }));
  if (!closed) {
    const found = await tx.one(store.standing(id));
    if (!found) throw notFound('Finding');
    if (expectedRevision !== null && found.revision !== expectedRevision) throw staleRevision('finding');
    throw invalidTransition(`The status transition from ${found.status} to ${status} is invalid: a closed finding can't be moved`);
  }
  assertNoted(ctx, closed);
  const entity = { type: 'Finding', id, name: closed.title };
  tx.record({ action: 'UPDATE_FINDING', entity, meta: { from: 'OPEN', to: status } });
  // Asked separately: a request may have been made while the finding was locked.
  const request = await tx.one(acceptances.requestFor(id));
  if (request) {
    await tx.query(acceptances.move(request.id, RiskAcceptanceState.WITHDRAWN));
    tx.record({ action: 'WITHDRAW_RISK_ACCEPTANCE', entity });
  }
  return closed;
}

/** As it was closed, so that nobody can make it graver in between. The REST contract asks for no note. */
function assertNoted({ request }: RequestContext, closed: Row<Finding>): void {
  if (request.isRest || closed.resolutionNote || !needsNote(closed)) return;
  throw badInput({ resolutionNote: `is required when a ${closed.severity} finding is closed as REMEDIATED` });
}

/** Each finding has its own transaction and result. */
export async function updateFindingsStatus(ctx: RequestContext, { ids, ...input }: UpdateFindingsStatusInput): Promise<FindingResult[]> {
  const { note } = checkClosing(input);
  return forEachFinding(ctx, ids, (id) => change(ctx, (tx) => closeDirectly(ctx, tx, { id, status: input.status }, note)));
}

export async function forEachFinding(
  ctx: RequestContext,
  ids: readonly string[],
  work: (id: string) => Promise<Row<Finding>>,
): Promise<FindingResult[]> {
  const findings = new Map<string, Row<Finding>>();
  const results = await forEachId(ctx, ids, async (id) => void findings.set(id.toLowerCase(), await work(id)));
  return results.map((result) => ({ ...result, finding: findings.get(result.id.toLowerCase()) ?? null }));
}
