import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { loader } from '../../graphql/engine/loaders';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { type RequestContext } from '../../kernel/context';
import { Session } from '../user/session.entity';
import { SignInProvider } from './identity-provider.inputs';
import { endSessionUrlOf } from './sign-on.service';
import * as store from './sign-on.store';

const openerOf = loader<string, SignInProvider | null>(async (sessionIds, { primary }) => {
  const openers = new Map((await primary.query(store.openers(sessionIds))).map(({ sessionId, ...opener }) => [sessionId, opener]));
  return sessionIds.map((id) => openers.get(id) ?? null);
});

@Resolver(() => Session)
export class SessionProviderResolver {
  @Reads(Session)
  @FieldResolver(() => SignInProvider, { nullable: true, description: 'The identity provider that opened it; null if none did' })
  provider(@Root() { id }: Reading<Session>, @Ctx() ctx: RequestContext) {
    return ctx.load(openerOf, id);
  }

  @Reads(Session)
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Of the current session: where to go after logout to sign out at its provider too, if the provider has such a place',
  })
  endSessionUrl(@Root() { id }: Reading<Session>, @Ctx() ctx: RequestContext) {
    return id === ctx.caller.sessionId ? endSessionUrlOf(ctx, id) : null;
  }
}
