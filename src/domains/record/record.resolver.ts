import { Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { DateTimeScalar } from '../../graphql/scalars';
import type { RequestContext } from '../../kernel/context';

@Resolver()
export class RecordResolver {
  @Allow('audit:view')
  @Query(() => DateTimeScalar, { description: 'The first moment that @asOf can be asked about' })
  recordedSince(@Ctx() { services }: RequestContext) {
    return services.past.recordedSince();
  }
}
