import { Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { RagCounts } from '../dashboard/dashboard.types';
import { RagBand } from '../vendor/vendor.rules';

@InputType({ description: 'Settings of the scoring to try; those left out are as they are' })
export class PreviewScoringInput {
  @Field(() => Float, { nullable: true, description: 'Weight of a CRITICAL question' })
  weightCritical?: number | null;

  @Field(() => Float, { nullable: true, description: 'Weight of a HIGH question' })
  weightHigh?: number | null;

  @Field(() => Float, { nullable: true, description: 'Weight of a MEDIUM question' })
  weightMedium?: number | null;

  @Field(() => Float, { nullable: true, description: 'Weight of a LOW question' })
  weightLow?: number | null;

  @Field(() => Float, { nullable: true, description: 'Scores from here on are GREEN' })
  greenFrom?: number | null;

  @Field(() => Float, { nullable: true, description: 'Scores from here on, below GREEN, are AMBER' })
  amberFrom?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Count "not applicable" as non-compliant instead of leaving it out' })
  notApplicableIsNonCompliant?: boolean | null;
}

@Allow('as-parent')
@ObjectType({ description: 'A vendor whose band would be another', simpleResolvers: true })
export class MovedVendor {
  /** Not shown. */
  vendorId!: string;

  @Field(() => Float, { nullable: true, description: 'Its overall score now' })
  scoreBefore!: number | null;

  @Field(() => Float, { nullable: true, description: 'Its overall score by the settings tried' })
  scoreAfter!: number | null;

  @Field(() => RagBand, { description: 'Its band now' })
  bandBefore!: RagBand;

  @Field(() => RagBand, { description: 'Its band by the settings tried' })
  bandAfter!: RagBand;
}

@Allow('as-parent')
@ObjectType({
  description:
    'The portfolio as if every completed assessment were scored by the settings tried. Saving them moves the bands at once; ' +
    'scores that were passed stay, and weights count from the next scoring on',
  simpleResolvers: true,
})
export class ScoringPreview {
  @Field(() => RagCounts, { description: 'Vendors by band, now' })
  before!: RagCounts;

  @Field(() => RagCounts, { description: 'Vendors by band, by the settings tried' })
  after!: RagCounts;

  @Field(() => Float, { nullable: true, description: 'Mean of the overall scores, now' })
  averageBefore!: number | null;

  @Field(() => Float, { nullable: true, description: 'Mean of the overall scores, by the settings tried' })
  averageAfter!: number | null;

  @Field(() => Int, { description: 'Vendors whose band would be another' })
  movedCount!: number;

  @Field(() => [MovedVendor], { description: 'Those whose score would change most, at most 50' })
  moved!: MovedVendor[];
}
