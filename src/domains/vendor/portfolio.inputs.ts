import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { RevisedInput } from '../../graphql/inputs';
import { Portfolio } from './portfolio.entity';

@InputType({ description: 'A portfolio to create' })
export class CreatePortfolioInput {
  @Field(() => String, { description: 'Unique name, up to 100 characters' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What belongs to it, up to 2,000 characters' })
  description?: string | null;
}

@InputType({ description: 'Changes to a portfolio; omitted fields keep their value' })
export class UpdatePortfolioInput extends RevisedInput {
  @Field(() => ID, { description: 'The portfolio' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'New name; null keeps it' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'New description; null clears it' })
  description?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The portfolio after the change', simpleResolvers: true })
export class PortfolioPayload {
  @Field(() => Portfolio, { description: 'The portfolio' })
  portfolio!: Row<Portfolio>;
}
