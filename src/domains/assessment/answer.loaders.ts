import type { GraphQLResolveInfo } from 'graphql';
import { type Connection, connection, type PageArgs } from '../../graphql/connection';
import { loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { wordsSought } from '../settings/search-words';
import type { AnswerFilter, AnswerRow } from './answer.inputs';
import * as store from './answer.store';
import type { QuestionRow } from './assessment.loaders';
import { Response } from './response.entity';

/** The answers of all assessments, newest first. */
export async function listAnswers(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  { filter, page }: { filter?: AnswerFilter | null; page: PageArgs },
): Promise<Connection<AnswerRow>> {
  const { question, ...others } = filter ?? {};
  const conditions = store.conditionsOf(
    question ? { ...others, question: { text: question, ways: await wordsSought(ctx, question) } } : others,
  );
  return connection(ctx, info, { entity: Response, conditions, order: store.NEWEST_FIRST, page });
}

/** The questions that listed answers are to: they are shown, or the answers wouldn't be listed. */
export const answeredQuestion = loader<string, QuestionRow>(async (ids, ctx) => {
  const rows = await ctx.database.query(store.questionsById(ids));
  const found = new Map(rows.map((row) => [row.id, { ...row, visible: true, given: undefined }]));
  return ids.map((id) => found.get(id)!);
});
