import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, ID, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, Makes } from '../../auth/permissions';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { DeleteInput, DeletePayload } from '../../graphql/inputs';
import { type RequestContext } from '../../kernel/context';
import { ApiKey } from '../user/api-key.entity';
import { User } from '../user/user.entity';
import { Portfolio } from './portfolio.entity';
import { CreatePortfolioInput, PortfolioPayload, UpdatePortfolioInput } from './portfolio.inputs';
import * as portfolios from './portfolio.service';

@Resolver(() => Portfolio)
export class PortfolioResolver {
  @Allow('signed-in')
  @Query(() => [Portfolio], { description: 'The portfolios that the caller has a role in, by name' })
  portfolios(@Ctx() ctx: RequestContext) {
    return portfolios.listPortfolios(ctx);
  }

  @Allow('signed-in')
  @Query(() => Portfolio, { nullable: true, description: 'The portfolio with an id; null if there is none' })
  portfolio(
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Arg('id', () => ID, { description: 'The id of the portfolio' }) id: string,
  ) {
    return ctx.load(portfolios.portfolioById, id, info);
  }

  @Allow('vendors:view', 'settings:manage')
  @Reads(Portfolio, 'id')
  @FieldResolver(() => Int, { description: 'Number of its vendors' })
  vendorCount(@Root() { id }: Reading<Portfolio, 'id'>, @Ctx() ctx: RequestContext) {
    return ctx.load(portfolios.vendorCount, id);
  }

  @Allow('settings:manage')
  @Makes()
  @Mutation(() => PortfolioPayload, { description: 'Creates a portfolio' })
  async createPortfolio(@Ctx() ctx: RequestContext, @Arg('input', () => CreatePortfolioInput) input: CreatePortfolioInput) {
    return { portfolio: await ctx.load(portfolios.portfolioById, await portfolios.createPortfolio(ctx, input)) };
  }

  @Allow('settings:manage')
  @Mutation(() => PortfolioPayload, { description: 'Changes a portfolio' })
  async updatePortfolio(@Ctx() ctx: RequestContext, @Arg('input', () => UpdatePortfolioInput) input: UpdatePortfolioInput) {
    await portfolios.updatePortfolio(ctx, input);
    return { portfolio: await ctx.load(portfolios.portfolioById, input.id) };
  }

  @Allow('settings:manage')
  @Mutation(() => DeletePayload, {
    description: 'Deletes a portfolio; its vendors stay, and belong to none. Who had a role in it alone sees no vendor any more',
  })
  async deletePortfolio(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await portfolios.deletePortfolio(ctx, id);
    return { deletedId: id };
  }
}

@Resolver(() => User)
export class UserPortfoliosResolver {
  @Reads(User, 'portfolioIds')
  @FieldResolver(() => [Portfolio], {
    nullable: true,
    description: 'Where the role holds, as far as the caller has a role there too, by name; null: everywhere',
  })
  portfolios(@Root() { portfolioIds }: Reading<User, 'portfolioIds'>, @Ctx() ctx: RequestContext) {
    return portfolios.portfoliosOf(ctx, portfolioIds);
  }
}

@Resolver(() => ApiKey)
export class ApiKeyPortfoliosResolver {
  @Reads(ApiKey, 'portfolioIds')
  @FieldResolver(() => [Portfolio], {
    nullable: true,
    description:
      'Where the key works, as far as the caller has a role there too, by name; null: wherever its creator’s role holds, or everywhere for a key of the organisation',
  })
  portfolios(@Root() { portfolioIds }: Reading<ApiKey, 'portfolioIds'>, @Ctx() ctx: RequestContext) {
    return portfolios.portfoliosOf(ctx, portfolioIds);
  }
}
