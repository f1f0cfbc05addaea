import { Entity, ManyToOne, Property, type Ref, Unique } from '@mikro-orm/core';
import { Personal } from '../../database/personal';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';
import { Stored } from '../../graphql/base.entity';
import { User } from '../user/user.entity';
import { VendorRequest } from './vendor-request.entity';

/** Who decided on a request for a vendor, and why. */
@Kept({ partOf: 'requestId', path: { name: '', by: null }, untold: ['decidedById'], renamed: { note: 'decisionNote' } })
@Personal({ of: 'decidedById', texts: { decidedByName: 'name' } })
@Scoped('request')
@Entity()
export class IntakeDecision extends Stored {
  @Unique({ name: 'intake_decision_taken' })
  @ManyToOne(() => VendorRequest, { ref: true, deleteRule: 'cascade' })
  request!: Ref<VendorRequest>;

  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null', index: 'intake_decision_by_decider' })
  decidedBy?: Ref<User> | null;

  @Property({ type: 'text' })
  decidedByName!: string;

  @Property({ type: 'text', nullable: true })
  note?: string | null;
}
