import { columns, type Held, insertInto, type Row, type Values } from '../../database/rows';
import { isOneOf, sql, statement } from '../../database/sql';
import { Finding } from '../finding/finding.entity';
import { CURRENT_DESCRIPTION } from '../scoring/scoring.store';
import { RemediationLink } from './remediation-link.entity';
import { Remediation } from './remediation.entity';
import type { PortalFinding } from './remediation.inputs';

type NewLink = Pick<Held<RemediationLink>, 'vendorId' | 'tokenHash' | 'passwordHash' | 'message'>;

export const insertLink = statement(
  'remediation.insertLink',
  (link: NewLink, validDays: number) => sql<{ id: string }>`
    ${insertInto(RemediationLink, { ...link, expiresAt: sql`now() + make_interval(days => ${validDays})` })} returning id`,
);

/** Ends the links of a vendor, and returns those that worked. */
export const endLinks = statement(
  'remediation.endLinks',
  (vendorId: string) => sql<{ id: string }>`
    update remediation_link set revoked_at = now() where vendor_id = ${vendorId} and revoked_at is null and expires_at > now() returning id`,
);

export type WorkingLink = Pick<Held<RemediationLink>, 'id' | 'vendorId' | 'passwordHash' | 'message'> & { vendorName: string };

/** A working link, by the hash of its token. */
export const working = statement(
  'remediation.working',
  (tokenHash: string) => sql<WorkingLink>`
    select l.id, l.vendor_id as "vendorId", l.password_hash as "passwordHash", l.message, v.name as "vendorName"
    from remediation_link l join vendor v on v.id = l.vendor_id
    where l.token_hash = ${tokenHash} and l.revoked_at is null and l.expires_at > now()`,
);

export type HeldFinding = Pick<Row<Finding>, 'id' | 'title' | 'status'>;
export type SentFinding = HeldFinding & Pick<Row<Finding>, 'description' | 'dueOn'>;

/** Findings of a vendor, locked in one order. */
export const holdFindings = statement(
  'remediation.holdFindings',
  (vendorId: string, ids: readonly string[]) => sql<SentFinding>`
    select f.id, f.title, ${CURRENT_DESCRIPTION} as description, f.due_on as "dueOn", f.status from finding f
    where f.vendor_id = ${vendorId} and f.id ${isOneOf(ids, 'uuid')} order by f.id for no key update`,
);

/** Findings that are locked are changed: shown to the vendor, or by what was said about them. */
export const touchFindings = statement('remediation.touchFindings', (ids: readonly string[], isShown: boolean) =>
  sql<never>`
    update finding set vendor_visible = vendor_visible or ${isShown}, revision = revision + 1, updated_at = now()
    where id ${isOneOf(ids, 'uuid')}`.writes(Finding, { id: ids }),
);

/** A new turn for each finding; these are locked, so that the newest is the one that was made last. */
export const insertTurns = statement('remediation.insertTurns', (linkId: string, findingIds: readonly string[], message: string | null) =>
  sql<never>`
      insert into remediation (finding_id, link_id, message, sent_at)
      select id, ${linkId}::uuid, ${message}::text, clock_timestamp() from unnest(${findingIds}::uuid[]) as id`.writes(Remediation, {
    findingId: findingIds,
  }),
);

/** The newest turn of a finding. */
const newestOf = (findingId: string) => sql`
  id = (select n.id from remediation n where n.finding_id = ${findingId} order by n.sent_at desc, n.id desc limit 1)`;

type Answer = Required<Pick<Values<Remediation>, 'answer' | 'plan' | 'plannedFor'>>;

/** The vendor answers the newest turn, unless that is over. */
export const answer = statement('remediation.answer', (findingId: string, { answer: said, plan, plannedFor }: Answer) =>
  sql<{ id: string }>`
    update remediation set state = 'ANSWERED', answer = ${said}, plan = ${plan}, planned_for = ${plannedFor}, answered_at = now()
    where ${newestOf(findingId)} and state <> 'ACCEPTED' returning id`.writes(Remediation, { findingId }),
);

/** Takes the answer as the end, if it is one. */
export const accept = statement('remediation.accept', (findingId: string, note: string | null) =>
  sql<{ id: string }>`
    update remediation set state = 'ACCEPTED', decision_note = ${note}, decided_at = now()
    where ${newestOf(findingId)} and state = 'ANSWERED' and answer = 'DONE' returning id`.writes(Remediation, { findingId }),
);

/** Gives the vendor another turn. */
export const sendBack = statement('remediation.sendBack', (findingId: string, note: string) =>
  sql<{ id: string }>`
    update remediation set state = 'SENT_BACK', decision_note = ${note}, decided_at = now()
    where ${newestOf(findingId)} and state = 'ANSWERED' returning id`.writes(Remediation, { findingId }),
);

/** The newest turns of findings. */
export const newest = statement(
  'remediation.newest',
  (findingIds: readonly string[]) => sql<Row<Remediation>>`
    select distinct on (r.finding_id) ${columns(Remediation, 'r')} from remediation r
    where r.finding_id ${isOneOf(findingIds, 'uuid')} order by r.finding_id, r.sent_at desc, r.id desc`,
);

/** Whether a link shows finding f. */
const isShown = (linkId: string) => sql`
  f.vendor_visible and exists (select 1 from remediation s where s.finding_id = f.id and s.link_id = ${linkId})`;

/** What a link shows: open first, then by severity, each with its newest turn. */
export const shown = statement(
  'remediation.shown',
  (linkId: string) => sql<PortalFinding>`
    select f.id, f.title, ${CURRENT_DESCRIPTION} as description, f.severity, f.status, f.due_on as "dueOn", turn.state, turn.answer, turn.plan,
      turn.planned_for as "plannedFor"
    from finding f cross join lateral (
      select * from remediation r where r.finding_id = f.id order by r.sent_at desc, r.id desc limit 1
    ) as turn
    where f.id in (select finding_id from remediation where link_id = ${linkId}) and f.vendor_visible
    order by f.rank, f.created_at desc, f.id desc`,
);

export const isFindingShown = statement(
  'remediation.isFindingShown',
  (linkId: string, findingId: string) => sql<{ id: string }>`select f.id from finding f where f.id = ${findingId} and ${isShown(linkId)}`,
);

/** The same finding, locked: nobody takes it from the link, closes it or ends the link before the commit. */
export const holdShown = statement(
  'remediation.holdShown',
  (linkId: string, findingId: string) => sql<HeldFinding & { isWorking: boolean }>`
    select f.id, f.title, f.status, l.revoked_at is null and l.expires_at > now() as "isWorking"
    from finding f join remediation_link l on l.id = ${linkId}
    where f.id = ${findingId} and ${isShown(linkId)} for no key update of f, l`,
);
