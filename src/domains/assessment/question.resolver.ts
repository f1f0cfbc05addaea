import { Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import type { RequestContext } from '../../kernel/context';
import { type Reading, Reads, ReadsWhole } from '../../graphql/engine/look-ahead';
import { Control } from '../framework/control.entity';
import { AssessmentQuestion } from './assessment-question.entity';
import {
  type CommentRow,
  controlsOfQuestion,
  type QuestionRow,
  repliesTo,
  responseOfQuestion,
  sharedControlCodesOf,
} from './assessment.loaders';
import { Comment } from './comment.entity';
import { Response } from './response.entity';

@Resolver(() => AssessmentQuestion)
export class QuestionResolver {
  @ReadsWhole()
  @FieldResolver(() => Boolean, { description: 'Whether its conditional logic shows it, given the current answers' })
  visible(@Root() question: QuestionRow) {
    return question.visible;
  }

  @ReadsWhole()
  @FieldResolver(() => Response, { nullable: true, description: 'The answer; null: none yet, or the question is hidden' })
  response(@Root() question: QuestionRow, @Ctx() ctx: RequestContext) {
    return question.visible ? ctx.load(responseOfQuestion, question.id) : null;
  }

  @ReadsWhole()
  @FieldResolver(() => Response, {
    nullable: true,
    description:
      'The answer given before the question was hidden. It doesn’t count, and becomes the response again when the ' +
      'question is shown again. Null while the question is shown',
  })
  hiddenResponse(@Root() question: QuestionRow, @Ctx() ctx: RequestContext) {
    return question.visible ? null : ctx.load(responseOfQuestion, question.id);
  }

  @ReadsWhole()
  @Allow('assessments:view')
  @FieldResolver(() => [Control], { description: 'The controls it covers, by code, where their framework is installed' })
  controls(@Root() question: QuestionRow, @Ctx() ctx: RequestContext) {
    return ctx.load(controlsOfQuestion, question.id);
  }

  @ReadsWhole()
  @Allow('assessments:view')
  @FieldResolver(() => [String], { description: 'The control codes that are a shared responsibility' })
  sharedControlCodes(@Root() question: QuestionRow, @Ctx() ctx: RequestContext) {
    return ctx.load(sharedControlCodesOf, question.id);
  }
}

@Resolver(() => Comment)
export class CommentResolver {
  @Reads(Comment, 'parentId')
  @FieldResolver(() => ID, { nullable: true, description: 'The comment it replies to; null if none' })
  parentId(@Root() comment: Reading<Comment, 'parentId'>) {
    return comment.parentId;
  }

  @ReadsWhole()
  @FieldResolver(() => [Comment], { description: 'Replies to it, oldest first' })
  replies(@Root() comment: CommentRow | Row<Comment>, @Ctx() ctx: RequestContext) {
    return 'replies' in comment ? comment.replies : ctx.load(repliesTo, comment.id);
  }
}
