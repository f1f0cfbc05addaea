import { sql, statement } from '../../database/sql';
import { expiredAt } from '../certification/certification.store';
import type { TimelineEvent, TimelineKey } from './timeline';

/** The newest events of vendors; `n` is the number of the key, from 1. */
export const newest = statement(
  'timeline.newest',
  (keys: readonly TimelineKey[]) => sql<TimelineEvent & { n: number }>`
    select wanted.n, event.at, event.kind, event.title, event.assessment_id as "assessmentId", event.finding_id as "findingId"
    from unnest(${keys.map(({ vendorId }) => vendorId)}::uuid[], ${keys.map(({ first }) => first)}::int[])
      with ordinality as wanted(vendor_id, size, n)
    cross join lateral (
      select * from (
        select created_at as at, 'VENDOR_CREATED' as kind, name as title, null::uuid as assessment_id, null::uuid as finding_id
        from vendor where id = wanted.vendor_id
        union all
        select moment.at, moment.kind, a.title, a.id, null from assessment a
        cross join lateral (values (a.created_at, 'ASSESSMENT_CREATED'), (a.sent_at, 'ASSESSMENT_SENT'),
          (a.submitted_at, 'ASSESSMENT_SUBMITTED'), (a.completed_at, 'ASSESSMENT_COMPLETED')) as moment(at, kind)
        where a.vendor_id = wanted.vendor_id and moment.at is not null
        union all
        select moment.at, moment.kind, f.title, f.assessment_id, f.id from finding f
        cross join lateral (values (f.created_at, 'FINDING_RAISED'), (f.resolved_at, 'FINDING_CLOSED')) as moment(at, kind)
        where f.vendor_id = wanted.vendor_id and moment.at is not null
        union all
        select moment.at, moment.kind, f.title, f.assessment_id, f.id from finding f join remediation r on r.finding_id = f.id
        cross join lateral (values (r.sent_at, 'REMEDIATION_SENT'), (r.answered_at, 'REMEDIATION_ANSWERED')) as moment(at, kind)
        where f.vendor_id = wanted.vendor_id and moment.at is not null
        union all
        select moment.at, moment.kind, c.name, null, null from certification c
        cross join lateral (values (c.created_at, 'CERTIFICATION_RECORDED'),
          (${expiredAt('c')}, 'CERTIFICATION_EXPIRED')) as moment(at, kind)
        where c.vendor_id = wanted.vendor_id and moment.at <= now()
        union all
        select r.completed_at, 'RESPONSIBILITY_COMPLETED', r.control_code || ' ' || r.control_title, null, null
        from responsibility_action r where r.vendor_id = wanted.vendor_id and r.completed_at is not null
      ) as events
      order by at desc, kind, title limit wanted.size
    ) as event
    order by wanted.n, event.at desc, event.kind, event.title`,
);
