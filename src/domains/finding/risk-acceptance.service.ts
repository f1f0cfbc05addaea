import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Row } from '../../database/rows';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, forbidden, invalidTransition, notFound, onTaken, staleRevision } from '../../kernel/errors';
import { check, optional, prose, requiredProse } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { type Change, change } from '../audit/audit.service';
import { personBehind } from '../user/api-key.service';
import { FindingStatus } from './finding.entity';
import { closeApproved, recordOpened } from './finding.service';
import { type RiskAcceptance, RiskAcceptanceState } from './risk-acceptance.entity';
import type { DecideRiskAcceptanceInput, RequestRiskAcceptanceInput } from './risk-acceptance.inputs';
import * as store from './risk-acceptance.store';

const requestRule = z.object({ reason: requiredProse() });

const entityOf = ({ id, title }: { id: string; title: string }) => ({ type: 'Finding', id, name: title });

export async function requestRiskAcceptance(ctx: RequestContext, input: RequestRiskAcceptanceInput): Promise<string> {
  const { reason } = check(requestRule, input);
  const { findingId, until } = input;
  if (Date.parse(until) <= Date.now()) throw badInput({ until: 'must be in the future' });
  return change(ctx, async (tx) => {
    const finding = isId(findingId) ? await tx.one(store.lockFinding(findingId)) : undefined;
    if (!finding) throw notFound('Finding');
    if (finding.status !== FindingStatus.OPEN) throw invalidTransition('Only the risk of an open finding can be accepted');
    const id = randomUUID();
    // Of a key it is its maker's, also once the key is the organisation's: else its maker could approve it.
    const requestedBy = { requestedById: await personBehind(tx, ctx), requestedByName: ctx.caller.name };
    await tx.query(store.insert({ id, findingId: finding.id, reason, until, ...requestedBy }));
    tx.record({ action: 'REQUEST_RISK_ACCEPTANCE', entity: entityOf(finding), meta: { until } });
    return id;
  }).catch(requestTaken);
}

const requestTaken = onTaken(['risk_acceptance_request_taken'], () =>
  conflict('Accepting this risk has already been requested; decide on that request or withdraw it'),
);

export function approveRiskAcceptance(ctx: RequestContext, input: DecideRiskAcceptanceInput): Promise<Row<RiskAcceptance>> {
  const { note } = check(decisionRule, input);
  return decide(ctx, input, async (tx, asked) => {
    if (asked.isOver) throw invalidTransition('The time for which it was requested is over');
    const approved = await settle(ctx, tx, asked, { state: RiskAcceptanceState.APPROVED, note });
    tx.record({
      action: 'APPROVE_RISK_ACCEPTANCE',
      entity: entityOf({ id: asked.findingId, title: asked.title }),
      meta: { until: asked.until },
    });
    await closeApproved(ctx, tx, asked.findingId, asked.reason);
    return approved;
  });
}

export function rejectRiskAcceptance(ctx: RequestContext, input: DecideRiskAcceptanceInput): Promise<Row<RiskAcceptance>> {
  const { note } = check(decisionRule, input);
  if (!note) throw badInput({ note: 'is required: say why' });
  return decide(ctx, input, async (tx, asked) => {
    const rejected = await settle(ctx, tx, asked, { state: RiskAcceptanceState.REJECTED, note });
    tx.record({ action: 'REJECT_RISK_ACCEPTANCE', entity: entityOf({ id: asked.findingId, title: asked.title }), meta: { note } });
    return rejected;
  });
}

const decisionRule = z.object({ note: optional(prose(5_000)) });

type Asked = NonNullable<Awaited<ReturnType<typeof lockAcceptance>>>;

/** Only a person decides, and never the one who asked. */
function decide(
  ctx: RequestContext,
  { id, expectedRevision }: DecideRiskAcceptanceInput,
  work: (tx: Change, asked: Asked) => Promise<Row<RiskAcceptance>>,
): Promise<Row<RiskAcceptance>> {
  if (ctx.caller.kind !== 'user') throw forbidden('A person has to decide on this');
  return change(ctx, async (tx) => {
    const asked = await lockAcceptance(tx, id);
    if (asked.requestedById === ctx.caller.userId) throw forbidden('Someone else has to decide on your request');
    if (expectedRevision != null && asked.revision !== expectedRevision) throw staleRevision('risk acceptance');
    assertRequested(asked);
    return work(tx, asked);
  });
}

async function lockAcceptance(tx: Change, id: string) {
  const asked = isId(id) ? await tx.one(store.lock(id)) : undefined;
  if (!asked) throw notFound('Risk acceptance');
  return asked;
}

function assertRequested({ state }: Asked): void {
  if (state !== RiskAcceptanceState.REQUESTED) throw invalidTransition(`This request is ${state.toLowerCase()} already`);
}

interface Outcome {
  state: RiskAcceptanceState;
  note?: string | null;
}

async function settle(ctx: RequestContext, tx: Change, { id }: Asked, { state, note }: Outcome): Promise<Row<RiskAcceptance>> {
  const { userId: decidedById, name: decidedByName } = ctx.caller;
  await tx.query(store.decide({ id: randomUUID(), acceptanceId: id, decidedById, decidedByName, note }));
  return (await tx.one(store.move(id, state)))!;
}

/** By whoever asked. */
export async function withdrawRiskAcceptance(ctx: RequestContext, id: string): Promise<Row<RiskAcceptance>> {
  return change(ctx, async (tx) => {
    const asked = await lockAcceptance(tx, id);
    // Nobody is behind some keys, nor any more behind requests of people who are gone: then the name tells.
    const isOwn =
      asked.requestedById === (await personBehind(tx, ctx)) && (asked.requestedById || asked.requestedByName === ctx.caller.name);
    if (!isOwn) throw forbidden('Only the person who made the request can withdraw it');
    assertRequested(asked);
    tx.record({ action: 'WITHDRAW_RISK_ACCEPTANCE', entity: entityOf({ id: asked.findingId, title: asked.title }) });
    return (await tx.one(store.move(id, RiskAcceptanceState.WITHDRAWN)))!;
  });
}

const BATCH = 100;

/** Ends what has come to its time, each in a transaction of its own: of several servers, one does it. */
export async function endRiskAcceptances(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  let found = BATCH;
  while (found >= BATCH && !signal.aborted) {
    const over = await ctx.database.query(store.over(BATCH));
    for (const { id } of over) {
      if (signal.aborted) return;
      await change(ctx, (tx) => end(tx, id));
    }
    found = over.length;
  }
}

/** A finding whose risk was accepted stays closed, and another one follows; a request makes room for the next. */
async function end(tx: Change, id: string): Promise<void> {
  const due = await tx.one(store.lock(id));
  if (!due?.isOver) return;
  const { findingId, title, state } = due;
  const entity = entityOf({ id: findingId, title });
  if (state === RiskAcceptanceState.REQUESTED) {
    const to = RiskAcceptanceState.WITHDRAWN;
    await tx.query(store.move(id, to));
    tx.record({ action: 'WITHDRAW_RISK_ACCEPTANCE', entity, meta: { from: state, to } });
    return;
  }
  if (!(await tx.one(store.end(id)))) return;
  await tx.query(store.endFinding(findingId));
  tx.record({ action: 'END_RISK_ACCEPTANCE', entity });
  recordOpened(tx, (await tx.one(store.follow(randomUUID(), findingId)))!);
}
