import { Entity, ManyToOne, Property, type Ref, Unique } from '@mikro-orm/core';
import { Personal } from '../../database/personal';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';
import { Stored } from '../../graphql/base.entity';
import { User } from '../user/user.entity';
import { RiskAcceptance } from './risk-acceptance.entity';

/** The decision of a second person on a request to accept a risk. */
@Kept({
  partOf: 'acceptanceId',
  path: { name: '', below: 'acceptanceId', by: null },
  untold: ['decidedById'],
  renamed: { note: 'decisionNote' },
})
@Personal({ of: 'decidedById', texts: { decidedByName: 'name' } })
@Scoped('acceptance')
@Entity()
export class RiskDecision extends Stored {
  @Unique({ name: 'risk_decision_taken' })
  @ManyToOne(() => RiskAcceptance, { ref: true, deleteRule: 'cascade' })
  acceptance!: Ref<RiskAcceptance>;

  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null', index: 'risk_decision_by_decider' })
  decidedBy?: Ref<User> | null;

  @Property({ type: 'text' })
  decidedByName!: string;

  @Property({ type: 'text', nullable: true })
  note?: string | null;
}
