import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow, Makes } from '../../auth/permissions';
import { PageArgs } from '../../graphql/connection';
import { type RequestContext } from '../../kernel/context';
import { DeleteInput, DeletePayload } from '../../graphql/inputs';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { controlById } from '../framework/crosswalk.loaders';
import { User } from '../user/user.entity';
import { userById } from '../user/user.service';
import { Vendor } from '../vendor/vendor.entity';
import { vendorById } from '../vendor/vendor.loaders';
import { Certification } from './certification.entity';
import {
  CertificationConnection,
  CertificationPayload,
  CreateCertificationInput,
  ResponsibilityActionConnection,
  ResponsibilityActionFilter,
  ResponsibilityActionPayload,
  ResponsibilityCompliance,
  UpdateCertificationInput,
  UpdateResponsibilityActionInput,
} from './certification.inputs';
import {
  actionById,
  actionsOf,
  certificationById,
  certificationsOf,
  complianceOf,
  expiringCertifications,
  listActions,
} from './certification.loaders';
import { daysUntil, isExpired } from './certification.rules';
import * as certifications from './certification.service';
import { ResponsibilityAction } from './responsibility-action.entity';

@Resolver(() => Certification)
export class CertificationResolver {
  @Allow('vendors:view')
  @Query(() => CertificationConnection, { description: 'Certifications that expire soon, soonest first' })
  expiringCertifications(
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('withinDays', () => Int, { nullable: true, description: 'From today: 0 to 3650 days, 60 if not given' })
    withinDays?: number | null,
    @Arg('includeExpired', () => Boolean, { nullable: true, description: 'Include expired ones' })
    includeExpired?: boolean | null,
  ) {
    return expiringCertifications(ctx, info, { withinDays, includeExpired, page });
  }

  @Reads(Certification, 'vendorId')
  @FieldResolver(() => Vendor, { description: 'The vendor that holds it' })
  vendor(@Root() { vendorId }: Reading<Certification, 'vendorId'>, @Ctx() ctx: RequestContext) {
    return ctx.load(vendorById, vendorId);
  }

  @Reads(Certification, 'expiresDate')
  @FieldResolver(() => Int, {
    nullable: true,
    description: 'Days from today, UTC, to its last day; negative once it has expired; null if it does not expire',
  })
  expiresInDays(@Root() { expiresDate }: Reading<Certification, 'expiresDate'>, @Ctx() { database }: RequestContext) {
    return expiresDate && daysUntil(expiresDate, today(database));
  }

  @Reads(Certification, 'expiresDate')
  @FieldResolver(() => Boolean, { description: 'Whether its last day has passed' })
  isExpired(@Root() { expiresDate }: Reading<Certification, 'expiresDate'>, @Ctx() { database }: RequestContext) {
    return isExpired(expiresDate, today(database));
  }

  @Allow('vendors:edit')
  @Makes()
  @Mutation(() => CertificationPayload, {
    description: "Records a certification; if it is named after a framework, that framework's shared controls become tasks",
  })
  async createCertification(@Ctx() ctx: RequestContext, @Arg('input', () => CreateCertificationInput) input: CreateCertificationInput) {
    return { certification: await ctx.load(certificationById, await certifications.createCertification(ctx, input)) };
  }

  @Allow('vendors:edit')
  @Mutation(() => CertificationPayload, { description: 'Changes a certification' })
  async updateCertification(@Ctx() ctx: RequestContext, @Arg('input', () => UpdateCertificationInput) input: UpdateCertificationInput) {
    await certifications.updateCertification(ctx, input);
    return { certification: await ctx.load(certificationById, input.id) };
  }

  @Allow('vendors:edit')
  @Mutation(() => DeletePayload, { description: 'Deletes a certification with its files; its tasks are kept' })
  async deleteCertification(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await certifications.deleteCertification(ctx, id);
    return { deletedId: id };
  }
}

@Resolver(() => ResponsibilityAction)
export class ResponsibilityActionResolver {
  @Allow('vendors:view')
  @Query(() => ResponsibilityActionConnection, { description: 'Shared-responsibility tasks of all vendors, by framework and code' })
  responsibilityActions(
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => ResponsibilityActionFilter, { nullable: true }) filter?: ResponsibilityActionFilter | null,
  ) {
    return listActions(ctx, info, { filter, page });
  }

  @Reads(ResponsibilityAction, 'vendorId')
  @FieldResolver(() => Vendor, { description: 'The vendor whose controls it is about' })
  vendor(@Root() { vendorId }: Reading<ResponsibilityAction, 'vendorId'>, @Ctx() ctx: RequestContext) {
    return ctx.load(vendorById, vendorId);
  }

  @Reads(ResponsibilityAction, 'certificationId')
  @FieldResolver(() => Certification, {
    nullable: true,
    description: 'The certification it comes from; null once deleted',
  })
  certification(@Root() { certificationId }: Reading<ResponsibilityAction, 'certificationId'>, @Ctx() ctx: RequestContext) {
    return certificationId ? ctx.load(certificationById, certificationId) : null;
  }

  @Reads(ResponsibilityAction, 'controlId')
  @FieldResolver(() => String, {
    nullable: true,
    description:
      "Guidance on the control, including the customer's part where the framework describes it; null once the control is deleted",
  })
  async controlGuidance(@Root() { controlId }: Reading<ResponsibilityAction, 'controlId'>, @Ctx() ctx: RequestContext) {
    return (controlId && (await ctx.load(controlById, controlId))?.guidance) || null;
  }

  @Reads(ResponsibilityAction, 'assigneeId')
  @FieldResolver(() => User, { nullable: true, description: 'The assignee' })
  assignee(@Root() { assigneeId }: Reading<ResponsibilityAction, 'assigneeId'>, @Ctx() ctx: RequestContext) {
    return assigneeId ? ctx.load(userById, assigneeId) : null;
  }

  @Allow('vendors:edit')
  @Mutation(() => ResponsibilityActionPayload, {
    description: 'Changes the status, assignee or notes of a shared-responsibility task',
  })
  async updateResponsibilityAction(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => UpdateResponsibilityActionInput) input: UpdateResponsibilityActionInput,
  ) {
    await certifications.updateResponsibilityAction(ctx, input);
    return { action: await ctx.load(actionById, input.id) };
  }
}

@Resolver(() => Vendor)
export class VendorCertificationResolver {
  @Reads(Vendor)
  @FieldResolver(() => [Certification], { description: 'Its certifications, by name' })
  certifications(@Root() { id }: Reading<Vendor>, @Ctx() ctx: RequestContext) {
    return ctx.load(certificationsOf, id);
  }

  @Reads(Vendor)
  @FieldResolver(() => [ResponsibilityAction], {
    description: 'Shared-responsibility tasks, by framework and code',
  })
  responsibilityActions(@Root() { id }: Reading<Vendor>, @Ctx() ctx: RequestContext) {
    return ctx.load(actionsOf, id);
  }

  @Reads(Vendor)
  @FieldResolver(() => ResponsibilityCompliance, {
    nullable: true,
    description: 'Progress of these tasks; null if there are none',
  })
  responsibilityCompliance(@Root() { id }: Reading<Vendor>, @Ctx() ctx: RequestContext) {
    return ctx.load(complianceOf, id);
  }
}

const today = (database: RequestContext['database']) => database.now().toISOString().slice(0, 10);
