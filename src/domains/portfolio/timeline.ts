import { Field, ID, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { describeEnum } from '../../graphql/enums';
import { groupBy, loader } from '../../graphql/engine/loaders';
import { DateTimeScalar } from '../../graphql/scalars';
import * as store from './timeline.store';

export enum TimelineEventKind {
  VENDOR_CREATED = 'VENDOR_CREATED',
  ASSESSMENT_CREATED = 'ASSESSMENT_CREATED',
  ASSESSMENT_SENT = 'ASSESSMENT_SENT',
  ASSESSMENT_SUBMITTED = 'ASSESSMENT_SUBMITTED',
  ASSESSMENT_COMPLETED = 'ASSESSMENT_COMPLETED',
  FINDING_RAISED = 'FINDING_RAISED',
  FINDING_CLOSED = 'FINDING_CLOSED',
  REMEDIATION_SENT = 'REMEDIATION_SENT',
  REMEDIATION_ANSWERED = 'REMEDIATION_ANSWERED',
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
    REMEDIATION_SENT: 'A finding was sent to the vendor',
    REMEDIATION_ANSWERED: 'The vendor answered a finding',
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

export interface TimelineKey {
  vendorId: string;
  first: number;
}

/** The newest events of vendors, from the records themselves: not everyone may read the audit log. */
export const timelineOf = loader<TimelineKey, TimelineEvent[]>(
  async (keys, ctx) => {
    const rows = await ctx.database.query(store.newest(keys));
    const found = groupBy(rows, ({ n }) => String(n));
    return keys.map((_, i) => found.get(String(i + 1)) ?? []);
  },
  ({ vendorId, first }) => `${vendorId} ${first}`,
);
