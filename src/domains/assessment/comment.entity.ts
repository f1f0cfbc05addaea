import { Check, Entity, Enum, Index, ManyToOne, Property, type Ref } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Stored } from '../../graphql/base.entity';
import { describeEnum } from '../../graphql/enums';
import { User } from '../user/user.entity';
import { AssessmentQuestion } from './assessment-question.entity';
import { Assessment } from './assessment.entity';
import { Kept } from '../../database/record/kept';
import { Personal } from '../../database/personal';
import { Scoped } from '../../database/scope/scoped';

export enum CommentVisibility {
  INTERNAL = 'INTERNAL',
  SHARED = 'SHARED',
}
describeEnum(CommentVisibility, {
  name: 'CommentVisibility',
  description: 'Who reads a comment: INTERNAL the team only, SHARED the vendor as well',
  values: {
    INTERNAL: 'Read by the team only',
    SHARED: 'Read by the vendor as well',
  },
});

/** Which comments a caller gets is decided where they are listed: a vendor's link gives only the shared ones. */
@Allow('as-parent')
@ObjectType({ description: 'A remark on an assessment or a finding, by the team or the vendor', simpleResolvers: true })
@Kept({
  partOf: 'assessmentId',
  orPartOf: 'findingId',
  path: { name: 'comments' },
  untold: ['userId', 'questionId'],
  renamed: { parentId: 'parentId' },
})
@Personal({ of: 'userId', texts: { authorName: 'name' } })
@Scoped('assessment', 'finding')
@Entity()
@Index({ name: 'comment_in_order', properties: ['assessment', 'createdAt', 'id'] })
@Index({ name: 'comment_of_finding', properties: ['finding', 'createdAt', 'id'] })
@Check({ name: 'comment_on_one_thing', expression: 'num_nonnulls("assessment_id", "finding_id") = 1' })
export class Comment extends Stored {
  @ManyToOne(() => Assessment, { ref: true, nullable: true, deleteRule: 'cascade' })
  assessment?: Ref<Assessment> | null;

  /** By its name: findings come after assessments. */
  @ManyToOne('Finding', { ref: true, nullable: true, deleteRule: 'cascade' })
  finding?: Ref<Stored> | null;

  /** The comment that this one replies to. */
  @ManyToOne(() => Comment, { ref: true, nullable: true, deleteRule: 'cascade', index: 'comment_by_parent' })
  parent?: Ref<Comment> | null;

  /** The question it is about; null: the whole assessment. */
  @ManyToOne(() => AssessmentQuestion, {
    ref: true,
    nullable: true,
    deleteRule: 'cascade',
    index: 'comment_by_question',
  })
  question?: Ref<AssessmentQuestion> | null;

  @Field(() => String, { description: 'USER for the team, VENDOR for the vendor' })
  @Enum({ items: ['USER', 'VENDOR'] })
  authorType!: 'USER' | 'VENDOR';

  @Field(() => String, { description: 'Name of the author when it was written' })
  @Property({ type: 'text' })
  authorName!: string;

  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null', index: 'comment_by_user' })
  user?: Ref<User> | null;

  @Field(() => String, { description: 'What it says' })
  @Property({ type: 'text' })
  body!: string;

  @Field(() => CommentVisibility, { description: 'Who reads it' })
  @Enum({ items: () => CommentVisibility, default: CommentVisibility.INTERNAL })
  visibility: CommentVisibility = CommentVisibility.INTERNAL;
}
