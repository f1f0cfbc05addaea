import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { PageArgs } from '../../graphql/connection';
import { type RequestContext } from '../../kernel/context';
import { Reads } from '../../graphql/look-ahead';
import { AuditEntry } from './audit-entry.entity';
import { actionLabel, isAuditAction } from './audit.actions';
import { AuditActionName, AuditConnection, AuditFilter } from './audit.inputs';
import { listAudit } from './audit.list';
import { inReadingOrder } from './audit.meta';
import { AuditVerification, lastVerification, verifyAuditLog } from './audit.verification';

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

  @Reads('action')
  @FieldResolver(() => String, { description: 'The action in plain language' })
  actionLabel(@Root() entry: Row<AuditEntry>) {
    return actionLabel(entry.action);
  }

  @Reads('action')
  @FieldResolver(() => AuditActionName, {
    nullable: true,
    description: 'The action as an enum value; null for one no longer in use',
  })
  knownAction(@Root() { action }: Row<AuditEntry>) {
    return isAuditAction(action) ? action : null;
  }

  @Reads('meta')
  @FieldResolver()
  meta(@Root() entry: Row<AuditEntry>) {
    return inReadingOrder(entry.meta);
  }

  @Allow('audit:view')
  @Query(() => AuditVerification, { nullable: true, description: 'Result of the last verification of the log; null if there was none yet' })
  auditVerification(@Ctx() ctx: RequestContext) {
    return lastVerification(ctx);
  }

  @Allow('audit:view')
  @Mutation(() => AuditVerification, { description: 'Verifies every entry of the log against its chain and the checkpoint' })
  async verifyAuditLog(@Ctx() ctx: RequestContext) {
    await verifyAuditLog(ctx);
    return lastVerification(ctx);
  }
}
