import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { Allow } from '../auth/permissions';
import { type RequestContext, MAX_PAGE } from '../kernel/context';
import { Node } from '../graphql/node';
import { findNode } from './node.loaders';

@Resolver(() => Node)
export class NodeResolver {
  @Allow('signed-in')
  @Query(() => Node, {
    nullable: true,
    description: 'The object with an id, of any type; null if there is none you can see',
  })
  node(@Ctx() ctx: RequestContext, @Arg('id', () => ID, { description: 'The id of any object' }) id: string) {
    return findNode(ctx, id);
  }

  @Allow('signed-in')
  @Query(() => [Node], {
    nullable: 'items',
    description: 'The objects with these ids, in the same order; null for each that doesn’t exist or that you can’t see',
  })
  nodes(@Ctx() ctx: RequestContext, @Arg('ids', () => [ID], { description: `Ids of any objects, at most ${MAX_PAGE}` }) ids: string[]) {
    return Promise.all(ids.map((id) => findNode(ctx, id)));
  }
}
