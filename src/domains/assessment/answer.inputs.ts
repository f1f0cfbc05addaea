import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { connectionOf } from '../../graphql/connection';
import { DateTimeScalar, JsonScalar } from '../../graphql/scalars';
import type { Response } from './response.entity';

/** A response seen from outside its assessment: nodes are rows of responses. */
@Allow('assessments:view')
@ObjectType({ description: 'An answer that was given to a question that is shown', simpleResolvers: true })
export class Answer {
  @Field(() => ID, { description: 'Opaque id: that of the response' })
  id!: string;
}

export type AnswerRow = Row<Response>;

@InputType({ description: 'Filter for answers; all given conditions must match' })
export class AnswerFilter {
  @Field(() => String, {
    nullable: true,
    description: 'Part of the text of the question, case-insensitive, or words as `search` reads them; at most 200 characters',
  })
  question?: string | null;

  @Field(() => String, { nullable: true, description: 'To questions that cover the control with this code' })
  controlCode?: string | null;

  @Field(() => ID, { nullable: true, description: 'In assessments made from this template, whichever version' })
  templateId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of this vendor' })
  vendorId?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'Equal to this, or with this among the chosen ones; a text in any case' })
  value?: unknown;

  @Field(() => Boolean, {
    nullable: true,
    description: 'true: only compliant ones; false: only those that are not; unscored ones are neither',
  })
  isCompliant?: boolean | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Given at this time or later' })
  since?: string | null;
}

export const AnswerConnection = connectionOf(Answer, 'Answer', { hasCsv: true });
