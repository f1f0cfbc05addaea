import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { Allow, AlsoNeeds } from '../auth/permissions';
import { Assessment } from '../domains/assessment/assessment.entity';
import { Dashboard } from '../domains/dashboard/dashboard.types';
import { Framework } from '../domains/framework/framework.entity';
import { frameworkById } from '../domains/framework/framework.service';
import { Vendor } from '../domains/vendor/vendor.entity';
import { VendorFilter } from '../domains/vendor/vendor.inputs';
import { vendorConditions } from '../domains/vendor/vendor.loaders';
import { NoPast } from '../graphql/as-of';
import { DateScalar } from '../graphql/scalars';
import type { RequestContext } from '../kernel/context';
import { boardReportPath } from './board/path';
import { dayOf, periodOf } from './board/period';
import { catalogPath, controlsPath, resultsPath, urlOf } from './exports';
import { type Reading, Reads } from '../graphql/engine/look-ahead';

/** Reports and exports are files: GraphQL returns their URLs, and REST serves them, with the permissions of their subject. */
const reportUrl = (ctx: RequestContext, path: string) => urlOf(ctx, `/api${path}`);

@Resolver(() => Assessment)
export class AssessmentReportResolver {
  @Reads(Assessment)
  @Allow('assessments:view')
  @FieldResolver(() => String, { description: 'URL of its PDF report; needs the same credentials' })
  reportUrl(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext): string {
    return reportUrl(ctx, `/assessments/${assessment.id}/pdf`);
  }
}

@Resolver(() => Dashboard)
export class DashboardReportResolver {
  @FieldResolver(() => String, {
    description: 'URL of the PDF report on the portfolio; needs the same credentials',
  })
  reportUrl(@Ctx() ctx: RequestContext): string {
    return reportUrl(ctx, '/dashboard/report');
  }
}

@Resolver()
export class BoardReportResolver {
  @Allow('vendors:view')
  @AlsoNeeds('assessments:view')
  @NoPast()
  @Query(() => String, {
    description: 'URL of the board report as PDF; needs the same credentials. Without dates: this quarter against the last',
  })
  async boardReportUrl(
    @Ctx() ctx: RequestContext,
    @Arg('filter', () => VendorFilter, { nullable: true, description: 'Of these vendors only' }) filter?: VendorFilter | null,
    @Arg('from', () => DateScalar, { nullable: true, description: 'First day of the period' }) from?: string | null,
    @Arg('to', () => DateScalar, { nullable: true, description: 'Last day of the period; until today, if that is later' })
    to?: string | null,
  ): Promise<string> {
    periodOf({ from, to }, dayOf(ctx.database.now()));
    await vendorConditions(ctx, filter ?? {});
    return ctx.services.publicUrl + boardReportPath({ filter, from, to });
  }
}

@Resolver(() => Framework)
export class FrameworkExportResolver {
  @Reads(Framework)
  @FieldResolver(() => String, {
    description: 'URL of the framework as a NIST OSCAL catalog (JSON); needs the same credentials',
  })
  oscalUrl(@Root() { id }: Reading<Framework>, @Ctx() ctx: RequestContext): string {
    return urlOf(ctx, catalogPath(id));
  }

  @Reads(Framework)
  @FieldResolver(() => String, { description: 'URL of its controls as CSV; needs the same credentials' })
  csvUrl(@Root() { id }: Reading<Framework>, @Ctx() ctx: RequestContext): string {
    return urlOf(ctx, controlsPath(id));
  }
}

@Resolver(() => Vendor)
export class VendorReportResolver {
  @Reads(Vendor)
  @Allow('vendors:view')
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'URL of the vendor’s results against a framework as NIST OSCAL assessment results (JSON); null if there is no such framework',
  })
  async oscalResultsUrl(
    @Root() vendor: Reading<Vendor>,
    @Ctx() ctx: RequestContext,
    @Arg('frameworkId', () => ID, { description: 'The framework to compare the vendor with' }) frameworkId: string,
  ): Promise<string | null> {
    const framework = await ctx.load(frameworkById, frameworkId);
    return framework && urlOf(ctx, resultsPath(vendor.id, framework.id));
  }

  @Reads(Vendor)
  @Allow('vendors:view')
  @FieldResolver(() => String, {
    nullable: true,
    description: 'URL of the PDF report on the vendor against a framework; null if there is no such framework',
  })
  async frameworkReportUrl(
    @Root() vendor: Reading<Vendor>,
    @Ctx() ctx: RequestContext,
    @Arg('frameworkId', () => ID, { description: 'The framework to compare the vendor with' }) frameworkId: string,
  ): Promise<string | null> {
    const framework = await ctx.load(frameworkById, frameworkId);
    return framework && reportUrl(ctx, `/vendors/${vendor.id}/frameworks/${framework.id}/report`);
  }
}
