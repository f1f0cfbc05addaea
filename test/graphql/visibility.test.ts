import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sha256 } from '../../src/auth/api-keys';
import { systemContext } from '../../src/kernel/context';
import { sql } from '../../src/database/sql';
import { readAssessment } from '../../src/reports/assessment/query';
import { assessmentView } from '../../src/reports/assessment/view';
import { type Question, Questionnaire, storedOf } from '../../src/web/pages/portal/questionnaire';
import { parseCsv } from '../kit/csv';
import { createVendor, move, Portal } from '../kit/portfolio';
import { RestClient } from '../kit/rest';
import { scaled } from '../kit/scale';
import { startTestServer, type TestServer } from '../kit/server';

/**
 * Which questions are visible, according to everything that shows them: on random questionnaires with random answers and
 * files, all of them agree with each other and with the rules. FUZZ_RUNS makes it run longer.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? scaled(25, 400));

let server: TestServer;
let vendorId: string;
beforeAll(async () => {
  server = await startTestServer();
  vendorId = await createVendor(server);
});
afterAll(() => server.stop());

const OPTIONS = ['Yes', 'b', '3'];
const VALUES: Record<string, fc.Arbitrary<unknown>> = {
  YES_NO: fc.constantFrom('YES', 'NO'),
  MULTIPLE_CHOICE: fc.constantFrom(...OPTIONS),
  COMBOBOX: fc.constantFrom(...OPTIONS),
  MULTI_SELECT: fc.subarray(OPTIONS),
  NUMERIC: fc.constantFrom(0, 1, 2, 3),
  RATING: fc.constantFrom(1, 2, 3),
  DATE: fc.constantFrom('2026-01-01', '2026-06-30'),
  FREE_TEXT: fc.constantFrom('', ' ', 'yes', 'b'),
  FILE_UPLOAD: fc.constant(null),
};
const EXPECTED: Record<string, unknown> = {
  YES_NO: 'YES',
  MULTIPLE_CHOICE: 'b',
  COMBOBOX: ['Yes', 'b'],
  MULTI_SELECT: ['b'],
  NUMERIC: { max: 2 },
  RATING: 2,
  DATE: { min: '2026-02-01' },
};

const OPERATORS = ['equals', 'notEquals', 'contains', 'notContains', 'gt', 'lt', 'gte', 'lte', 'answered', 'notAnswered'] as const;

interface Rule {
  /** How many places before. */
  back: number;
  operator: (typeof OPERATORS)[number];
  value: string | number;
}

interface Item {
  type: string;
  required: boolean;
  value: unknown;
  isNotApplicable: boolean;
  files: number;
  decision: string | null;
  match: 'all' | 'any';
  rules: Rule[];
}

const rule: fc.Arbitrary<Rule> = fc.record({
  back: fc.integer({ min: 1, max: 3 }),
  operator: fc.constantFrom(...OPERATORS),
  value: fc.constantFrom<string | number>('YES', 'b', '1', 1, 2, '2026-03-01'),
});
const item: fc.Arbitrary<Item> = fc
  .constantFrom(...Object.keys(VALUES))
  .chain((type) =>
    fc.record({
      type: fc.constant(type),
      required: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
      value: fc.option(VALUES[type]!, { freq: 5 }),
      isNotApplicable: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      files: fc.integer({ min: 0, max: 2 }),
      decision: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom('REJECTED', 'APPROVED', 'CLARIFICATION_REQUESTED')),
      match: fc.constantFrom('all', 'any'),
      rules: fc.array(rule, { maxLength: 2 }),
    }),
  )
  .map((one) => (one.isNotApplicable ? { ...one, value: null } : one));
const form = fc.array(item, { minLength: 2, maxLength: 9 });

/** A naive implementation of the rules: a question's answer is its value, a file question's its files, a hidden question's none. */
function naive(items: Item[]): boolean[] {
  const shown: boolean[] = [];
  items.forEach(({ rules, match }, i) => {
    const asked = rules.filter(({ back }) => back <= i);
    const holds = ({ back, operator, value }: Rule) => {
      const source = items[i - back]!;
      const isGiven = shown[i - back] && !source.isNotApplicable;
      return test(operator, isGiven ? (source.type === 'FILE_UPLOAD' ? source.files || null : source.value) : null, value);
    };
    shown[i] = asked.length === 0 || (match === 'all' ? asked.every(holds) : asked.some(holds));
  });
  return shown;
}

const isEmpty = (answer: unknown) =>
  answer === null || (typeof answer === 'string' && answer.trim() === '') || (Array.isArray(answer) && answer.length === 0);
const isSame = (a: unknown, b: unknown) =>
  typeof a === 'number' || typeof b === 'number'
    ? a !== '' && b !== '' && Number(a) === Number(b)
    : String(a).toLowerCase() === String(b).toLowerCase();

function test(operator: Rule['operator'], answer: unknown, value: string | number): boolean {
  const equals = !isEmpty(answer) && (Array.isArray(answer) ? answer.length === 1 && isSame(answer[0], value) : isSame(answer, value));
  const contains =
    !isEmpty(answer) &&
    (Array.isArray(answer) ? answer.some((one) => isSame(one, value)) : String(answer).toLowerCase().includes(String(value).toLowerCase()));
  const areDays = [answer, value].every((one) => typeof one === 'string' && /^\d{4}-/.test(one));
  const order = (one: unknown) => (areDays ? Date.parse(one as string) : isEmpty(one) || Array.isArray(one) ? NaN : Number(one));
  switch (operator) {
    case 'equals':
      return equals;
    case 'notEquals':
      return !equals;
    case 'contains':
      return contains;
    case 'notContains':
      return !contains;
    case 'gt':
      return order(answer) > order(value);
    case 'lt':
      return order(answer) < order(value);
    case 'gte':
      return order(answer) >= order(value);
    case 'lte':
      return order(answer) <= order(value);
    case 'answered':
      return !isEmpty(answer);
    case 'notAnswered':
      return isEmpty(answer);
  }
}

const isDone = ({ type, value, isNotApplicable, files }: Item) => isNotApplicable || (type === 'FILE_UPLOAD' ? files > 0 : !isEmpty(value));

/** Whether there is a row for the answer. */
const isStored = ({ value, isNotApplicable, files, decision }: Item) => value !== null || isNotApplicable || files > 0 || decision !== null;

async function store(items: Item[]): Promise<{ id: string; portal: Portal }> {
  const { database } = server.services;
  const [id, token] = [randomUUID(), randomUUID()];
  const ids = items.map(() => randomUUID());
  const rows = items.map((one, i) => {
    const asked = one.rules.filter(({ back }) => back <= i);
    const rules = asked.map(({ back, operator, value }) => ({ questionId: ids[i - back], operator, value }));
    return {
      ...one,
      id: ids[i],
      n: i + 1,
      response: randomUUID(),
      expected: EXPECTED[one.type] ?? null,
      stored: isStored(one),
      logic: rules.length > 0 ? { match: one.match, rules } : null,
    };
  });
  const given = JSON.stringify(rows);
  await database.query(
    sql`insert into assessment (id, title, vendor_id, status, sent_at) values (${id}, 'A', ${vendorId}, 'IN_PROGRESS', now())`,
  );
  await database.query(sql`
    insert into portal_link (assessment_id, token_hash, expires_at) values (${id}, ${sha256(token)}, now() + interval '1 day')`);
  await database.query(sql`
    insert into assessment_question (id, assessment_id, position, section, text, type, risk_weight, required, expected_answer, conditional_logic, options)
    select id, ${id}, n, 'S' || n % 2, 'Q' || n, type, 'HIGH', required, expected, logic, ${OPTIONS}::text[]
    from jsonb_to_recordset(${given}::jsonb) as f(id uuid, n int, type text, required boolean, expected jsonb, logic jsonb)`);
  await database.query(sql`
    insert into response (id, assessment_id, question_id, value, is_not_applicable)
    select response, ${id}, id, nullif(value, 'null'), "isNotApplicable"
    from jsonb_to_recordset(${given}::jsonb) as f(response uuid, id uuid, value jsonb, "isNotApplicable" boolean, stored boolean) where stored`);
  await database.query(sql`
    insert into review_decision (id, response_id, assessment_id, decision)
    select gen_random_uuid(), response, ${id}, decision
    from jsonb_to_recordset(${given}::jsonb) as f(response uuid, decision text) where decision is not null`);
  await database.query(sql`
    insert into attachment (file_name, mime_type, size_bytes, sha256, storage_key, response_id, assessment_id)
    select 'q' || n || '-' || file || '.pdf', 'application/pdf', 10, 'x', gen_random_uuid(), response, ${id}
    from jsonb_to_recordset(${given}::jsonb) as f(n int, response uuid, files int), generate_series(1, files) as file`);
  return { id, portal: new Portal(server.stranger(), token) };
}

interface Shown {
  text: string;
  visible: boolean;
  response: { value: unknown; evidence: object[] } | null;
  hiddenResponse: { value: unknown; evidence: object[] } | null;
}

const RESPONSE = `value isNotApplicable revision evidence { id fileName sizeBytes }`;
const QUESTIONS = `questions { id text section type required options conditionalLogic visible response { ${RESPONSE} } hiddenResponse { ${RESPONSE} } }
  progress { answered visible hidden }`;
interface Side {
  questions: Shown[];
  progress: { answered: number; visible: number };
}

const textsOf = (questions: readonly { text: string }[]) => questions.map(({ text }) => text).sort();

async function explained(id: string): Promise<{ text: string }[]> {
  const { explainScore } = await server.admin.data<{
    explainScore: { terms: { isVisible: boolean; isScored: boolean; question: { text: string } }[] };
  }>(`query ($id: ID!) { explainScore(assessmentId: $id) { terms { isVisible isScored question { text } } } }`, { id });
  expect(explainScore.terms.filter(({ isVisible, isScored }) => isScored && !isVisible)).toEqual([]);
  return explainScore.terms.filter(({ isVisible }) => isVisible).map(({ question }) => question);
}

/** The visible questions according to every way to read them, in any state of the assessment. */
async function readings(id: string, portal: Portal, items: Item[], shown: boolean[]): Promise<void> {
  const nameOf = (i: number) => `Q${i + 1}`;
  const expected = items.flatMap((_, i) => (shown[i] ? [nameOf(i)] : [])).sort();
  const answered = items.filter((one, i) => shown[i] && isDone(one)).length;
  const progress = { answered, visible: expected.length, hidden: items.length - expected.length };
  const files = items.flatMap((one, i) => (shown[i] ? Array.from({ length: one.files }, (_, f) => `q${i + 1}-${f + 1}.pdf`) : [])).sort();

  const { portal: vendor } = await portal.client.data<{ portal: Side }>(
    `query ($token: String!) { portal(token: $token) { ${QUESTIONS} } }`,
    { token: portal.token },
  );
  const { assessment: staff } = await server.admin.data<{ assessment: Side & { evidence: { fileName: string }[] } }>(
    `query ($id: ID!) { assessment(id: $id) { ${QUESTIONS} evidence { fileName } } }`,
    { id },
  );
  for (const side of [vendor, staff]) {
    expect(textsOf(side.questions.filter(({ visible }) => visible))).toEqual(expected);
    expect(side.progress).toEqual(progress);
    side.questions.forEach(({ response, hiddenResponse }, i) => {
      const [given, withheld] = shown[i] ? [response, hiddenResponse] : [hiddenResponse, response];
      expect(withheld).toBeNull();
      if (isStored(items[i]!))
        expect(given).toMatchObject({ value: items[i]!.value, evidence: Array(items[i]!.files).fill(expect.anything()) });
    });
  }
  expect(staff.evidence.map(({ fileName }) => fileName).sort()).toEqual(files);

  const questions = vendor.questions as unknown as Question[];
  const answers = questions.map(
    (one) => [one.id, { value: storedOf(one)?.value ?? null, isNotApplicable: storedOf(one)?.isNotApplicable ?? false }] as const,
  );
  const page = new Questionnaire(questions, new Map(answers));
  expect(textsOf(page.sections.flatMap((section) => section.questions))).toEqual(expected);
  expect(page.count).toEqual(progress);

  const rest = new RestClient(server.admin);
  const { body } = await rest.get<{ questions: { text: string; response: object | null }[]; evidence: { fileName: string }[] }>(
    `/v1/assessments/${id}`,
  );
  expect(textsOf(body.questions)).toEqual(items.map((_, i) => nameOf(i)).sort());
  body.questions.forEach(({ response }, i) =>
    shown[i] ? isStored(items[i]!) && expect(response).toMatchObject({ value: items[i]!.value }) : expect(response).toBeNull(),
  );
  expect(body.evidence.map(({ fileName }) => fileName).sort()).toEqual(files);

  const cells = parseCsv((await rest.get(`/assessments/${id}/export`)).text).slice(1, 1 + items.length);
  cells.forEach(([, text, , , , answer, ...rest], i) => {
    expect(text).toBe(nameOf(i));
    if (!shown[i]) expect([answer, ...rest]).toEqual(['', '', '', '']);
    else
      expect(answer!.trim() !== '').toBe(
        isDone(items[i]!) && !(items[i]!.isNotApplicable && (items[i]!.type !== 'FILE_UPLOAD' || items[i]!.files === 0)),
      );
  });

  const report = assessmentView(await readAssessment(systemContext(server.services), id), new Date());
  const lines = report.answers.flatMap((section) => section.lines);
  expect(lines.map(({ question }) => question).sort()).toEqual(expected);
  expect(lines.filter(({ answer }) => answer !== 'Not answered').length).toBe(progress.answered);
  expect(report.hiddenQuestions).toBe(items.length - expected.length);
  expect(report.tiles).toContainEqual(['Questions answered', `${progress.answered} of ${progress.visible}`]);
  expect(report.evidence.map(({ fileName }) => fileName).sort()).toEqual(files);

  expect(textsOf(await explained(id))).toEqual(expected);
}

jest.setTimeout(Math.max(900_000, RUNS * 2_000));

it('is the same for portal, staff, page, REST, CSV, report, score and submission, whatever files are attached', async () => {
  await fc.assert(
    fc.asyncProperty(form, async (items) => {
      const shown = naive(items);
      const { id, portal } = await store(items);
      await readings(id, portal, items, shown);

      const missing = items.flatMap((one, i) => (shown[i] && one.required && !isDone(one) ? [`Q${i + 1}`] : []));
      const { errors } = await portal.submit();
      if (missing.length > 0) return expect(errors?.[0]?.message).toMatch(new RegExp(`: ${missing.join('; ')}$`));
      expect(errors).toBeUndefined();
      await readings(id, portal, items, shown);
      const found = await server.services.database.query<{ title: string }>(sql`select title from finding where assessment_id = ${id}`);
      expect(found.filter(({ title }) => !shown[Number(title.slice(1)) - 1])).toEqual([]);

      await move(server.admin, 'startReview', id);
      const { previewFinalization } = await server.admin.data<{
        previewFinalization: Record<'clarifications' | 'undecided', { text: string }[]> & { findings: { title: string }[] };
      }>(`query ($id: ID!) { previewFinalization(assessmentId: $id) { clarifications { text } undecided { text } findings { title } } }`, {
        id,
      });
      const decided = (decision: string | null) => items.flatMap((one, i) => (shown[i] && one.decision === decision ? [`Q${i + 1}`] : []));
      expect(textsOf(previewFinalization.clarifications)).toEqual(decided('CLARIFICATION_REQUESTED').sort());
      expect(textsOf(previewFinalization.undecided)).toEqual(decided(null).sort());
      expect(previewFinalization.findings.map(({ title }) => title).sort()).toEqual(found.map(({ title }) => title).sort());
      const finalized = await move(server.admin, 'finalizeAssessment', id);
      expect(finalized.errors === undefined).toBe(decided('CLARIFICATION_REQUESTED').length === 0);
    }),
    { numRuns: RUNS },
  );
});
