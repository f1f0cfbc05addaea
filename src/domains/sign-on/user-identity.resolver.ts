import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { Allow, Sensitive } from '../../auth/permissions';
import { NoPast } from '../../graphql/as-of';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { DeleteInput, DeletePayload } from '../../graphql/inputs';
import { type RequestContext } from '../../kernel/context';
import { User } from '../user/user.entity';
import { UserIdentity } from './user-identity.entity';
import { listIdentities, unlinkIdentity } from './user-identity.service';

@Resolver(() => User)
export class UserIdentityResolver {
  @Reads(User)
  @NoPast()
  @Allow('signed-in')
  @FieldResolver(() => [UserIdentity], {
    nullable: true,
    description: 'Who the person is at identity providers, the last used first; null unless it is you or you hold users:manage',
  })
  identities(@Root() { id }: Reading<User>, @Ctx() ctx: RequestContext) {
    return listIdentities(ctx, id);
  }

  @Allow('users:manage')
  @Sensitive()
  @Mutation(() => DeletePayload, {
    description:
      'Forgets who someone is at an identity provider and ends the sessions opened there; the next sign-in links the person by e-mail address again. The caller needs every permission that the person holds',
  })
  async unlinkIdentity(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await unlinkIdentity(ctx, id);
    return { deletedId: id };
  }
}
