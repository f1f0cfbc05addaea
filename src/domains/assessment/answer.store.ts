import { isOfListed } from '../../database/listed';
import { type Row, select } from '../../database/rows';
import { contains, folded, idIs, isOneOf, join, quicklyFolded, rawSql, type Sql, sql, statement } from '../../database/sql';
import type { OrderTerm } from '../../graphql/connection';
import { areIn, type Words } from '../settings/search-words.store';
import type { AnswerFilter } from './answer.inputs';
import { AssessmentQuestion } from './assessment-question.entity';
import { isMadeFrom } from './assessment.store';

export const questionsById = statement(
  'answer.questionsById',
  (ids: readonly string[]) => sql<Row<AssessmentQuestion>>`${select(AssessmentQuestion)} where id ${isOneOf(ids, 'uuid')}`,
);

/** What a scoring writes doesn't change when an answer was given. */
export const NEWEST_FIRST: OrderTerm[] = [{ by: rawSql('updated_at'), type: 'timestamptz', descending: true }];

/** `isDealtWith` in SQL, of the response to a question q, without those that are marked not applicable. */
const IS_GIVEN = rawSql(`case when q.type = 'FILE_UPLOAD' then exists (select 1 from attachment f where f.response_id = response.id)
  else response.value is not null and response.value <> '[]' and (response.value #>> '{}') ~ '[^[:space:]]' end`);

/** Written like the index of answers: whether a question is shown is stored with its answer. */
const IS_SHOWN = rawSql('not is_hidden and not is_not_applicable');

/** The text of a question that is looked for as it stands or, in the first of these ways that finds any, by its words. */
interface Sought {
  readonly text: string;
  readonly ways: readonly Words[];
}

/** Many questions have the same text, which is looked into once. */
function isSought({ text, ways }: Sought): Sql {
  const asItStands = contains(['q.text'], text);
  if (ways.length === 0) return asItStands;
  const [first, second] = ways.map((way) => areIn('search_words(q.text)', way));
  const rows = rawSql('select q.text from asked q');
  const found = [sql`${rows} where ${asItStands}`, sql`${rows} where ${first!}`];
  if (second) found.push(sql`${rows} where ${second} and not exists (${rows} where ${first!})`);
  return sql`q.text = any(array(with asked as materialized (select distinct text from assessment_question)
    ${join(found, ' union all ')}))`.plannedAnew();
}

/** A filter whose text has been read. */
type ReadFilter = Omit<AnswerFilter, 'question'> & { question?: Sought };

export function conditionsOf({ question, controlCode, templateId, vendorId, value, isCompliant, since }: ReadFilter): Sql[] {
  const ofQuestion: Sql[] = [IS_GIVEN];
  if (question) ofQuestion.push(isSought(question));
  if (controlCode) ofQuestion.push(sql`q.control_codes @> array[${controlCode}]::text[]`);
  const found: Sql[] = [
    IS_SHOWN,
    sql`exists (select 1 from assessment_question q where q.id = response.question_id and ${join(ofQuestion, ' and ')})`,
  ];
  const ofAssessment: Sql[] = [];
  if (templateId != null) ofAssessment.push(isMadeFrom('a.template_id', templateId));
  ofAssessment.push(vendorId == null ? isOfListed('a') : idIs('a.vendor_id', vendorId));
  found.push(sql`assessment_id in (select a.id from assessment a where ${join(ofAssessment, ' and ')})`);
  if (value != null) found.push(equals(value));
  if (isCompliant != null) found.push(sql`is_compliant = ${isCompliant}`);
  if (since) found.push(sql`updated_at >= ${since}`);
  return found;
}

/**
 * Of a text, case doesn't count. In which order several were chosen doesn't matter, nor how often one is given: each would be looked for
 * in every answer that has it.
 */
function equals(value: unknown): Sql {
  const given = sql`${JSON.stringify(Array.isArray(value) ? distinct(value) : value)}::jsonb`;
  if (Array.isArray(value)) return sql`(value @> ${given} and value <@ ${given} and jsonb_typeof(value) = 'array')`;
  if (typeof value === 'string') {
    const text = folded(sql`${given}::text`);
    return sql`(${quicklyFolded('value::text')} = ${text} or exists (
      select 1 from jsonb_array_elements(case jsonb_typeof(value) when 'array' then value end) as chosen (one)
      where ${quicklyFolded('one::text')} = ${text}))`;
  }
  return sql`(value = ${given} or jsonb_typeof(value) = 'array' and value @> ${given})`;
}

const distinct = (values: readonly unknown[]) => [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
