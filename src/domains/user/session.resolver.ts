import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { NoPast } from '../../graphql/as-of';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { DeletePayload, IdInput } from '../../graphql/inputs';
import { type RequestContext } from '../../kernel/context';
import { Session } from './session.entity';
import { RevokeOtherSessionsInput, RevokeSessionsPayload } from './session.inputs';
import { User } from './user.entity';
import { listSessions, revokeOtherSessions, revokeSession } from './user-sessions.service';

@Resolver(() => Session)
export class SessionResolver {
  @Reads(Session)
  @FieldResolver(() => Boolean, { description: 'Whether it is the session that asks' })
  isCurrent(@Root() { id }: Reading<Session>, @Ctx() { caller }: RequestContext) {
    return id === caller.sessionId;
  }

  @Allow('signed-in')
  @Mutation(() => DeletePayload, {
    description: "Ends a session: one of your own, or someone else's with users:manage and every permission that the person holds",
  })
  async revokeSession(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await revokeSession(ctx, id);
    return { deletedId: id };
  }

  @Allow('signed-in')
  @Mutation(() => RevokeSessionsPayload, {
    description: "Ends all your sessions except this one, or all of someone else's under the same condition as revokeSession",
  })
  async revokeOtherSessions(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => RevokeOtherSessionsInput, { nullable: true }) input?: RevokeOtherSessionsInput | null,
  ) {
    return { revokedCount: await revokeOtherSessions(ctx, input?.userId) };
  }
}

@Resolver(() => User)
export class UserSessionsResolver {
  @Reads(User)
  @NoPast()
  @Allow('signed-in')
  @FieldResolver(() => [Session], {
    nullable: true,
    description: 'Active sessions, newest first, at most 100; null unless it is you or you hold users:manage',
  })
  sessions(@Root() { id }: Reading<User>, @Ctx() ctx: RequestContext) {
    return listSessions(ctx, id);
  }
}
