import { Field, ID, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { sql } from '../../database/sql';
import { describeEnum } from '../../graphql/enums';
import { groupBy, loader } from '../../graphql/engine/loaders';
import { DateTimeScalar } from '../../graphql/scalars';

export enum TimelineEventKind {
  VENDOR_CREATED = 'VENDOR_CREATED',
  ASSESSMENT_CREATED = 'ASSESSMENT_CREATED',
  ASSESSMENT_SENT = 'ASSESSMENT_SENT',
  ASSESSMENT_SUBMITTED = 'ASSESSMENT_SUBMITTED',
  ASSESSMENT_COMPLETED = 'ASSESSMENT_COMPLETED',
  FINDING_RAISED = 'FINDING_RAISED',
  FINDING_CLOSED = 'FINDING_CLOSED',
  CERTIFICATION_RECORDED = 'CERTIFICATION_RECORDED',
  CERTIFICATION_EXPIRED = 'CERTIFICATION_EXPIRED',
  RESPONSIBILITY_COMPLETED = 'RESPONSIBILITY_COMPLETED',
}
describeEnum(TimelineEventKind, {
  name: 'TimelineEventKind',
  description: 'Type of event in a vendor’s timeline',
  values: {
    VENDOR_CREATED: 'The vendor was created',
    ASSESSMENT_CREATED: 'An assessment was created',
    ASSESSMENT_SENT: 'An assessment was sent to the vendor',
    ASSESSMENT_SUBMITTED: 'The vendor submitted the answers',
    ASSESSMENT_COMPLETED: 'The review was finalized',
    FINDING_RAISED: 'A finding was raised',
    FINDING_CLOSED: 'A finding was remediated, or its risk accepted',
    CERTIFICATION_RECORDED: 'A certification was recorded',
    CERTIFICATION_EXPIRED: 'The expiry date of a certification has passed',
    RESPONSIBILITY_COMPLETED: 'A shared-responsibility task was completed',
  },
});

@Allow('as-parent')
@ObjectType({ description: 'An event in a vendor’s timeline', simpleResolvers: true })
export class TimelineEvent {
  @Field(() => DateTimeScalar, { description: 'When' })
  at!: string;

  @Field(() => TimelineEventKind, { description: 'What' })
  kind!: TimelineEventKind;

  @Field(() => String, { description: 'Name of the record it is about' })
  title!: string;

  @Field(() => ID, { nullable: true, description: 'The assessment it belongs to, if any' })
  assessmentId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The finding it is about, if any' })
  findingId!: string | null;
}

export const TIMELINE_MAX = 100;

/** The newest events of vendors, from the things themselves: the audit log is for those who may read it. */
export const timelineOf = loader<{ vendorId: string; first: number }, TimelineEvent[]>(async (keys, ctx) => {
  const rows = await ctx.database.query<TimelineEvent & { n: number }>(sql`
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
        select moment.at, moment.kind, c.name, null, null from certification c
        cross join lateral (values (c.created_at, 'CERTIFICATION_RECORDED'),
          ((c.expires_date + 1) at time zone 'UTC', 'CERTIFICATION_EXPIRED')) as moment(at, kind)
        where c.vendor_id = wanted.vendor_id and moment.at <= now()
        union all
        select r.completed_at, 'RESPONSIBILITY_COMPLETED', r.control_code || ' ' || r.control_title, null, null
        from responsibility_action r where r.vendor_id = wanted.vendor_id and r.completed_at is not null
      ) as events
      order by at desc, kind, title limit wanted.size
    ) as event
    order by wanted.n, event.at desc, event.kind, event.title`);
  const found = groupBy(rows, ({ n }) => String(n));
  return keys.map((_, i) => found.get(String(i + 1)) ?? []);
});
