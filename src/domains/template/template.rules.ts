import { z } from 'zod';
import { flag, list, oneOf, optionalText, record, text } from '../../platform/documents';
import { type ConditionalLogic, findCycle, isDay, numberIn, OPERATORS } from './conditions.rules';
import { exclusionFault, exclusiveByWords } from './exclusive-options.rules';
import { expectedFault, normalExpected } from './expected-answer.rules';

/**
 * The rules for a questionnaire, how a document becomes sections and questions with ids, and how it is exported again. Pure: no
 * database, no framework.
 */

const QUESTION_TYPES = [
  'YES_NO',
  'MULTIPLE_CHOICE',
  'FREE_TEXT',
  'FILE_UPLOAD',
  'DATE',
  'NUMERIC',
  'COMBOBOX',
  'MULTI_SELECT',
  'RATING',
] as const;
const RISK_WEIGHTS = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
const MAX_QUESTIONS = 1_000;

const TAKE_OPTIONS = new Set<string>(['MULTIPLE_CHOICE', 'COMBOBOX', 'MULTI_SELECT']);
const TAKE_NO_VALUE = new Set<string>(['answered', 'notAnswered']);
const TAKE_ORDER = new Set<string>(['gt', 'lt', 'gte', 'lte']);

const isSameSet = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one) => b.includes(one));
const isDistinct = (values: readonly unknown[]) => new Set(values).size === values.length;
const isBlank = (value: unknown) => value == null || (typeof value === 'string' && value.trim() === '');

const conditionRule = record({
  questionId: text(100),
  operator: oneOf(OPERATORS),
  value: z.union([z.string().max(500, 'is longer than 500 characters'), z.number()], { error: 'must be text or a number' }).nullish(),
})
  .transform(({ questionId, operator, value }) => ({
    questionId,
    operator,
    value: TAKE_NO_VALUE.has(operator) || isBlank(value) ? null : value!,
  }))
  .superRefine(({ operator, value }, found) => {
    const fault = (message: string) => found.addIssue({ code: 'custom', path: ['value'], message });
    if (TAKE_NO_VALUE.has(operator)) return;
    if (value === null) fault('is required');
    else if (TAKE_ORDER.has(operator) && !isDay(value) && numberIn(value) === undefined) {
      fault('must be a number or a date (YYYY-MM-DD)');
    }
  });

/** Also for rules outside templates, which name what they are about in the same way. */
export const logicRule = record({ match: oneOf(['all', 'any']), rules: list(conditionRule, 50, 'rules') });

type IdRule = z.ZodOptional<z.ZodType<string | null | undefined>>;

/** The exclusive options of a question that doesn't specify them. */
type Marks = (question: { type: string; options: string[]; expectedAnswer: unknown }) => string[];

const questionRule = (id: IdRule, marked: Marks) =>
  record({
    id,
    text: text(2_000),
    helpText: optionalText(5_000).transform((help) => help ?? null),
    findingTitle: optionalText(500).transform((title) => title ?? null),
    type: oneOf(QUESTION_TYPES),
    riskWeight: oneOf(RISK_WEIGHTS)
      .nullish()
      .transform((weight) => weight ?? 'MEDIUM'),
    required: flag(),
    options: list(text(500), 200, 'options')
      .nullish()
      .transform((options) => options ?? []),
    exclusiveOptions: list(text(500), 200, 'options').nullish(),
    expectedAnswer: z
      .unknown()
      .optional()
      .transform((answer) => answer ?? null),
    conditionalLogic: logicRule.nullish().transform((logic) => logic ?? null),
    setsField: optionalText(64).transform((field) => field ?? null),
    controlCodes: list(text(64), 100, 'codes')
      .nullish()
      .transform((codes) => [...new Set(codes ?? [])].sort()),
  })
    .transform(({ exclusiveOptions, ...question }) => ({ ...question, exclusiveOptions: exclusiveOptions ?? marked(question) }))
    .superRefine(({ type, options, exclusiveOptions, expectedAnswer }, found) => {
      const fault = (field: string, message: string) => found.addIssue({ code: 'custom', path: [field], message });
      if (!isDistinct(options)) fault('options', 'contains an option twice');
      if (TAKE_OPTIONS.has(type) && options.length === 0) fault('options', `needs at least one option for a question of type ${type}`);
      const stray = exclusiveOptions.find((option) => !options.includes(option));
      if (exclusiveOptions.length > 0 && type !== 'MULTI_SELECT') {
        fault('exclusiveOptions', 'is only for a question of type MULTI_SELECT');
      } else if (stray !== undefined) fault('exclusiveOptions', `contains “${stray}”, which is not one of the options`);
      else if (!isDistinct(exclusiveOptions)) fault('exclusiveOptions', 'contains an option twice');
      const misfit =
        expectedAnswer === null
          ? undefined
          : (expectedFault(type, options, expectedAnswer) ?? exclusionFault(exclusiveOptions, [expectedAnswer].flat()));
      if (misfit) fault('expectedAnswer', misfit);
    });

const sectionRule = (id: IdRule, marked: Marks) =>
  record({ id, title: text(200), questions: list(questionRule(id, marked), MAX_QUESTIONS, 'questions') });

const sectionsRule = (id: IdRule, marked: Marks) =>
  list(sectionRule(id, marked), 50, 'sections').superRefine((sections, found) => {
    for (const [path, message] of faultsAmong(sections)) found.addIssue({ code: 'custom', path, message });
  });

const keptId = text(100)
  .transform((id) => id.toLowerCase())
  .nullish();
/** Questions in a file are identified by their position: ids in it mean nothing here. */
const noId = z
  .unknown()
  .transform(() => undefined)
  .optional();

const asSaid: Marks = () => [];
const byWords: Marks = ({ type, options, expectedAnswer }) => (type === 'MULTI_SELECT' ? exclusiveByWords(options, expectedAnswer) : []);

/** A template being edited: sections and questions with an id are existing ones. */
export const templateDocument = record({
  name: text(200),
  description: optionalText(20_000),
  kind: oneOf(['QUESTIONNAIRE', 'INTAKE']).nullish(),
  introduction: optionalText(20_000),
  sections: sectionsRule(keptId, asSaid),
});

/** A template as exported. */
export const templateFile = templateDocument.extend({ sections: sectionsRule(noId, byWords) });

export type SectionDocument = z.output<ReturnType<typeof sectionRule>>;
type QuestionDocument = SectionDocument['questions'][number];

/** As stored: everything has an id, and rules refer to questions by id. */
export type StoredQuestion = Omit<QuestionDocument, 'id'> & { id: string };
export type StoredSection = { id: string; title: string; questions: StoredQuestion[] };

/** A question, the name of its position for use in rules ("s1q2"), and its path in the document. */
interface Placed<Q> {
  question: Q;
  name: string;
  path: PropertyKey[];
}

function placed<Q>(sections: readonly { questions: readonly Q[] }[]): Placed<Q>[] {
  return sections.flatMap(({ questions }, s) =>
    questions.map((question, q) => ({ question, name: `s${s + 1}q${q + 1}`, path: [s, 'questions', q] })),
  );
}

/** Maps what rules may call a question, its position or its id in the document, to its position. */
function namesIn(questions: readonly Placed<QuestionDocument>[]): (reference: string) => string | undefined {
  const names = new Map(questions.map(({ name }) => [name, name]));
  for (const { question, name } of questions) if (question.id) names.set(question.id, name);
  return (reference) => names.get(reference.toLowerCase());
}

/** Errors that only show when all questions are considered together. */
function* faultsAmong(sections: readonly SectionDocument[]): Generator<[PropertyKey[], string]> {
  const questions = placed(sections);
  if (questions.length > MAX_QUESTIONS) yield [[], `has more than ${MAX_QUESTIONS.toLocaleString('en')} questions`];
  yield* repeatedIds(sections.map(({ id }, s) => ({ id, path: [s] })));
  yield* repeatedIds(questions.map(({ question: { id }, path }) => ({ id, path })));

  const wrong = [...wrongReferences(questions)];
  yield* wrong;
  const nameOf = namesIn(questions);
  const byName = questions.map(({ question, name }) => ({
    id: name,
    conditionalLogic: renamed(question.conditionalLogic, (reference) => nameOf(reference) ?? ''),
  }));
  const cycle = wrong.length === 0 && findCycle(byName);
  if (!cycle) return;
  const { path } = questions.find(({ name }) => name === cycle[0])!;
  yield [[...path, 'conditionalLogic'], `is circular: ${[...cycle, cycle[0]].join(' → ')}`];
}

function* repeatedIds(parts: { id?: string | null; path: PropertyKey[] }[]): Generator<[PropertyKey[], string]> {
  const seen = new Set<string>();
  for (const { id, path } of parts) {
    if (id && seen.has(id)) yield [[...path, 'id'], 'is used twice'];
    if (id) seen.add(id);
  }
}

function* wrongReferences(questions: readonly Placed<QuestionDocument>[]): Generator<[PropertyKey[], string]> {
  const nameOf = namesIn(questions);
  for (const { question, name, path } of questions) {
    for (const [r, { questionId }] of question.conditionalLogic?.rules.entries() ?? []) {
      const target = nameOf(questionId);
      const place = [...path, 'conditionalLogic', 'rules', r, 'questionId'];
      if (!target) yield [place, `"${questionId}" does not match a question of this template`];
      else if (target === name) yield [place, 'refers to the question itself'];
    }
  }
}

function renamed(logic: ConditionalLogic | null, rename: (questionId: string) => string) {
  if (!logic) return null;
  return {
    match: logic.match,
    // Spelled out, because the database doesn't keep the order of keys.
    rules: logic.rules.map(({ questionId, operator, value }) => ({
      questionId: rename(questionId),
      operator,
      value: value ?? null,
    })),
  };
}

/** The document as stored: new sections and questions get ids, and rules refer to questions by id. */
export function withIds(sections: readonly SectionDocument[], newId: () => string): StoredSection[] {
  const questions = placed(sections);
  const nameOf = namesIn(questions);
  const ids = new Map(questions.map(({ question, name }) => [name, question.id ?? newId()]));
  const stored = questions.map(({ question, name }) => ({
    ...question,
    id: ids.get(name)!,
    expectedAnswer: normalExpected(question.expectedAnswer),
    conditionalLogic: renamed(question.conditionalLogic, (reference) => ids.get(nameOf(reference)!)!),
  }));
  return sections.map(({ id, title, questions: { length } }) => ({
    id: id ?? newId(),
    title,
    questions: stored.splice(0, length),
  }));
}

/** The sections without ids: rules refer to questions by position. Keys are always in this order. */
export function copiedSections(sections: readonly StoredSection[]) {
  const names = new Map(placed(sections).map(({ question, name }) => [question.id, name]));
  return sections.map(({ title, questions }) => ({
    title,
    questions: questions.map((question) => ({
      text: question.text,
      helpText: question.helpText,
      findingTitle: question.findingTitle,
      type: question.type,
      riskWeight: question.riskWeight,
      required: question.required,
      options: question.options,
      exclusiveOptions: question.exclusiveOptions,
      expectedAnswer: normalExpected(question.expectedAnswer),
      conditionalLogic: renamed(question.conditionalLogic, (id) => names.get(id)!),
      setsField: question.setsField,
      controlCodes: question.controlCodes,
    })),
  }));
}

/**
 * The sections for a file: titles of findings that there aren't, exclusive options that an import derives from their text, and what no
 * answer sets, are omitted.
 */
export function exportedSections(sections: readonly StoredSection[]) {
  return copiedSections(sections).map(({ title, questions }) => ({
    title,
    questions: questions.map(({ exclusiveOptions, findingTitle, setsField, ...question }) => ({
      ...question,
      ...(!isSameSet(exclusiveOptions, byWords(question)) && { exclusiveOptions }),
      ...(findingTitle !== null && { findingTitle }),
      ...(setsField !== null && { setsField }),
    })),
  }));
}
