import { Entity, Index, Property } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Kept } from '../../database/record/kept';
import { Editable, FOLDED_NAME } from '../../graphql/base.entity';
import { OfPortfolio } from '../../database/scope/scoped';

@Allow('signed-in')
@ObjectType({ description: 'The vendors of a business unit', simpleResolvers: true })
@Kept({ path: { name: 'portfolios' } })
@OfPortfolio('id')
@Entity()
@Index({
  name: 'portfolio_name_taken',
  expression: `create unique index "portfolio_name_taken" on "portfolio" (${FOLDED_NAME})`,
})
export class Portfolio extends Editable {
  @Field(() => String, { description: 'Name of the portfolio; no two share one, in any case of letters' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What belongs to it' })
  @Property({ type: 'text', nullable: true })
  description?: string | null;
}
