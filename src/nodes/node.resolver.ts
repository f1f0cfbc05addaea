import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import { Allow } from '../auth/permissions';
import { type RequestContext, MAX_PAGE } from '../kernel/context';
import { Node } from '../graphql/node';
import { findNodes } from './node.loaders';

@Resolver(() => Node)
export class NodeResolver {
  @Allow('signed-in')
  @Query(() => Node, {
    nullable: true,
    description: 'The object with an id, of any type; null if there is none you can see',
  })
  async node(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID, { description: 'The id of any object' }) id: string,
    @Info() info: GraphQLResolveInfo,
  ) {
    const [found] = await findNodes(ctx, [id], info);
    return found;
  }

  @Allow('signed-in')
  @Query(() => [Node], {
    nullable: 'items',
    description: 'The objects with these ids, in the same order; null for each that doesn’t exist or that you can’t see',
  })
  nodes(
    @Ctx() ctx: RequestContext,
    @Arg('ids', () => [ID], { description: `Ids of any objects, at most ${MAX_PAGE}` }) ids: string[],
    @Info() info: GraphQLResolveInfo,
  ) {
    return findNodes(ctx, ids, info);
  }
}
