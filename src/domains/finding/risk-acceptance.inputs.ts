import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { connectionOf } from '../../graphql/connection';
import { RevisedInput } from '../../graphql/inputs';
import { DateTimeScalar } from '../../graphql/scalars';
import { RiskAcceptance, RiskAcceptanceState } from './risk-acceptance.entity';

@InputType({ description: 'Filter for acceptances of risks; all given conditions must match' })
export class RiskAcceptanceFilter {
  @Field(() => [RiskAcceptanceState], { nullable: true, description: 'In one of these states' })
  state?: RiskAcceptanceState[] | null;

  @Field(() => ID, { nullable: true, description: 'Of findings of this vendor' })
  vendorId?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Ending then or later' })
  untilFrom?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Ending then or earlier' })
  untilTo?: string | null;
}

export const RiskAcceptanceConnection = connectionOf(RiskAcceptance, 'RiskAcceptance', { hasCsv: true });

@InputType({ description: 'A request to accept the risk of a finding' })
export class RequestRiskAcceptanceInput {
  @Field(() => ID, { description: 'The finding, which must be OPEN' })
  findingId!: string;

  @Field(() => String, { description: 'Why the risk can be accepted, up to 20,000 characters' })
  reason!: string;

  @Field(() => DateTimeScalar, { description: 'When the acceptance ends: in the future' })
  until!: string;
}

@InputType({ description: 'A decision on a request to accept a risk' })
export class DecideRiskAcceptanceInput extends RevisedInput {
  @Field(() => ID, { description: 'The request' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Why; required to reject' })
  note?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The acceptance after the change', simpleResolvers: true })
export class RiskAcceptancePayload {
  @Field(() => RiskAcceptance, { description: 'The acceptance' })
  acceptance!: Row<RiskAcceptance>;
}
