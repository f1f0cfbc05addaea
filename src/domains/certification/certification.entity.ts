import { Entity, ManyToOne, Property, type Ref } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Editable } from '../../graphql/base.entity';
import { DateScalar } from '../../graphql/scalars';
import { Vendor } from '../vendor/vendor.entity';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';

@Allow('vendors:view')
@ObjectType({ description: 'A certificate or attestation that a vendor holds', simpleResolvers: true })
@Kept({ path: { name: 'certifications' }, volatile: ['expiringTold', 'expiredTold'] })
@Scoped('vendor')
@Entity()
export class Certification extends Editable {
  @ManyToOne(() => Vendor, { ref: true, deleteRule: 'cascade', index: 'certification_by_vendor' })
  vendor!: Ref<Vendor>;

  @Field(() => String, { description: 'Name of the certification, such as ISO 27001' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Who issued it' })
  @Property({ type: 'text', nullable: true })
  issuer?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'The day it was issued' })
  @Property({ type: 'date', nullable: true })
  issuedDate?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'The day it expires' })
  @Property({ type: 'date', nullable: true, index: 'certification_by_expiry' })
  expiresDate?: string | null;

  @Field(() => String, { nullable: true, description: 'Internal notes' })
  @Property({ type: 'text', nullable: true })
  notes?: string | null;

  /** The days of expiry whose coming, and passing, was recorded. */
  @Property({ type: 'date', nullable: true })
  expiringTold?: string | null;

  @Property({ type: 'date', nullable: true })
  expiredTold?: string | null;
}
