import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Sql } from '../../database/sql';
import { Node } from '../../graphql/node';
import { AssessmentStatus } from '../assessment/assessment.entity';
import { SeverityCount } from '../finding/finding.inputs';
import { Tier } from '../vendor/vendor.entity';
import { RagCounts } from '../vendor/vendor.inputs';

@Allow('as-parent')
@ObjectType({ description: 'Vendors of one tier', simpleResolvers: true })
export class TierCount {
  @Field(() => Tier, { nullable: true, description: 'The tier; null: not classified' })
  tier!: Tier | null;

  @Field(() => Int, { description: 'How many' })
  count!: number;
}

@Allow('as-parent')
@ObjectType({ description: 'A most-failed control', simpleResolvers: true })
export class DeficientControl {
  @Field(() => String, { description: 'Code of the control' })
  code!: string;

  @Field(() => String, { description: 'Title of the control, in that framework' })
  title!: string;

  @Field(() => String, { description: 'The framework with this code that has the most failed answers; ties by name' })
  frameworkName!: string;

  @Field(() => Int, { description: 'Non-compliant answers in completed assessments' })
  failCount!: number;
}

@Allow('as-parent')
@ObjectType({ description: 'Assessments with one status', simpleResolvers: true })
export class AssessmentStatusCount {
  @Field(() => AssessmentStatus, { description: 'The state' })
  status!: AssessmentStatus;

  @Field(() => Int, { description: 'How many' })
  count!: number;
}

@Allow('as-parent')
@ObjectType({ description: 'Shared-responsibility tasks of all vendors', simpleResolvers: true })
export class PortfolioResponsibility {
  @Field(() => Int, { description: 'Vendors with tasks' })
  totalVendors!: number;

  @Field(() => Int, { description: 'All actions' })
  totalActions!: number;

  @Field(() => Int, { description: 'Completed' })
  completedActions!: number;

  @Field(() => Int, { description: 'Completed of those that apply, in percent' })
  percent!: number;
}

@Allow('as-parent')
@ObjectType({ description: 'Figures for one month, UTC', simpleResolvers: true })
export class MonthSummary {
  @Field(() => String, { description: 'The month, as 2026-11' })
  month!: string;

  @Field(() => Float, {
    nullable: true,
    description: "Mean over the vendors of their mean score in all assessments completed by the month's end; null before the first",
  })
  averageScore!: number | null;

  @Field(() => Int, { description: 'Assessments completed in the month' })
  completedAssessments!: number;

  @Field(() => Int, { description: 'Findings raised in the month' })
  newFindings!: number;
}

@Allow('assessments:view')
@ObjectType({ description: 'Key figures of the portfolio, without personal data', implements: Node, simpleResolvers: true })
export class Dashboard {
  /** Undefined: that of all vendors. */
  id?: string;

  /** Conditions on the vendors that it is about; undefined: all of them. */
  chosen?: readonly Sql[];

  @Field(() => Int, { description: 'Number of vendors' })
  vendorCount!: number;

  @Field(() => Float, { nullable: true, description: 'Mean overall score of the vendors that have one' })
  averageScore!: number | null;

  @Field(() => Int, { description: 'Findings that are open' })
  openFindings!: number;

  @Field(() => [SeverityCount], { description: 'Open findings by severity, most severe first' })
  openFindingsBySeverity!: SeverityCount[];

  @Field(() => Int, { description: 'Vendors in the red band or with an overdue assessment' })
  needsAttention!: number;

  @Field(() => RagCounts, { description: 'Vendors by band' })
  scoreDistribution!: RagCounts;

  @Field(() => [TierCount], { description: 'Vendors by tier, LOW to CRITICAL, then those not classified' })
  vendorsByTier!: TierCount[];

  /** Resolved elsewhere: see readDeficient. */
  topDeficientControls!: DeficientControl[];

  @Field(() => [AssessmentStatusCount], { description: 'Assessments by status, all statuses' })
  assessmentStatusCounts!: AssessmentStatusCount[];

  @Field(() => Int, { description: 'Assessments past their due date and not yet submitted' })
  overdueAssessments!: number;

  @Field(() => PortfolioResponsibility, { description: 'Shared-responsibility tasks' })
  responsibility!: PortfolioResponsibility;
}
