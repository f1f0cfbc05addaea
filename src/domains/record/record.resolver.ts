import { Arg, Ctx, Extensions, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, Sensitive } from '../../auth/permissions';
import { loader } from '../../graphql/engine/loaders';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { ROWS_READ } from '../../graphql/engine/weigh';
import { DateTimeScalar } from '../../graphql/scalars';
import type { RequestContext } from '../../kernel/context';
import { AuditEntry } from '../audit/audit-entry.entity';
import { isBaseline } from '../audit/audit.actions';
import { boundedChangesBy, type ChangingEntry, type FieldValues } from './changes';
import { eraseUser } from './erasure';
import { EraseUserInput, EraseUserPayload, FieldChange } from './record.types';

@Resolver()
export class RecordResolver {
  @Allow('audit:view')
  @Query(() => DateTimeScalar, { description: 'The first moment that @asOf can be asked about' })
  recordedSince(@Ctx() { services }: RequestContext) {
    return services.past.recordedSince();
  }

  @Allow('users:manage')
  @Sensitive()
  @Mutation(() => EraseUserPayload, {
    description:
      'Deletes a user and replaces their name, addresses and external ids with "Erased" everywhere, the past and the audit log included. Also for users who were deleted before. Can’t be undone',
  })
  async eraseUser(@Ctx() ctx: RequestContext, @Arg('input', () => EraseUserInput) input: EraseUserInput) {
    await eraseUser(ctx, input);
    return { erasedId: input.id };
  }
}

const changesByPlace = loader<ChangingEntry, FieldValues[]>(
  (entries, ctx) => boundedChangesBy(ctx, entries),
  ({ lane, seq }) => `${lane} ${seq}`,
);

/** What an entry changed. */
export function changesOf(ctx: RequestContext, entry: ChangingEntry): FieldValues[] | Promise<FieldValues[]> {
  return isBaseline(entry.action) ? [] : ctx.load(changesByPlace, entry);
}

@Resolver(() => AuditEntry)
export class AuditChangesResolver {
  @Extensions({ [ROWS_READ]: 10 })
  @Reads(AuditEntry, 'lane', 'seq', 'entityId', 'action', 'meta')
  @FieldResolver(() => [FieldChange], { description: 'What changed; empty where nothing did, and before the record began' })
  changes(@Root() entry: Reading<AuditEntry, 'lane' | 'seq' | 'entityId' | 'action' | 'meta'>, @Ctx() ctx: RequestContext) {
    return changesOf(ctx, entry);
  }
}
