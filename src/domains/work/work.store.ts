import { isListedVendor, isOfListed } from '../../database/listed';
import { join, rawSql, type Sql, sql, statement, TODAY } from '../../database/sql';
import type { OrderTerm } from '../../graphql/connection';
import type { WorkCounts, WorkDue, WorkItem, WorkKind, WorkKindCount } from './work.types';

/** Who asks, and what they may see and decide. */
export interface Worker {
  userId: string;
  seesAssessments: boolean;
  seesVendors: boolean;
  acceptsRisks: boolean;
  /** The tiers whose requests they may decide on; undefined: none. */
  decidesTiers?: readonly (string | null)[];
}

/** What ends within so many days is to be looked after. */
const SOON_DAYS = 90;

const day = (column: string) => rawSql(`(${column} at time zone 'UTC')::date`);
const none = (columns: number) => rawSql(Array(columns).fill('null::uuid').join(', '));

/** The newest turn with the vendor of a finding f. */
const TURN = rawSql(`left join lateral (
    select r.state, r.answer from remediation r where r.finding_id = f.id order by r.sent_at desc, r.id desc limit 1) turn on true`);

/** Everything that a person has to do: id, kind, title, due_on, detail, vendor_id, assessment_id, finding_id. */
function workOf({ userId, seesAssessments, seesVendors, acceptsRisks, decidesTiers }: Worker): Sql {
  const me = sql`${userId}::uuid`;
  const isVendorMine = sql`v.owner_id = ${me}`;
  // Each by its own index: both in one condition would be looked for among everybody's.
  const eachWay = (column: string, of: (isMine: Sql) => Sql) => [
    of(sql`${rawSql(column)} = ${me}`),
    of(sql`${rawSql(column)} is null and ${isVendorMine}`),
  ];
  const parts: Sql[] = [];
  if (seesAssessments) {
    parts.push(
      ...eachWay(
        'a.reviewer_id',
        (isMine) => sql`
      select a.id, 'ASSESSMENT_TO_REVIEW', a.title, ${day('a.due_date')}, a.status, a.vendor_id, a.id, null::uuid
      from assessment a join vendor v on v.id = a.vendor_id
      where a.status in ('SUBMITTED', 'UNDER_REVIEW') and ${isMine} and ${isListedVendor('v')}`,
      ),
      sql`
      select a.id, 'ANSWERS_AWAITED', a.title, ${day('a.due_date')}, a.status, a.vendor_id, a.id, null::uuid
      from assessment a join vendor v on v.id = a.vendor_id
      where a.status in ('SENT', 'IN_PROGRESS') and ${isVendorMine} and ${isListedVendor('v')}`,
      sql`
      select f.id, case when turn.state = 'ANSWERED' then 'REMEDIATION_TO_DECIDE' else 'FINDING' end, f.title, f.due_on,
        case turn.state when 'ANSWERED' then turn.answer when 'SENT' then 'SENT' when 'SENT_BACK' then 'SENT_BACK'
          else case when f.plan is null then 'NEW' else 'PLANNED' end end,
        f.vendor_id, f.assessment_id, f.id
      from finding f ${TURN} where f.owner_id = ${me} and f.status = 'OPEN' and ${isOfListed('f')}`,
    );
  }
  if (seesAssessments && acceptsRisks) {
    parts.push(sql`
      select ra.id, 'ACCEPTANCE_TO_APPROVE', f.title, ${day('ra.until')}, case when ra.until <= now() then 'LATE' else 'REQUESTED' end,
        f.vendor_id, f.assessment_id, f.id
      from risk_acceptance ra join finding f on f.id = ra.finding_id
      where ra.state = 'REQUESTED' and ra.requested_by_id is distinct from ${me} and ${isOfListed('f')}`);
  }
  if (seesVendors) {
    parts.push(
      ...eachWay(
        'r.assignee_id',
        (isMine) => sql`
      select r.id, 'ACTION', r.control_title, null::date, r.status, r.vendor_id, ${none(2)}
      from responsibility_action r join vendor v on v.id = r.vendor_id
      where r.status in ('PENDING', 'IN_PROGRESS') and ${isMine} and ${isListedVendor('v')}`,
      ),
      sql`
      select c.id, 'CERTIFICATION_ENDING', c.name, c.expires_date,
        case when c.expires_date < ${TODAY} then 'EXPIRED' else 'EXPIRING' end, c.vendor_id, ${none(2)}
      from certification c join vendor v on v.id = c.vendor_id
      where ${isVendorMine} and c.expires_date <= ${TODAY} + ${SOON_DAYS}::int and ${isListedVendor('v')}`,
      sql`
      select v.id, 'CONTRACT_ENDING', v.name, v.contract_renewal_date, null, v.id, ${none(2)}
      from vendor v where ${isVendorMine} and v.contract_renewal_date <= ${TODAY} + ${SOON_DAYS}::int and ${isListedVendor('v')}`,
    );
  }
  if (decidesTiers) {
    parts.push(sql`
      select q.id, 'VENDOR_REQUEST_TO_DECIDE', q.name, null::date, null, q.vendor_id, ${none(2)}
      from vendor_request q where q.state = 'REQUESTED' and coalesce(q.tier, '') = any(${decidesTiers.map((tier) => tier ?? '')}::text[])`);
  }
  const nothing = sql`select null::uuid, null, null, null::date, null, ${none(3)} where false`;
  return sql`
    select id, kind, title, due_on, detail, vendor_id, assessment_id, finding_id, ${DUE} as due
    from (${join([nothing, ...parts], ' union all ')}) as item(id, kind, title, due_on, detail, vendor_id, assessment_id, finding_id)`;
}

const DUE = sql`case when due_on < ${TODAY} then 'OVERDUE' when due_on <= ${TODAY} + 6 then 'THIS_WEEK' else 'LATER' end`;

/** The rows of a list. */
export const itemsOf = (worker: Worker): Sql<WorkItem> => sql`
  select coalesce(id) as id, coalesce(kind) as kind, coalesce(title) as title, due_on as "dueOn", due, detail, vendor_id as "vendorId",
    assessment_id as "assessmentId", finding_id as "findingId"
  from (${workOf(worker)}) as work`;

/** Earliest first, those without a date last. */
export const EARLIEST_FIRST: OrderTerm[] = [{ by: rawSql(`coalesce("dueOn", '9999-12-31'::date)`), type: 'date' }];

export function conditionsOf({ kinds, due }: { kinds?: readonly WorkKind[] | null; due?: WorkDue | null }): Sql[] {
  return [...(kinds ? [sql`kind = any(${kinds}::text[])`] : []), ...(due ? [sql`due = ${due}`] : [])];
}

export const counts = statement(
  'work.counts',
  (worker: Worker) => sql<WorkCounts>`
    select count(*) as total, count(*) filter (where due = 'OVERDUE') as overdue,
      count(*) filter (where due = 'THIS_WEEK') as "thisWeek", count(*) filter (where due = 'LATER') as later
    from (${workOf(worker)}) as work`,
);

export const byKind = statement(
  'work.byKind',
  (worker: Worker) => sql<WorkKindCount>`
    select coalesce(kind) as kind, count(*) as count from (${workOf(worker)}) as work group by work.kind order by count(*) desc, work.kind`,
);
