import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import type { RequestContext } from '../../kernel/context';
import { Assessment } from '../assessment/assessment.entity';
import { Finding } from '../finding/finding.entity';
import { currentSettings } from '../settings/settings.service';
import { RagBand, ragBand } from '../vendor/vendor.rules';
import { explainScore, simulateScore } from './explain';
import { ScoreExplanation, SectionScore, SimulateScoreInput } from './scoring.inputs';
import { currentDescriptionOf, sectionScoresOf } from './scoring.loaders';

@Resolver(() => Assessment)
export class AssessmentScoreResolver {
  @Allow('assessments:view')
  @Query(() => ScoreExplanation, { description: 'The score of an assessment, question by question, with its current answers' })
  explainScore(@Ctx() ctx: RequestContext, @Arg('assessmentId', () => ID, { description: 'The assessment' }) assessmentId: string) {
    return explainScore(ctx, assessmentId);
  }

  @Allow('assessments:view')
  @Query(() => ScoreExplanation, { description: 'The score with hypothetical answers; nothing is changed' })
  simulateScore(@Ctx() ctx: RequestContext, @Arg('input', () => SimulateScoreInput) input: SimulateScoreInput) {
    return simulateScore(ctx, input);
  }

  @Reads(Assessment)
  @FieldResolver(() => [SectionScore], { description: 'The score section by section' })
  scoreBreakdown(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext) {
    return ctx.load(sectionScoresOf, assessment.id);
  }
}

@Resolver(() => Finding)
export class ScoredFindingResolver {
  @Reads(Finding)
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Its description by the newest of the assessments that found it; description stays as it was when it was opened',
  })
  currentDescription(@Root() { id }: Reading<Finding>, @Ctx() ctx: RequestContext) {
    return ctx.load(currentDescriptionOf, id);
  }
}

@Resolver(() => SectionScore)
export class SectionScoreResolver {
  @FieldResolver(() => RagBand, { description: 'Band of the score' })
  async ragBand(@Root() { score }: SectionScore, @Ctx() ctx: RequestContext) {
    return ragBand(score, await ctx.load(currentSettings, 'settings'));
  }
}
