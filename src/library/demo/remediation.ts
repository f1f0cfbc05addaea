import { appendHistory, type HistoryEntry } from '../../domains/audit/audit.history';
import type { AuditAction } from '../../domains/audit/audit.actions';
import type { RequestContext } from '../../kernel/context';
import * as store from './demo-batch.store';
import { Random } from './random';

/** How many vendors' owners work on findings. */
const VENDORS = 40;

const TURNS: readonly store.PlannedTurn[] = [
  { state: 'SENT', status: 'OPEN', answer: null, plan: null, note: null, comment: null },
  {
    state: 'ANSWERED',
    status: 'OPEN',
    answer: 'PLANNED',
    plan: 'Roll it out team by team, administrators first.',
    note: null,
    comment: 'The project has started.',
  },
  { state: 'ANSWERED', status: 'OPEN', answer: 'DONE', plan: null, note: null, comment: 'This is in place since Monday.' },
  { state: 'ANSWERED', status: 'OPEN', answer: 'DISAGREE', plan: null, note: null, comment: 'This does not apply to the service you use.' },
  { state: 'SENT_BACK', status: 'OPEN', answer: 'DONE', plan: null, note: 'Please attach the policy itself.', comment: 'Done.' },
  { state: 'ACCEPTED', status: 'REMEDIATED', answer: 'DONE', plan: null, note: 'Shown to us in a call.', comment: 'Done.' },
];

const HOUR = 3_600_000;

/** People work on findings, some of them with the vendors: one in each state. */
export async function addRemediation(ctx: RequestContext, seed: string): Promise<number> {
  const random = new Random(`${seed} remediation`);
  return ctx.database.transaction(async (tx) => {
    await tx.query(store.dateFindings());
    const assigned = await tx.query(store.assignFindings(VENDORS));
    const placed = TURNS.map((turn) => ({
      ...turn,
      linkId: random.uuid(),
      // Random: no token matches it.
      tokenHash: random.hex(32),
      turnId: random.uuid(),
      commentId: random.uuid(),
      asideId: random.uuid(),
    }));
    const turns = await tx.query(store.insertTurns(placed));
    const entry = (
      action: AuditAction,
      { id, title, ...one }: store.WorkedOn,
      hours: number,
      more: Partial<HistoryEntry>,
    ): HistoryEntry => ({
      id: random.uuid(),
      at: Date.parse(one.at) + hours * HOUR,
      action,
      entity: { type: 'Finding', id, name: title },
      userId: one.ownerId,
      userName: one.ownerName,
      ...more,
    });
    const history = [
      ...assigned.map((one) => entry('UPDATE_FINDING', one, 0, { meta: { fields: ['ownerId', 'treatment'] } })),
      ...turns.flatMap((turn) => {
        const { state, answer, vendorName } = turn;
        const vendor = { userId: null, userName: `Vendor portal (${vendorName})`, meta: { answer } };
        return [
          entry('ADD_COMMENT', turn, -1, {}),
          entry('SEND_REMEDIATION', turn, 0, {}),
          ...(answer ? [entry('ANSWER_REMEDIATION', turn, 1, vendor)] : []),
          ...(state === 'SENT_BACK' ? [entry('SEND_BACK_REMEDIATION', turn, 1.5, {})] : []),
          ...(state === 'ACCEPTED' ? [entry('ACCEPT_REMEDIATION', turn, 1.5, {})] : []),
        ];
      }),
    ].sort((a, b) => a.at - b.at);
    await appendHistory(tx, history, ctx.database.recorder.vendors);
    // Recorded with everything else once it is loaded.
    tx.keepPast();
    return history.length;
  });
}
