import { isOfListed } from '../../database/listed';
import { columns, insertInto, picked, type Row, update, type Values, type WantedColumns } from '../../database/rows';
import { idIs, isOneOf, rawSql, type Sql, sql, statement } from '../../database/sql';
import { counting } from '../../database/tally/tally';
import type { OrderTerm } from '../../graphql/connection';
import { lineageOf } from '../assessment/assessment-question.store';
import { FindingControl } from './finding-control.entity';
import { dueOn } from './finding-due.store';
import { Finding } from './finding.entity';
import { FINDINGS } from './finding.tallies';
import { RiskAcceptance, RiskAcceptanceState } from './risk-acceptance.entity';
import type { RiskAcceptanceFilter } from './risk-acceptance.inputs';
import { RiskDecision } from './risk-decision.entity';

/** A finding that somebody wants to accept: nobody closes it meanwhile. */
export const lockFinding = statement(
  'risk-acceptance.lockFinding',
  (id: string) => sql<Pick<Row<Finding>, 'id' | 'title' | 'status'>>`select id, title, status from finding where id = ${id} for update`,
);

export const insert = statement('risk-acceptance.insert', (row: Values<RiskAcceptance>) => sql<never>`${insertInto(RiskAcceptance, row)}`);

type LockedAcceptance = Pick<
  Row<RiskAcceptance>,
  'id' | 'findingId' | 'state' | 'reason' | 'until' | 'requestedById' | 'requestedByName' | 'revision'
> & {
  title: string;
  isOver: boolean;
};

/** Locks the finding first, as those do who close it. */
export const lock = statement(
  'risk-acceptance.lock',
  (id: string) => sql<LockedAcceptance>`
    with f as materialized (
      select id, title from finding where id = (select finding_id from risk_acceptance where id = ${id}) for update
    )
    select a.id, a.finding_id as "findingId", a.state, a.reason, a.until, a.requested_by_id as "requestedById",
      a.requested_by_name as "requestedByName", a.revision, f.title, a.until <= now() as "isOver"
    from f join risk_acceptance a on a.finding_id = f.id where a.id = ${id} for update of a`,
);

export const move = statement('risk-acceptance.move', (id: string, state: RiskAcceptanceState) =>
  sql<Row<RiskAcceptance>>`
    ${update(RiskAcceptance, { state })} where id = ${id} returning ${columns(RiskAcceptance)}`.writes(RiskAcceptance, { id }),
);

export const decide = statement('risk-acceptance.decide', (row: Values<RiskDecision>) => sql<never>`${insertInto(RiskDecision, row)}`);

/** The request that is open for a finding. */
export const requestFor = statement(
  'risk-acceptance.requestFor',
  (findingId: string) => sql<{ id: string }>`
    select id from risk_acceptance where finding_id = ${findingId} and state = 'REQUESTED'`,
);

export const newestOf = statement(
  'risk-acceptance.newestOf',
  (findingIds: readonly string[], wanted: WantedColumns) => sql<Row<RiskAcceptance>>`
    select distinct on (finding_id) ${picked(RiskAcceptance, wanted, 'findingId')} from risk_acceptance
    where finding_id ${isOneOf(findingIds, 'uuid')} order by finding_id, created_at desc, id desc`,
);

export const decisionsOn = statement(
  'risk-acceptance.decisionsOn',
  (acceptanceIds: readonly string[]) => sql<Row<RiskDecision>>`
    select ${columns(RiskDecision)} from risk_decision where acceptance_id ${isOneOf(acceptanceIds, 'uuid')}`,
);

export const SOONEST_FIRST: OrderTerm[] = [{ by: rawSql('until'), type: 'timestamptz' }];

/** A list leaves out those of vendors that aren't listed, unless it is asked about one vendor. */
export function conditionsOf({ state, vendorId, untilFrom, untilTo }: RiskAcceptanceFilter): Sql[] {
  const found: Sql[] = [];
  if (state) found.push(sql`state = any(${state}::text[])`);
  found.push(
    vendorId == null
      ? sql`exists (select 1 from finding f where f.id = finding_id and ${isOfListed('f')})`
      : sql`finding_id in (select f.id from finding f where ${idIs('f.vendor_id', vendorId)})`,
  );
  if (untilFrom) found.push(sql`until >= ${untilFrom}::timestamptz`);
  if (untilTo) found.push(sql`until <= ${untilTo}::timestamptz`);
  return found;
}

/** Approved ones whose time is over, and those on which nobody decided in time. */
export const over = statement(
  'risk-acceptance.over',
  (most: number) => sql<{ id: string }>`
    (select id from risk_acceptance where state = 'APPROVED' and until <= now() order by until, id limit ${most})
    union all
    (select id from risk_acceptance where state = 'REQUESTED' and until <= now() order by until, id limit ${most})`,
);

/** Of several servers that try, one ends it. */
export const end = statement('risk-acceptance.end', (id: string) =>
  sql<{ id: string }>`
    ${update(RiskAcceptance, { state: RiskAcceptanceState.ENDED })} where id = ${id} and state = 'APPROVED' and until <= now()
    returning id`.writes(RiskAcceptance, { id }),
);

/** A finding no longer stands for its gap. One from before gaps were known learns here which one it was. */
export const endFinding = statement('risk-acceptance.endFinding', (id: string) =>
  sql<never>`
    update finding set ended_at = now(), updated_at = now(), revision = revision + 1, gap = coalesce(gap, (
      select ${lineageOf('q')} from assessment_question q where q.id = finding.question_id and not finding.is_manual))
    where id = ${id}`.writes(Finding, { id }),
);

/**
 * The finding that follows one whose acceptance ended, seen in the last assessment that found the gap. Its question is known by the
 * gap: the answer belongs to the finding before.
 */
export const follow = statement('risk-acceptance.follow', (id: string, previousId: string) =>
  sql<Pick<Row<Finding>, 'id' | 'title' | 'severity'>>`
    with made as (
      insert into finding (id, vendor_id, assessment_id, title, description, severity, control_codes, is_manual, is_seen, owner_id, due_on, gap,
        previous_id)
      select ${id}, p.vendor_id, coalesce((
          select s.assessment_id from finding_sighting s where s.finding_id = p.id order by s.created_at desc, s.id desc limit 1
        ), p.assessment_id), p.title, p.description, p.severity, p.control_codes, p.is_manual, p.is_seen, p.owner_id,
        ${dueOn(rawSql('p.severity'))},
        case when not exists (select 1 from finding o where o.vendor_id = p.vendor_id and o.gap = p.gap
          and o.status <> 'REMEDIATED' and o.ended_at is null) then p.gap end, p.id
      from finding p where p.id = ${previousId}
      returning id, title, severity, vendor_id, ${FINDINGS.keyOf()} as key
    ), linked as (
      insert into finding_control (finding_id, code, control_id)
      select made.id, c.code, c.control_id from finding_control c cross join made where c.finding_id = ${previousId}
    )
    select id, title, severity, ${counting('+', FINDINGS.kind, sql`key`, sql`vendor_id`)} from made`
    .writes(Finding, { id })
    .writes(FindingControl, { findingId: id }),
);
