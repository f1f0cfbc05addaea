import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { connectionOf } from '../../graphql/connection';
import { describeEnum } from '../../graphql/enums';
import { DateScalar } from '../../graphql/scalars';

export enum WorkKind {
  ASSESSMENT_TO_REVIEW = 'ASSESSMENT_TO_REVIEW',
  ANSWERS_AWAITED = 'ANSWERS_AWAITED',
  FINDING = 'FINDING',
  REMEDIATION_TO_DECIDE = 'REMEDIATION_TO_DECIDE',
  ACCEPTANCE_TO_APPROVE = 'ACCEPTANCE_TO_APPROVE',
  ACTION = 'ACTION',
  CERTIFICATION_ENDING = 'CERTIFICATION_ENDING',
  CONTRACT_ENDING = 'CONTRACT_ENDING',
  VENDOR_REQUEST_TO_DECIDE = 'VENDOR_REQUEST_TO_DECIDE',
}
describeEnum(WorkKind, {
  name: 'WorkKind',
  description: 'What there is to do',
  values: {
    ASSESSMENT_TO_REVIEW: 'An assessment that was submitted: I am its reviewer, or it has none and I look after the vendor',
    ANSWERS_AWAITED: 'An assessment that a vendor I look after has to answer',
    FINDING: 'An open finding that I own',
    REMEDIATION_TO_DECIDE: 'An open finding that I own and that the vendor has answered; instead of FINDING',
    ACCEPTANCE_TO_APPROVE: 'Someone else asks to accept a risk, and I may decide',
    ACTION: 'A shared-responsibility task: it is mine, or nobody’s and I look after the vendor',
    CERTIFICATION_ENDING: 'A certification of a vendor I look after that expires within 90 days, or has expired',
    CONTRACT_ENDING: 'The contract with a vendor I look after that is up for renewal within 90 days, or was',
    VENDOR_REQUEST_TO_DECIDE: 'A request for a vendor that I may decide on',
  },
});

export enum WorkDue {
  OVERDUE = 'OVERDUE',
  THIS_WEEK = 'THIS_WEEK',
  LATER = 'LATER',
}
describeEnum(WorkDue, {
  name: 'WorkDue',
  description: 'When work is due, by days in UTC',
  values: {
    OVERDUE: 'Before today',
    THIS_WEEK: 'Today or in the six days after',
    LATER: 'Afterwards, or without a date',
  },
});

/** What the things that an item is about need is decided where they are. */
@Allow('as-parent')
@ObjectType({ description: 'Something for me to do', simpleResolvers: true })
export class WorkItem {
  @Field(() => ID, { description: 'Opaque id: that of the thing it is about' })
  id!: string;

  @Field(() => WorkKind, { description: 'What there is to do' })
  kind!: WorkKind;

  @Field(() => String, { description: 'What the thing is called' })
  title!: string;

  @Field(() => DateScalar, { nullable: true, description: 'Until when' })
  dueOn!: string | null;

  @Field(() => WorkDue, { description: 'When it is due' })
  due!: WorkDue;

  /** What decides about the next step: the state of the thing. */
  detail!: string | null;
  vendorId!: string | null;
  assessmentId!: string | null;
  findingId!: string | null;
}

export const WorkItemConnection = connectionOf(WorkItem, 'WorkItem');

@Allow('as-parent')
@ObjectType({ description: 'How much there is to do', simpleResolvers: true })
export class WorkCounts {
  @Field(() => Int, { description: 'All of it' })
  total!: number;

  @Field(() => Int, { description: 'Due before today (UTC)' })
  overdue!: number;

  @Field(() => Int, { description: 'Due today or in the six days after' })
  thisWeek!: number;

  @Field(() => Int, { description: 'Due afterwards, or without a date' })
  later!: number;
}

@Allow('as-parent')
@ObjectType({ description: 'How much there is to do of a kind', simpleResolvers: true })
export class WorkKindCount {
  @Field(() => WorkKind, { description: 'What there is to do' })
  kind!: WorkKind;

  @Field(() => Int, { description: 'How many' })
  count!: number;
}

@Allow('signed-in')
@ObjectType({ description: 'What there is for me to do, and only what I may see' })
export class WorkList {}
