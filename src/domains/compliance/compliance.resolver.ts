import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, Field, FieldResolver, Float, Info, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { RequestContext } from '../../kernel/context';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { Assessment } from '../assessment/assessment.entity';
import { Framework } from '../framework/framework.entity';
import { frameworkById } from '../framework/framework.service';
import { Vendor } from '../vendor/vendor.entity';
import { domainBreakdownOf, scoreHistoryOf } from './compliance.loaders';
import type { DomainRow } from './compliance.store';

@Allow('as-parent')
@ObjectType({ description: 'A vendor’s compliance in one domain of a framework', simpleResolvers: true })
class DomainCompliance {
  @Field(() => String, { description: 'The domain' })
  domain!: string;

  @Field(() => Float, { description: 'Weight of compliant answers divided by the weight of all scored answers, 0 to 1' })
  complianceRatio!: number;

  @Field(() => Int, { description: 'Controls that were evaluated' })
  controlCount!: number;
}

@Resolver(() => DomainCompliance)
export class DomainComplianceResolver {
  @FieldResolver(() => Framework, { description: 'The framework' })
  framework(@Root() row: DomainRow, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ctx.load(frameworkById, row.frameworkId, info);
  }
}

@Resolver(() => Vendor)
export class VendorComplianceResolver {
  @Reads(Vendor)
  @FieldResolver(() => [DomainCompliance], { description: 'Compliance by framework and domain, from completed assessments' })
  domainBreakdown(@Root() vendor: Reading<Vendor>, @Ctx() ctx: RequestContext) {
    return ctx.load(domainBreakdownOf, vendor.id);
  }

  @Reads(Vendor)
  @FieldResolver(() => [Assessment], { description: 'Completed assessments, most recently submitted first' })
  scoreHistory(@Root() vendor: Reading<Vendor>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return ctx.load(scoreHistoryOf, vendor.id, info);
  }
}
