import { Entity, Enum, Index, ManyToOne, Property, type Ref } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Editable } from '../../graphql/base.entity';
import { describeEnum } from '../../graphql/enums';
import { DateScalar, DateTimeScalar } from '../../graphql/scalars';
import { AssessmentQuestion } from '../assessment/assessment-question.entity';
import { Assessment } from '../assessment/assessment.entity';
import { Severity } from '../settings/severity';
import { User } from '../user/user.entity';
import { Vendor } from '../vendor/vendor.entity';
import { Kept } from '../../database/record/kept';
import { Personal } from '../../database/personal';
import { Scoped } from '../../database/scope/scoped';
import { Searchable } from '../../database/searched';

export { Severity };

export enum FindingStatus {
  OPEN = 'OPEN',
  REMEDIATED = 'REMEDIATED',
  RISK_ACCEPTED = 'RISK_ACCEPTED',
}
describeEnum(FindingStatus, {
  name: 'FindingStatus',
  description: 'Whether a finding is open or closed, and how it was closed',
  values: {
    OPEN: 'The gap remains',
    REMEDIATED: 'The vendor has closed the gap',
    RISK_ACCEPTED: 'The gap remains, and its risk has been accepted',
  },
});

export enum Treatment {
  MITIGATE = 'MITIGATE',
  ACCEPT = 'ACCEPT',
  TRANSFER = 'TRANSFER',
  AVOID = 'AVOID',
}
describeEnum(Treatment, {
  name: 'Treatment',
  description: 'What is meant to become of the risk',
  values: {
    MITIGATE: 'Reduce it: the gap is to be closed',
    ACCEPT: 'Live with it',
    TRANSFER: 'Pass it on, such as to an insurer or by contract',
    AVOID: 'Stop doing what brings it',
  },
});

@Allow('assessments:view')
@ObjectType({ description: 'A gap that an assessment found', simpleResolvers: true })
@Kept({ title: 'title', path: { name: 'findings' }, untold: ['rank', 'gap', 'isSeen', 'endedAt'] })
@Personal({ of: 'resolvedById', texts: { resolvedByName: 'name' } })
@Scoped('vendor')
@Searchable({ table: 'finding', title: 'title', also: ['description'], listed: 'control_codes' })
@Entity()
@Index({
  name: 'finding_ranked',
  expression: 'create index "finding_ranked" on "finding" ("rank", "created_at" desc, "id" desc)',
})
@Index({
  name: 'finding_by_vendor',
  expression: 'create index "finding_by_vendor" on "finding" ("vendor_id", "rank", "created_at" desc, "id" desc)',
})
@Index({
  name: 'finding_by_owner',
  expression: 'create index "finding_by_owner" on "finding" ("owner_id", "rank", "created_at" desc, "id" desc)',
})
@Index({
  name: 'finding_by_severity',
  expression: 'create index "finding_by_severity" on "finding" ("severity", "rank", "created_at" desc, "id" desc)',
})
@Index({
  name: 'finding_by_due',
  expression: `create index "finding_by_due" on "finding" ((coalesce(due_on, '9999-12-31'::date)), "id")`,
})
@Index({
  name: 'finding_by_status',
  expression: 'create index "finding_by_status" on "finding" ("status", "rank", "created_at" desc, "id" desc)',
})
@Index({
  name: 'finding_by_resolution',
  expression: 'create index "finding_by_resolution" on "finding" ("resolved_at") where "resolved_at" is not null',
})
@Index({
  name: 'finding_manual',
  expression: 'create index "finding_manual" on "finding" ("rank", "created_at" desc, "id" desc) where "is_manual"',
})
@Index({
  name: 'finding_question_taken',
  expression: 'create unique index "finding_question_taken" on "finding" ("question_id") where "question_id" is not null',
})
@Index({
  name: 'finding_gap_taken',
  expression:
    'create unique index "finding_gap_taken" on "finding" ("vendor_id", "gap") ' +
    `where "gap" is not null and "status" <> 'REMEDIATED' and "ended_at" is null`,
})
@Index({
  name: 'finding_by_gap',
  expression: 'create index "finding_by_gap" on "finding" ("vendor_id", "gap", "created_at" desc) where "gap" is not null',
})
@Index({
  name: 'finding_by_previous',
  expression: 'create index "finding_by_previous" on "finding" ("previous_id") where "previous_id" is not null',
})
export class Finding extends Editable {
  @ManyToOne(() => Vendor, { ref: true, deleteRule: 'cascade' })
  vendor!: Ref<Vendor>;

  @ManyToOne(() => Assessment, { ref: true, deleteRule: 'cascade', index: 'finding_by_assessment' })
  assessment!: Ref<Assessment>;

  /** The question whose answer raised it; null if it was raised manually. */
  @ManyToOne(() => AssessmentQuestion, { ref: true, nullable: true, deleteRule: 'set null' })
  question?: Ref<AssessmentQuestion> | null;

  @Field(() => String, { description: 'One-line summary of the gap' })
  @Property({ type: 'text' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'Full description of the gap' })
  @Property({ type: 'text', nullable: true })
  description?: string | null;

  @Field(() => Severity, { description: 'Severity' })
  @Enum({ items: () => Severity })
  severity!: Severity;

  @Field(() => FindingStatus, { description: 'Whether it is open or closed' })
  @Enum({ items: () => FindingStatus, default: FindingStatus.OPEN })
  status: FindingStatus = FindingStatus.OPEN;

  @Field(() => [String], { description: 'Codes of the affected controls, kept when the framework is deleted' })
  @Property({ type: 'text[]', default: [] })
  controlCodes: string[] = [];

  @Field(() => String, { nullable: true, description: 'Note from when it was closed' })
  @Property({ type: 'text', nullable: true })
  resolutionNote?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was closed' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  resolvedAt?: Date | null;

  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null', index: 'finding_by_resolver' })
  resolvedBy?: Ref<User> | null;

  @Field(() => String, { nullable: true, description: 'Name of who closed it, at that time' })
  @Property({ type: 'text', nullable: true })
  resolvedByName?: string | null;

  @Field(() => Boolean, { description: 'Raised manually; automatic scoring never changes it' })
  @Property({ type: 'boolean', default: false })
  isManual: boolean = false;

  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null' })
  owner?: Ref<User> | null;

  @Field(() => DateScalar, {
    nullable: true,
    description: 'When it should be closed: at first the day it was opened (UTC) plus Settings.remediationDays of its severity',
  })
  @Property({ type: 'date', nullable: true })
  dueOn?: string | null;

  @Field(() => String, { nullable: true, description: 'How it is to be closed' })
  @Property({ type: 'text', nullable: true })
  plan?: string | null;

  @Field(() => Treatment, { nullable: true, description: 'What is meant to become of the risk; null: not decided' })
  @Enum({ items: () => Treatment, nullable: true })
  treatment?: Treatment | null;

  /** Null, as of all that there were before the column, means no. */
  @Property({ type: 'boolean', nullable: true })
  vendorVisible?: boolean | null;

  /**
   * What makes a gap of a vendor the same in later assessments: its question, in whichever version of the template. Null if it was
   * raised manually. Of each gap one finding stands at a time: an open one, or an accepted one whose acceptance hasn't ended.
   */
  @Property({ type: 'uuid', nullable: true })
  gap?: string | null;

  /** Whether its assessment still finds it. If not, no other one does: then the first of those would be its own. */
  @Property({ type: 'boolean', default: true })
  isSeen: boolean = true;

  /** The closed finding of the same gap that it follows. */
  @ManyToOne(() => Finding, { ref: true, nullable: true, deleteRule: 'set null' })
  previous?: Ref<Finding> | null;

  /** When the acceptance of its risk ended, and another finding followed. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  endedAt?: Date | null;

  /** Sort order, generated by the database: open first, then by severity. */
  @Property({
    type: 'smallint',
    generated:
      `((case when "status" = 'OPEN' then 0 else 4 end) + (case "severity" ` +
      `when 'CRITICAL' then 0 when 'HIGH' then 1 when 'MEDIUM' then 2 else 3 end)) stored`,
  })
  readonly rank!: number;
}
