import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { MAX_PAGE } from '../../graphql/connection';
import { type RequestContext } from '../../graphql/context';
import { Node } from '../../graphql/node';
import { findNode } from './node.loaders';

@Resolver(() => Node)
export class NodeResolver {
  @Allow('signed-in')
  @Query(() => Node, {
    nullable: true,
    description: 'The thing with an id, whatever its type; null if there is none that you may see',
  })
  node(@Ctx() ctx: RequestContext, @Arg('id', () => ID, { description: 'The id of any thing' }) id: string) {
    return findNode(ctx, id);
  }

  @Allow('signed-in')
  @Query(() => [Node], {
    nullable: 'items',
    description: 'The things with these ids, in their order; null for each of which there is none that you may see',
  })
  nodes(@Ctx() ctx: RequestContext, @Arg('ids', () => [ID], { description: `The ids of any things, at most ${MAX_PAGE}` }) ids: string[]) {
    return Promise.all(ids.map((id) => findNode(ctx, id)));
  }
}
