import { Arg, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { Allow } from '../auth/permissions';
import type { Row } from '../database/rows';
import { Assessment } from '../domains/assessment/assessment.entity';
import { Dashboard } from '../domains/dashboard/dashboard.types';
import { frameworkById } from '../domains/framework/framework.service';
import { Vendor } from '../domains/vendor/vendor.entity';
import type { RequestContext } from '../graphql/context';

/** Reports are files: GraphQL says where they are, and the REST interface gives them, to whoever may see the thing. */
const reportUrl = ({ services }: RequestContext, path: string) => `${services.publicUrl}/api${path}`;

@Resolver(() => Assessment)
export class AssessmentReportResolver {
  @Allow('assessments:view')
  @FieldResolver(() => String, { description: 'Where its PDF report can be fetched, with the same credentials' })
  reportUrl(@Root() assessment: Row<Assessment>, @Ctx() ctx: RequestContext): string {
    return reportUrl(ctx, `/assessments/${assessment.id}/pdf`);
  }
}

@Resolver(() => Dashboard)
export class DashboardReportResolver {
  @FieldResolver(() => String, {
    description: 'Where the PDF report on the portfolio can be fetched, with the same credentials',
  })
  reportUrl(@Ctx() ctx: RequestContext): string {
    return reportUrl(ctx, '/dashboard/report');
  }
}

@Resolver(() => Vendor)
export class VendorReportResolver {
  @Allow('vendors:view')
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Where the PDF report on the vendor against a framework can be fetched; null without such a framework',
  })
  async frameworkReportUrl(
    @Root() vendor: Row<Vendor>,
    @Ctx() ctx: RequestContext,
    @Arg('frameworkId', () => ID) frameworkId: string,
  ): Promise<string | null> {
    const framework = await ctx.load(frameworkById, frameworkId);
    return framework && reportUrl(ctx, `/vendors/${vendor.id}/frameworks/${framework.id}/report`);
  }
}
