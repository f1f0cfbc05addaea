import { ArgsType, type ClassType, Extensions, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { DEFAULT_PAGE } from '../../graphql/connection';
import { LIST_SIZE } from '../../graphql/engine/weigh';
import { DateScalar, DateTimeScalar } from '../../graphql/scalars';
import { MAX_PAGE } from '../../kernel/context';
import { SeverityCount } from '../finding/finding.inputs';
import { Tier } from '../vendor/vendor.entity';
import { RagBand } from '../vendor/vendor.rules';

@ArgsType()
export class SliceArgs {
  @Field(() => Int, { nullable: true, description: `Number of items: 1 to ${MAX_PAGE}, ${DEFAULT_PAGE} if not given` })
  first?: number | null;

  @Field(() => Int, { nullable: true, description: 'Skip this many' })
  offset?: number | null;
}

/** A page of a list, and how many items the whole list has. */
export interface Listed<N> {
  totalCount: number;
  nodes: N[];
}

/** The page size is counted at the field that takes it. */
const AS_REQUESTED = Extensions({ [LIST_SIZE]: 1 });

/** The type of a list: listOf(VendorChange) creates VendorChanges. */
function listOf<N extends object>(node: ClassType<N>): ClassType<Listed<N>> {
  @Allow('as-parent')
  @ObjectType(`${node.name}s`, { description: 'A page of a list, by name', simpleResolvers: true })
  class ListType {
    @Field(() => Int, { description: 'Total number of items in the list' })
    totalCount!: number;

    @AS_REQUESTED
    @Field(() => [node], { description: 'The items of the page' })
    nodes!: N[];
  }
  return ListType;
}

@Allow('as-parent')
@ObjectType({
  description: 'A vendor at two moments; what it had at a moment when it was not there is null',
  simpleResolvers: true,
})
export class VendorChange {
  @Field(() => ID, { description: 'The id of the vendor' })
  vendorId!: string;

  @Field(() => String, { description: 'Its name at the later moment, or at the earlier one if it was gone by then' })
  name!: string;

  @Field(() => Tier, { nullable: true, description: 'Its tier at the earlier moment; null also if it was not classified' })
  tierBefore!: Tier | null;

  @Field(() => Tier, { nullable: true, description: 'Its tier at the later moment; null also if it was not classified' })
  tierAfter!: Tier | null;

  @Field(() => RagBand, { nullable: true, description: 'Its band at the earlier moment, by the settings of then' })
  bandBefore!: RagBand | null;

  @Field(() => RagBand, { nullable: true, description: 'Its band at the later moment, by the settings of then' })
  bandAfter!: RagBand | null;

  @Field(() => Float, { nullable: true, description: 'Its overall score at the earlier moment; null also if it had none' })
  scoreBefore!: number | null;

  @Field(() => Float, { nullable: true, description: 'Its overall score at the later moment; null also if it had none' })
  scoreAfter!: number | null;

  @Field(() => Float, { nullable: true, description: 'Later score minus earlier score; null if either is missing' })
  scoreChange!: number | null;
}

@Allow('as-parent')
@ObjectType({ description: 'An assessment that changed between two moments', simpleResolvers: true })
export class AssessmentChange {
  @Field(() => ID, { description: 'The id of the assessment' })
  assessmentId!: string;

  @Field(() => String, { description: 'Its title at the later moment' })
  title!: string;

  @Field(() => ID, { description: 'The id of its vendor' })
  vendorId!: string;

  @Field(() => String, { description: 'The name of its vendor at the later moment' })
  vendorName!: string;
}

@Allow('as-parent')
@ObjectType({ description: 'A certification that was gained or lapsed between two moments', simpleResolvers: true })
export class CertificationChange {
  @Field(() => ID, { description: 'The id of the certification' })
  certificationId!: string;

  @Field(() => String, { description: 'Its name at the later moment, or at the earlier one if it was gone by then' })
  name!: string;

  @Field(() => ID, { description: 'The id of the vendor that holds it' })
  vendorId!: string;

  @Field(() => String, { description: 'The name of that vendor, at the same moment as its own' })
  vendorName!: string;

  @Field(() => DateScalar, { nullable: true, description: 'Its last day, at the same moment as its name; null: it does not expire' })
  expiresDate!: string | null;
}

export const VendorChanges = listOf(VendorChange);
export const AssessmentChanges = listOf(AssessmentChange);
export const CertificationChanges = listOf(CertificationChange);

@Allow('as-parent')
@ObjectType({
  description:
    'Findings at two moments, by severity, most severe first: ' +
    'openBefore + opened − remediated − accepted − removed = openAfter, for each severity and in total',
  simpleResolvers: true,
})
export class FindingChanges {
  @Field(() => [SeverityCount], { description: 'Open at the earlier moment' })
  openBefore!: SeverityCount[];

  @Field(() => [SeverityCount], { description: 'Open at the later moment' })
  openAfter!: SeverityCount[];

  @Field(() => [SeverityCount], { description: 'Raised in between, whatever became of them, or closed before and open again' })
  opened!: SeverityCount[];

  @Field(() => [SeverityCount], { description: 'Closed in between because the vendor closed the gap' })
  remediated!: SeverityCount[];

  @Field(() => [SeverityCount], { description: 'Closed in between because the risk was accepted' })
  accepted!: SeverityCount[];

  @Field(() => [SeverityCount], {
    description: 'Open before and gone after: deleted with their vendor or assessment, or by scoring again',
  })
  removed!: SeverityCount[];
}

@Allow('as-parent')
@ObjectType({
  description:
    'A vendor that moved the mean score. With n vendors scored at the later moment and the mean m at the earlier one, its contribution is ' +
    '(scoreAfter − scoreBefore)/n if it has both scores, (scoreAfter − m)/n if only the later one, (m − scoreBefore)/n if only the earlier',
  simpleResolvers: true,
})
export class PortfolioScoreTerm {
  @Field(() => ID, { description: 'The id of the vendor' })
  vendorId!: string;

  @Field(() => String, { description: 'Its name at the later moment, or at the earlier one if it was gone by then' })
  name!: string;

  @Field(() => Float, { nullable: true, description: 'Its overall score at the earlier moment; null if it had none' })
  scoreBefore!: number | null;

  @Field(() => Float, { nullable: true, description: 'Its overall score at the later moment; null if it had none' })
  scoreAfter!: number | null;

  @Field(() => Float, { description: 'By how much it moved the mean score' })
  contribution!: number;
}

@Allow('as-parent')
@ObjectType({ description: 'The mean score of the portfolio at two moments, and what moved it', simpleResolvers: true })
export class PortfolioScoreChange {
  @Field(() => Float, { nullable: true, description: 'dashboard.averageScore at the earlier moment' })
  before!: number | null;

  @Field(() => Float, { nullable: true, description: 'dashboard.averageScore at the later moment' })
  after!: number | null;

  @Field(() => Float, { nullable: true, description: 'Later mean minus earlier mean; null if either is missing' })
  change!: number | null;

  @AS_REQUESTED
  @Field(() => [PortfolioScoreTerm], {
    description: 'The vendors that moved it, largest contribution first; none if change is null',
  })
  terms!: PortfolioScoreTerm[];

  @Field(() => Float, { description: 'What all other vendors moved: the contributions and the rest add up to change' })
  rest!: number;
}

@Allow('as-parent')
@ObjectType({
  description: 'How the portfolio differs between two moments. What came and went in between is not included',
  simpleResolvers: true,
})
export class PortfolioChanges {
  @Field(() => DateTimeScalar, { description: 'The earlier moment' })
  from!: string;

  @Field(() => DateTimeScalar, { description: 'The later moment' })
  to!: string;
}
