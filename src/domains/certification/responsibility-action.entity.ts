import { Entity, Enum, Index, ManyToOne, Property, type Ref, Unique } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Editable } from '../../graphql/base.entity';
import { describeEnum } from '../../graphql/enums';
import { DateTimeScalar } from '../../graphql/scalars';
import { Control } from '../framework/control.entity';
import { User } from '../user/user.entity';
import { Vendor } from '../vendor/vendor.entity';
import { Certification } from './certification.entity';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';

export enum ResponsibilityStatus {
  PENDING = 'PENDING',
  IN_PROGRESS = 'IN_PROGRESS',
  COMPLETED = 'COMPLETED',
  NOT_APPLICABLE = 'NOT_APPLICABLE',
}
describeEnum(ResponsibilityStatus, {
  name: 'ResponsibilityStatus',
  description: 'Progress of a shared-responsibility task',
  values: {
    PENDING: 'Not started',
    IN_PROGRESS: 'Someone is working on it',
    COMPLETED: 'The work is done',
    NOT_APPLICABLE: 'Does not apply, and is left out of the percentage',
  },
});

@Allow('vendors:view')
@ObjectType({
  description: "A shared-responsibility task: the customer's part of a control covered by a vendor's certification",
  simpleResolvers: true,
})
@Kept({ title: 'controlTitle', path: { name: 'responsibilityActions' }, untold: ['controlId'] })
@Scoped('vendor')
@Entity()
@Unique({
  name: 'responsibility_action_taken',
  properties: ['vendor', 'certificationName', 'frameworkName', 'controlCode'],
})
@Index({
  name: 'responsibility_action_in_order',
  expression:
    'create index "responsibility_action_in_order" on "responsibility_action" ' +
    '(lower("framework_name"), "control_code", lower("certification_name"), "id")',
})
export class ResponsibilityAction extends Editable {
  @ManyToOne(() => Vendor, { ref: true, deleteRule: 'cascade' })
  vendor!: Ref<Vendor>;

  @ManyToOne(() => Certification, {
    ref: true,
    nullable: true,
    deleteRule: 'set null',
    index: 'responsibility_action_by_certification',
  })
  certification?: Ref<Certification> | null;

  @Field(() => String, { description: 'Name of the certification it comes from, kept when that is deleted' })
  @Property({ type: 'text' })
  certificationName!: string;

  @ManyToOne(() => Control, {
    ref: true,
    nullable: true,
    deleteRule: 'set null',
    index: 'responsibility_action_by_control',
  })
  control?: Ref<Control> | null;

  @Field(() => String, { description: 'Code of the control' })
  @Property({ type: 'text' })
  controlCode!: string;

  @Field(() => String, { description: 'Title of the control' })
  @Property({ type: 'text' })
  controlTitle!: string;

  @Field(() => String, { description: 'Name of the control’s framework' })
  @Property({ type: 'text' })
  frameworkName!: string;

  @Field(() => ResponsibilityStatus, { description: 'Progress' })
  @Enum({ items: () => ResponsibilityStatus, default: ResponsibilityStatus.PENDING })
  status: ResponsibilityStatus = ResponsibilityStatus.PENDING;

  @ManyToOne(() => User, {
    ref: true,
    nullable: true,
    deleteRule: 'set null',
    index: 'responsibility_action_by_assignee',
  })
  assignee?: Ref<User> | null;

  @Field(() => String, { nullable: true, description: 'Internal notes' })
  @Property({ type: 'text', nullable: true })
  notes?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was completed' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  completedAt?: Date | null;
}
