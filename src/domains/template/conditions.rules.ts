/**
 * When a question is shown. The only evaluator of conditional logic: both the server and the browser use it, so it imports
 * nothing.
 */

export const OPERATORS = ['equals', 'notEquals', 'contains', 'notContains', 'gt', 'lt', 'gte', 'lte', 'answered', 'notAnswered'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A condition on the answer to another question. The operators answered and notAnswered take no value. */
export interface Condition {
  questionId: string;
  operator: Operator;
  value?: string | number | null;
}

export interface ConditionalLogic {
  match: 'all' | 'any';
  rules: readonly Condition[];
}

export interface ConditionalQuestion {
  id: string;
  conditionalLogic?: ConditionalLogic | null;
}

/** The answers by question id. */
export type Answers = ReadonlyMap<string, unknown> | Readonly<Record<string, unknown>>;

/**
 * The questions that are shown. Rules treat a hidden or missing question as unanswered, whatever was answered before. Runs in
 * linear time in the number of questions and rules.
 */
export function visibleQuestions(questions: readonly ConditionalQuestion[], answers: Answers): Set<string> {
  const visible = new Set<string>();
  const answerTo = (id: string) => (visible.has(id) ? given(answers, id) : undefined);
  const { ordered, circular } = byDependency(questions);
  // Saved templates have no cycles. If there were one, undecided questions would count as unanswered.
  for (const { id, conditionalLogic } of [...ordered, ...circular]) {
    if (isMet(conditionalLogic, answerTo)) visible.add(id);
  }
  return visible;
}

/** Ids of questions that form a cycle, each depending on the next and the last on the first; undefined if there is none. */
export function findCycle(questions: readonly ConditionalQuestion[]): string[] | undefined {
  const { circular } = byDependency(questions);
  const waiting = new Map(circular.map((question) => [question.id, question]));
  const path = new Set<string>();
  let at = circular[0]?.id;
  if (at === undefined) return undefined;
  // Each of them depends on another one of them, so following the references must return to a visited one.
  while (!path.has(at)) {
    path.add(at);
    at = referencesOf(waiting.get(at)!).find((id) => waiting.has(id))!;
  }
  const visited = [...path];
  return visited.slice(visited.indexOf(at));
}

/** Whether there is an answer at all. */
export function isAnswered(answer: unknown): boolean {
  if (typeof answer === 'string') return answer.trim() !== '';
  return Array.isArray(answer) ? answer.length > 0 : answer != null;
}

function isMet(logic: ConditionalLogic | null | undefined, answerTo: (id: string) => unknown): boolean {
  if (!logic || logic.rules.length === 0) return true;
  const holds = ({ questionId, operator, value }: Condition) => TESTS[operator](answerTo(questionId), value);
  return logic.match === 'any' ? logic.rules.some(holds) : logic.rules.every(holds);
}

type Test = (answer: unknown, value: unknown) => boolean;

const TESTS: Record<Operator, Test> = {
  equals,
  notEquals: (answer, value) => !equals(answer, value),
  contains,
  notContains: (answer, value) => !contains(answer, value),
  gt: ordering((sign) => sign > 0),
  lt: ordering((sign) => sign < 0),
  gte: ordering((sign) => sign >= 0),
  lte: ordering((sign) => sign <= 0),
  answered: isAnswered,
  notAnswered: (answer) => !isAnswered(answer),
};

/** Multiple choices equal a value if it is the only one selected. */
function equals(answer: unknown, value: unknown): boolean {
  if (!isAnswered(answer)) return false;
  return Array.isArray(answer) ? answer.length === 1 && isSame(answer[0], value) : isSame(answer, value);
}

function contains(answer: unknown, value: unknown): boolean {
  if (!isAnswered(answer)) return false;
  if (Array.isArray(answer)) return answer.some((choice) => isSame(choice, value));
  return folded(answer).includes(folded(value));
}

/** Text is compared ignoring case; with a number, by its numeric value. */
function isSame(a: unknown, b: unknown): boolean {
  return typeof a === 'number' || typeof b === 'number' ? numberIn(a) === numberIn(b) : folded(a) === folded(b);
}

/** Anything but text, numbers and choices gets a text that equals no given value. */
const folded = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toLowerCase();

/** Two dates are compared as dates, everything else as numbers; other values have no order. */
function ordering(accepts: (sign: number) => boolean): Test {
  return (answer, value) => {
    const areDays = isDay(answer) && isDay(value);
    return accepts(areDays ? compare(answer, value) : compare(numberIn(answer), numberIn(value)));
  };
}

/** NaN, which satisfies no comparison, if one is missing. */
function compare<T extends string | number>(a: T | undefined, b: T | undefined): number {
  if (a === undefined || b === undefined) return NaN;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** YYYY-MM-DD: such dates compare like text. */
export function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

const DECIMAL = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;

/** The number that a value is, or represents in decimal. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : undefined;
}

function given(answers: Answers, id: string): unknown {
  if (answers instanceof Map) return answers.get(id);
  return Object.hasOwn(answers, id) ? (answers as Record<string, unknown>)[id] : undefined;
}

const referencesOf = ({ conditionalLogic }: ConditionalQuestion) => [
  ...new Set(conditionalLogic?.rules.map(({ questionId }) => questionId)),
];

/** Each question after all that it refers to; cycles, and questions that depend on them, are left over. */
function byDependency(questions: readonly ConditionalQuestion[]) {
  const known = new Set(questions.map(({ id }) => id));
  const open = new Map<string, number>();
  const followers = new Map<string, ConditionalQuestion[]>();
  for (const question of questions) {
    const references = referencesOf(question).filter((id) => known.has(id));
    open.set(question.id, references.length);
    for (const id of references) {
      const list = followers.get(id);
      if (list) list.push(question);
      else followers.set(id, [question]);
    }
  }
  const ordered = questions.filter(({ id }) => open.get(id) === 0);
  for (const { id } of ordered) {
    for (const follower of followers.get(id) ?? []) {
      const left = open.get(follower.id)! - 1;
      open.set(follower.id, left);
      if (left === 0) ordered.push(follower);
    }
  }
  return { ordered, circular: questions.filter(({ id }) => open.get(id)! > 0) };
}
