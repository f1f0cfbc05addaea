import { randomUUID } from 'node:crypto';
import { Entity, Enum, ManyToOne, OptionalProps, PrimaryKey, Property, type Ref, Unique } from '@mikro-orm/core';
import { Field, ID, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Personal } from '../../database/personal';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';
import { describeEnum } from '../../graphql/enums';
import { DateTimeScalar } from '../../graphql/scalars';
import { User } from '../user/user.entity';
import { Vendor } from './vendor.entity';

export enum OffboardingStepKind {
  ACCESS = 'ACCESS',
  DATA = 'DATA',
  CONTRACT = 'CONTRACT',
}
describeEnum(OffboardingStepKind, {
  name: 'OffboardingStepKind',
  description: 'What has to be done before a vendor is archived',
  values: {
    ACCESS: 'Its access to your systems and premises is revoked',
    DATA: 'Your data was returned or destroyed; done only with evidence',
    CONTRACT: 'The contract has ended',
  },
});

@Allow('vendors:view')
@ObjectType({ description: 'A step of a vendor’s offboarding. DATA is done only with evidence', simpleResolvers: true })
@Kept({ partOf: 'vendorId', title: 'kind', path: { name: 'offboarding', by: 'kind' } })
@Personal({ of: 'doneById', texts: { doneByName: 'name' } })
@Scoped('vendor')
@Entity()
@Unique({ name: 'offboarding_step_taken', properties: ['vendor', 'kind'] })
export class OffboardingStep {
  [OptionalProps]?: string;

  @Field(() => ID, { description: 'For updateOffboardingStep, and to attach files' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id: string = randomUUID();

  @ManyToOne(() => Vendor, { ref: true, deleteRule: 'cascade' })
  vendor!: Ref<Vendor>;

  @Field(() => OffboardingStepKind, { description: 'Which step it is' })
  @Enum({ items: () => OffboardingStepKind })
  kind!: OffboardingStepKind;

  @Field(() => Boolean, { description: 'Whether it is done' })
  @Property({ type: 'boolean', default: false })
  isDone: boolean = false;

  @Field(() => String, { nullable: true, description: 'What was done, or remains to be done' })
  @Property({ type: 'text', nullable: true })
  note?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was done' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  doneAt?: Date | null;

  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null', index: 'offboarding_step_by_doer' })
  doneBy?: Ref<User> | null;

  @Field(() => String, { nullable: true, description: 'Name of who did it, at that time' })
  @Property({ type: 'text', nullable: true })
  doneByName?: string | null;
}
