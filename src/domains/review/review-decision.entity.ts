import { Entity, Enum, ManyToOne, Property, type Ref, Unique } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Editable } from '../../graphql/base.entity';
import { describeEnum } from '../../graphql/enums';
import { DateTimeScalar } from '../../graphql/scalars';
import { Assessment } from '../assessment/assessment.entity';
import { Response } from '../assessment/response.entity';
import { Kept } from '../../database/record/kept';
import { User } from '../user/user.entity';
import { Scoped } from '../../database/scope/scoped';

export enum ReviewDecisionKind {
  APPROVED = 'APPROVED',
  REJECTED = 'REJECTED',
  CLARIFICATION_REQUESTED = 'CLARIFICATION_REQUESTED',
}
describeEnum(ReviewDecisionKind, {
  name: 'ReviewDecisionKind',
  description: 'A reviewer’s verdict on an answer',
  values: {
    APPROVED: 'The answer is accepted',
    REJECTED: 'The answer is not accepted: it counts as non-compliant',
    CLARIFICATION_REQUESTED: 'The vendor has to clarify before the review can be finalized',
  },
});

@Allow('assessments:view')
@ObjectType({ description: "A reviewer's decision on an answer", simpleResolvers: true })
@Kept({ partOf: 'assessmentId', path: { name: 'review', below: 'responseId', by: null } })
@Scoped('assessment')
@Entity()
export class ReviewDecision extends Editable {
  @Unique({ name: 'review_decision_response_taken' })
  @ManyToOne(() => Response, { ref: true, deleteRule: 'cascade' })
  response!: Ref<Response>;

  @ManyToOne(() => Assessment, { ref: true, deleteRule: 'cascade', index: 'review_decision_by_assessment' })
  assessment!: Ref<Assessment>;

  @Field(() => ReviewDecisionKind, { description: 'The decision' })
  @Enum({ items: () => ReviewDecisionKind })
  decision!: ReviewDecisionKind;

  @Field(() => String, { nullable: true, description: 'Why' })
  @Property({ type: 'text', nullable: true })
  note?: string | null;

  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null', index: 'review_decision_by_reviewer' })
  decidedBy?: Ref<User> | null;

  @Field(() => DateTimeScalar, { description: 'When it was decided' })
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  decidedAt!: Date;
}
