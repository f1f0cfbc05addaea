import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import type { RequestContext } from '../../kernel/context';
import { VendorFieldKind } from '../settings/vendor-fields';
import { User } from '../user/user.entity';
import { userById } from '../user/user.service';
import { VendorFieldValue } from './own-fields.inputs';
import { ownFieldsOf } from './own-fields.loaders';
import { Vendor } from './vendor.entity';

@Resolver(() => Vendor)
export class VendorFieldsResolver {
  @Reads(Vendor)
  @FieldResolver(() => [VendorFieldValue], { description: 'Every own field, in the order of the settings' })
  fields(@Root() { id }: Reading<Vendor>, @Ctx() ctx: RequestContext) {
    return ownFieldsOf(ctx, id);
  }
}

@Resolver(() => VendorFieldValue)
export class VendorFieldValueResolver {
  @FieldResolver(() => User, { nullable: true, description: 'The user that a PERSON names' })
  person(@Root() { kind, value }: VendorFieldValue, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return kind === VendorFieldKind.PERSON && value !== null ? ctx.load(userById, value as string, info) : null;
  }
}
