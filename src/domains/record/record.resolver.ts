import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { loader } from '../../graphql/engine/loaders';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { DateTimeScalar } from '../../graphql/scalars';
import type { RequestContext } from '../../kernel/context';
import { AuditEntry } from '../audit/audit-entry.entity';
import { isBaseline } from '../audit/audit.actions';
import { changesBy, type ChangingEntry, type FieldValues } from './changes';
import { FieldChange } from './record.types';

@Resolver()
export class RecordResolver {
  @Allow('audit:view')
  @Query(() => DateTimeScalar, { description: 'The first moment that @asOf can be asked about' })
  recordedSince(@Ctx() { services }: RequestContext) {
    return services.past.recordedSince();
  }
}

const changesOf = loader<ChangingEntry, FieldValues[]>(
  (entries, ctx) => changesBy(ctx.database, entries),
  ({ lane, seq }) => `${lane} ${seq}`,
);

@Resolver(() => AuditEntry)
export class AuditChangesResolver {
  @Reads(AuditEntry, 'lane', 'seq', 'entityId', 'action')
  @FieldResolver(() => [FieldChange], { description: 'What changed; empty where nothing did, and before the record began' })
  changes(@Root() { action, ...entry }: Reading<AuditEntry, 'lane' | 'seq' | 'entityId' | 'action'>, @Ctx() ctx: RequestContext) {
    return isBaseline(action) ? [] : ctx.load(changesOf, entry);
  }
}
