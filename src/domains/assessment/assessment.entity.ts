import { Check, Entity, Enum, Index, ManyToOne, Property, type Ref } from '@mikro-orm/core';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Editable } from '../../graphql/base.entity';
import { describeEnum } from '../../graphql/enums';
import { DateTimeScalar } from '../../graphql/scalars';
import { Recurrence } from '../settings/recurrence';
import { Template } from '../template/template.entity';
import { User } from '../user/user.entity';
import { Vendor } from '../vendor/vendor.entity';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';
import { WAITING_SINCE } from './waiting.rules';
import { Searchable } from '../../database/searched';

export enum AssessmentStatus {
  DRAFT = 'DRAFT',
  SENT = 'SENT',
  IN_PROGRESS = 'IN_PROGRESS',
  SUBMITTED = 'SUBMITTED',
  UNDER_REVIEW = 'UNDER_REVIEW',
  COMPLETED = 'COMPLETED',
}
describeEnum(AssessmentStatus, {
  name: 'AssessmentStatus',
  description: 'Status of an assessment in its life cycle',
  values: {
    DRAFT: 'Being prepared; the vendor has not seen it',
    SENT: 'The vendor has the link and has not answered anything yet',
    IN_PROGRESS: 'The vendor has begun to answer',
    SUBMITTED: 'The vendor has submitted the answers, which can no longer be changed',
    UNDER_REVIEW: 'A reviewer is deciding on the answers',
    COMPLETED: 'The review is finalized: score and findings are final',
  },
});

/** The contents need assessments:view; what lists show can also be read with the vendor. */
@Allow('assessments:view')
@ObjectType({ description: 'A questionnaire sent to a vendor, with its answers and review', simpleResolvers: true })
@Kept({ title: 'title', path: { name: 'assessments' }, untold: ['score', 'createdById', 'sentBackAt'], volatile: ['overdueTold'] })
@Scoped('vendor')
@Searchable({ table: 'assessment', title: 'title', also: ['template_name'] })
@Entity()
@Index({
  name: 'assessment_newest',
  expression: 'create index "assessment_newest" on "assessment" ("created_at" desc, "id" desc)',
})
@Index({
  name: 'assessment_by_vendor',
  expression: 'create index "assessment_by_vendor" on "assessment" ("vendor_id", "created_at" desc, "id" desc)',
})
@Index({
  name: 'assessment_by_status',
  expression: 'create index "assessment_by_status" on "assessment" ("status", "created_at" desc, "id" desc)',
})
@Index({
  name: 'assessment_awaited',
  expression: 'create index "assessment_awaited" on "assessment" ("due_date") ' + `where "status" in ('SENT', 'IN_PROGRESS')`,
})
@Index({
  name: 'assessment_completed',
  expression: 'create index "assessment_completed" on "assessment" ("vendor_id", "submitted_at" desc) ' + `where "status" = 'COMPLETED'`,
})
@Index({
  name: 'assessment_waiting',
  expression: `create index "assessment_waiting" on "assessment" ((${WAITING_SINCE}), "id")`,
})
@Index({
  name: 'assessment_by_submission',
  expression: `create index "assessment_by_submission" on "assessment" ((coalesce("submitted_at", 'epoch'::timestamptz)), "id")`,
})
@Index({
  name: 'assessment_successor_taken',
  expression: 'create unique index "assessment_successor_taken" on "assessment" ("previous_id") where "previous_id" is not null',
})
@Check({
  name: 'assessment_score_range',
  expression: '"score" >= 0::double precision and "score" <= 1::double precision',
})
export class Assessment extends Editable {
  @Allow('assessments:view', 'vendors:view')
  @Field(() => ID, { description: 'Opaque id, the same in GraphQL and REST' })
  override id!: string;

  @Allow('assessments:view', 'vendors:view')
  @Field(() => DateTimeScalar, { description: 'When it was created' })
  override createdAt!: Date;

  @Allow('assessments:view', 'vendors:view')
  @Field(() => String, { description: 'Title of the assessment' })
  @Property({ type: 'text' })
  title!: string;

  @ManyToOne(() => Vendor, { ref: true, deleteRule: 'cascade' })
  vendor!: Ref<Vendor>;

  @ManyToOne(() => Template, { ref: true, nullable: true, deleteRule: 'set null', index: 'assessment_by_template' })
  template?: Ref<Template> | null;

  @Allow('assessments:view', 'vendors:view')
  @Field(() => String, { nullable: true, description: 'Name of the template it was created from, kept when that is deleted' })
  @Property({ type: 'text', nullable: true })
  templateName?: string | null;

  @Allow('assessments:view', 'vendors:view')
  @Field(() => Int, { nullable: true, description: 'Version of the template it was created from' })
  @Property({ type: 'integer', nullable: true })
  templateVersion?: number | null;

  @Allow('assessments:view', 'vendors:view')
  @Field(() => AssessmentStatus, { description: 'Status in its life cycle' })
  @Enum({ items: () => AssessmentStatus, default: AssessmentStatus.DRAFT })
  status: AssessmentStatus = AssessmentStatus.DRAFT;

  @Allow('assessments:view', 'vendors:view')
  @Field(() => Float, { nullable: true, description: 'Weight of compliant answers divided by the weight of all scored answers, 0 to 1' })
  @Property({ type: 'double', nullable: true })
  score?: number | null;

  @Allow('assessments:view', 'vendors:view')
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the answers are due' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  dueDate?: Date | null;

  @Allow('assessments:view', 'vendors:view')
  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was sent to the vendor' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  sentAt?: Date | null;

  /** When it was last returned to the vendor. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  sentBackAt?: Date | null;

  @Allow('assessments:view', 'vendors:view')
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the vendor first opened the portal' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  openedAt?: Date | null;

  @Allow('assessments:view', 'vendors:view')
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the vendor submitted the answers' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  submittedAt?: Date | null;

  @Allow('assessments:view', 'vendors:view')
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the review was finalized' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  completedAt?: Date | null;

  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null', index: 'assessment_by_reviewer' })
  reviewer?: Ref<User> | null;

  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null', index: 'assessment_by_creator' })
  createdBy?: Ref<User> | null;

  @Allow('assessments:view', 'vendors:view')
  @Field(() => Recurrence, { description: 'How often it is repeated' })
  @Enum({ items: () => Recurrence, default: Recurrence.NONE })
  recurrence: Recurrence = Recurrence.NONE;

  /** The assessment that this one repeats. */
  @ManyToOne(() => Assessment, { ref: true, nullable: true, deleteRule: 'set null' })
  previous?: Ref<Assessment> | null;

  @Allow('assessments:view', 'vendors:view')
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the next assessment in the series is due; null: there is none' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  nextDueOn?: Date | null;

  /** The due date whose passing was recorded. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  overdueTold?: Date | null;
}
