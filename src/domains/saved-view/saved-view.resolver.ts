import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Extensions, FieldResolver, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { NoPast } from '../../graphql/as-of';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { LIST_SIZE } from '../../graphql/engine/weigh';
import { DeleteInput, DeletePayload } from '../../graphql/inputs';
import type { RequestContext } from '../../kernel/context';
import { userById } from '../user/user.service';
import { ListKind, SavedView } from './saved-view.entity';
import { SavedViewPayload, SaveViewInput } from './saved-view.inputs';
import * as views from './saved-view.service';

const USUAL_VIEWS = 100;

@Resolver(() => SavedView)
export class SavedViewResolver {
  @Allow('signed-in')
  @NoPast()
  @Extensions({ [LIST_SIZE]: USUAL_VIEWS })
  @Query(() => [SavedView], {
    description:
      'Yours and the shared ones, by name. An API key reads those of the person it follows; one of the organisation, the shared ones',
  })
  savedViews(
    @Ctx() ctx: RequestContext,
    @Arg('list', () => ListKind, { nullable: true, description: 'Those of this list' }) list?: ListKind | null,
  ) {
    return views.listViews(ctx, list ?? null);
  }

  @Reads(SavedView, 'privateToId')
  @FieldResolver(() => Boolean, { description: 'Whether everyone sees it' })
  isShared(@Root() { privateToId }: Reading<SavedView, 'privateToId'>) {
    return privateToId === null;
  }

  @Reads(SavedView, 'ownerId')
  @FieldResolver(() => Boolean, { description: 'Whether it is yours' })
  isMine(@Root() view: Reading<SavedView, 'ownerId'>, @Ctx() ctx: RequestContext) {
    return views.isMine(ctx, view);
  }

  @Reads(SavedView, 'ownerId')
  @FieldResolver(() => String, { description: 'The name of whose it is' })
  async ownerName(@Root() { ownerId }: Reading<SavedView, 'ownerId'>, @Ctx() ctx: RequestContext) {
    return (ownerId && (await ctx.load(userById, ownerId))?.name) || 'Deleted user';
  }

  @Allow('signed-in')
  @Mutation(() => SavedViewPayload, {
    description: 'Saves a view of a list that you may read, or changes one. Keys of the organisation can’t have views of their own',
  })
  async saveView(@Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo, @Arg('input', () => SaveViewInput) input: SaveViewInput) {
    return { view: await ctx.load(views.viewById, await views.saveView(ctx, info.schema, input)) };
  }

  @Allow('signed-in')
  @Mutation(() => DeletePayload, { description: 'Deletes a view' })
  async deleteView(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await views.deleteView(ctx, id);
    return { deletedId: id };
  }
}
