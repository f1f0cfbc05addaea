import { Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { RagCounts } from '../vendor/vendor.inputs';
import { RagBand } from '../vendor/vendor.rules';

@InputType({ description: 'Scoring settings to try; those omitted keep their current value' })
export class PreviewScoringInput {
  @Field(() => Float, { nullable: true, description: 'Weight of a CRITICAL question: 0, or 0.001 to 1,000' })
  weightCritical?: number | null;

  @Field(() => Float, { nullable: true, description: 'Weight of a HIGH question: 0, or 0.001 to 1,000' })
  weightHigh?: number | null;

  @Field(() => Float, { nullable: true, description: 'Weight of a MEDIUM question: 0, or 0.001 to 1,000' })
  weightMedium?: number | null;

  @Field(() => Float, { nullable: true, description: 'Weight of a LOW question: 0, or 0.001 to 1,000' })
  weightLow?: number | null;

  @Field(() => Float, { nullable: true, description: 'Lowest GREEN score, 0 to 1' })
  greenFrom?: number | null;

  @Field(() => Float, { nullable: true, description: 'Lowest AMBER score, 0 to 1' })
  amberFrom?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Count "not applicable" as non-compliant instead of leaving it out' })
  notApplicableIsNonCompliant?: boolean | null;
}

@Allow('as-parent')
@ObjectType({ description: 'A vendor whose band would change', simpleResolvers: true })
export class MovedVendor {
  /** Not shown. */
  vendorId!: string;

  @Field(() => Float, { nullable: true, description: 'Its overall score now' })
  scoreBefore!: number | null;

  @Field(() => Float, { nullable: true, description: 'Its overall score with the given settings' })
  scoreAfter!: number | null;

  @Field(() => RagBand, { description: 'Its band now' })
  bandBefore!: RagBand;

  @Field(() => RagBand, { description: 'Its band with the given settings' })
  bandAfter!: RagBand;
}

@Allow('as-parent')
@ObjectType({
  description:
    'The portfolio as if every completed assessment were scored with these settings. Saving them changes the bands at once; ' +
    'existing scores stay, and weights apply the next time an assessment is scored',
  simpleResolvers: true,
})
export class ScoringPreview {
  @Field(() => RagCounts, { description: 'Vendors by band, now' })
  before!: RagCounts;

  @Field(() => RagCounts, { description: 'Vendors by band, with the given settings' })
  after!: RagCounts;

  @Field(() => Float, { nullable: true, description: 'Mean of the overall scores, now' })
  averageBefore!: number | null;

  @Field(() => Float, { nullable: true, description: 'Mean of the overall scores, with the given settings' })
  averageAfter!: number | null;

  @Field(() => Int, { description: 'Vendors whose band would change' })
  movedCount!: number;

  @Field(() => [MovedVendor], { description: 'The largest score changes, at most 50' })
  moved!: MovedVendor[];
}
