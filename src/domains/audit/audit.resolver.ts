import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, Everywhere } from '../../auth/permissions';
import { PageArgs } from '../../graphql/connection';
import { type RequestContext } from '../../kernel/context';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { AuditEntry } from './audit-entry.entity';
import { actionLabel, isAuditAction } from './audit.actions';
import { AuditActionName, AuditConnection, AuditFilter } from './audit.inputs';
import { listAudit } from './audit.list';
import { inReadingOrder } from './audit.meta';
import { AuditVerification, lastVerification, verifyAuditLog } from './audit.verification';
import { NoPast } from '../../graphql/as-of';

@Resolver(() => AuditEntry)
export class AuditResolver {
  @Allow('audit:view')
  @Query(() => AuditConnection, { description: 'Who did what and when, newest first' })
  auditLog(
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => AuditFilter, { nullable: true }) filter?: AuditFilter | null,
  ) {
    return listAudit(ctx, info, filter ?? {}, page);
  }

  @Reads(AuditEntry, 'action')
  @FieldResolver(() => String, { description: 'The action in plain language' })
  actionLabel(@Root() entry: Reading<AuditEntry, 'action'>) {
    return actionLabel(entry.action);
  }

  @Reads(AuditEntry, 'action')
  @FieldResolver(() => AuditActionName, {
    nullable: true,
    description: 'The action as an enum value; null for one no longer in use',
  })
  knownAction(@Root() { action }: Reading<AuditEntry, 'action'>) {
    return isAuditAction(action) ? action : null;
  }

  @Reads(AuditEntry, 'meta')
  @FieldResolver()
  meta(@Root() entry: Reading<AuditEntry, 'meta'>) {
    return inReadingOrder(entry.meta);
  }

  @Allow('audit:view')
  @NoPast()
  @Query(() => AuditVerification, { nullable: true, description: 'Result of the last verification of the log; null if there was none yet' })
  auditVerification(@Ctx() ctx: RequestContext) {
    return lastVerification(ctx);
  }

  @Allow('audit:view')
  @Everywhere()
  @Mutation(() => AuditVerification, { description: 'Verifies every entry of the log against its chain and the checkpoint' })
  async verifyAuditLog(@Ctx() ctx: RequestContext) {
    await verifyAuditLog(ctx);
    return lastVerification(ctx);
  }
}
