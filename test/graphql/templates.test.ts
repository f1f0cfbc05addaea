import { startTestServer, type TestServer } from '../kit/server';
import { statementsDuring } from '../kit/statements';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await importFramework(server, 'ISO 27001', ['A.5.1', 'A.5.2', 'SHARED']);
  await importFramework(server, 'SOC 2', ['CC1.1', 'SHARED']);
});
afterAll(() => server.stop());

interface Question {
  id: string;
  text: string;
  type: string;
  conditionalLogic: { match: string; rules: { questionId: string; operator: string; value: unknown }[] } | null;
  controls: { code: string }[];
}
interface Section {
  id: string;
  title: string;
  questions: Question[];
}
interface Template {
  id: string;
  name: string;
  version: number;
  status: string;
  revision: number;
  questionCount: number;
  publishedAt: string | null;
  sections: Section[];
  export: object;
}

const FIELDS = `id name description version status family revision questionCount publishedAt export
  sections { id title questions {
    id text helpText type riskWeight required options expectedAnswer conditionalLogic controls { code } } }`;
const payload = (mutation: string, input: string) =>
  `mutation ($input: ${input}!) { ${mutation}(input: $input) { unmappedControlCodes template { ${FIELDS} } } }`;
const IMPORT = payload('importTemplate', 'ImportTemplateInput');
const CREATE = payload('createTemplate', 'CreateTemplateInput');
const UPDATE = payload('updateTemplate', 'UpdateTemplateInput');
const PUBLISH = payload('publishTemplate', 'IdInput');
const ARCHIVE = payload('archiveTemplate', 'IdInput');
const NEW_VERSION = payload('newTemplateVersion', 'IdInput');
const DELETE = `mutation ($input: DeleteInput!) { deleteTemplate(input: $input) { deletedId } }`;
const DELETE_FRAMEWORK = `mutation ($input: DeleteInput!) { deleteFramework(input: $input) { deletedId } }`;
const IMPORT_FRAMEWORK = `mutation ($input: ImportFrameworkInput!) {
  importFramework(input: $input) { framework { id } } }`;

async function importFramework(into: TestServer, name: string, codes: string[]): Promise<string> {
  const framework = { name, controls: codes.map((code) => ({ code, title: code })) };
  const data = await into.admin.data<{ importFramework: { framework: { id: string } } }>(IMPORT_FRAMEWORK, {
    input: { framework },
  });
  return data.importFramework.framework.id;
}

interface Saved {
  template: Template;
  unmappedControlCodes: string[];
}

async function run(mutation: string, input: object): Promise<Template & { unmappedControlCodes: string[] }> {
  const [saved] = Object.values(await server.admin.data<Record<string, Saved>>(mutation, { input }));
  return { ...saved!.template, unmappedControlCodes: saved!.unmappedControlCodes };
}
const importTemplate = (template: unknown) => run(IMPORT, { template });

async function template(id: string): Promise<Template> {
  const query = `query ($id: ID!) { template(id: $id) { ${FIELDS} } }`;
  return (await server.admin.data<{ template: Template }>(query, { id })).template;
}

async function audit(action: string, id: string): Promise<object[]> {
  const { auditLog } = await server.admin.data<{ auditLog: { nodes: object[] } }>(
    `query ($filter: AuditFilter) { auditLog(filter: $filter) { nodes { entityType entityName meta } } }`,
    { filter: { action, entityId: id } },
  );
  return auditLog.nodes;
}

let made = 0;
const question = (text: string, rest: object = {}) => ({ text, type: 'YES_NO', ...rest });
const file = (questions: unknown[] = [question('Q')], rest: object = {}) => ({
  name: `Template ${++made}`,
  sections: [{ title: 'Section', questions }],
  ...rest,
});
const showIf = (questionId: string, operator = 'equals', value: unknown = 'YES') => ({
  match: 'all',
  rules: [{ questionId, operator, value }],
});

/** A question of every type with every exported field, in export key order. */
const FULL = {
  name: 'Full questionnaire',
  description: 'Everything at once',
  sections: [
    {
      title: 'Basics',
      questions: [
        {
          text: 'Is there a policy?',
          helpText: 'Any form',
          type: 'YES_NO',
          riskWeight: 'CRITICAL',
          required: true,
          options: [],
          expectedAnswer: 'YES',
          conditionalLogic: null,
          controlCodes: ['A.5.1', 'CC1.1'],
        },
        {
          text: 'Where is data kept?',
          helpText: null,
          type: 'MULTIPLE_CHOICE',
          riskWeight: 'HIGH',
          required: true,
          options: ['EU', 'US', 'Elsewhere'],
          expectedAnswer: ['EU', 'US'],
          conditionalLogic: {
            match: 'any',
            rules: [
              { questionId: 's1q1', operator: 'equals', value: 'YES' },
              { questionId: 's3q3', operator: 'gte', value: 3 },
              { questionId: 's3q2', operator: 'lt', value: '2026-01-01' },
              { questionId: 's3q4', operator: 'answered', value: null },
            ],
          },
          controlCodes: ['SHARED'],
        },
        {
          text: 'Cloud?',
          helpText: null,
          type: 'COMBOBOX',
          riskWeight: 'LOW',
          required: false,
          options: ['AWS', 'GCP'],
          expectedAnswer: 'AWS',
          conditionalLogic: null,
          controlCodes: [],
        },
      ],
    },
    { title: 'Empty', questions: [] },
    {
      title: 'Details',
      questions: [
        ['MULTI_SELECT', ['Email', 'Phone'], ['Phone', 'Email']],
        ['DATE', [], null],
        ['DATE', [], '2026-12-31'],
        ['DATE', [], { min: '2026-01-01', max: '2026-12-31' }],
        ['NUMERIC', [], 2.5],
        ['NUMERIC', [], { min: 0, max: 14 }],
        ['NUMERIC', [], { max: 0.5 }],
        ['NUMERIC', [], { min: -1 }],
        ['FREE_TEXT', [], null],
        ['FILE_UPLOAD', [], null],
        ['RATING', [], 4],
      ].map(([type, options, expectedAnswer]) => ({
        text: `A ${String(type)} question`,
        helpText: null,
        type,
        riskWeight: 'MEDIUM',
        required: false,
        options,
        expectedAnswer,
        conditionalLogic: null,
        controlCodes: [],
      })),
    },
  ],
};

describe('import and export', () => {
  test('a null end of a range is open', async () => {
    const range = { title: 'S', questions: [{ text: 'Days?', type: 'NUMERIC', expectedAnswer: { max: 14, min: null } }] };
    const { export: file } = await importTemplate({ ...FULL, sections: [range] });
    expect(file).toMatchObject({ sections: [{ questions: [{ expectedAnswer: { max: 14 } }] }] });
  });

  test('export, import and export again give the same document, key by key', async () => {
    const first = await importTemplate(FULL);
    expect(JSON.stringify(first.export)).toBe(JSON.stringify(FULL));
    const second = await importTemplate(first.export);
    expect(JSON.stringify(second.export)).toBe(JSON.stringify(FULL));
    expect(second.id).not.toBe(first.id);
    expect(first).toMatchObject({
      version: 1,
      status: 'DRAFT',
      revision: 1,
      questionCount: 14,
      publishedAt: null,
      unmappedControlCodes: [],
    });
    expect(await audit('CREATE_TEMPLATE', first.id)).toEqual([
      { entityType: 'Template', entityName: 'Full questionnaire', meta: { version: 1, questions: 14 } },
    ]);
  });

  test('exclusive options are read from the file or from their text, and are exported where the text is not enough', async () => {
    const asked = (text: string, options: string[], more: object = {}) =>
      question(text, { type: 'MULTI_SELECT', options, expectedAnswer: null, ...more });
    const given = file([
      asked('By words', ['A', 'None of these', ' NONE of the above. ', 'Nothing new']),
      asked('Marked', ['A', 'Elsewhere'], { exclusiveOptions: ['Elsewhere'] }),
      asked('Unmarked', ['A', 'None'], { exclusiveOptions: [] }),
      asked('Expected together', ['A', 'None'], { expectedAnswer: ['A', 'None'] }),
      question('One choice', { type: 'MULTIPLE_CHOICE', options: ['A', 'None'], expectedAnswer: null }),
    ]);
    const marks = async (id: string) => {
      const { template } = await server.admin.data<{
        template: { sections: { questions: { exclusiveOptions: string[] }[] }[]; export: Exported };
      }>(`query ($id: ID!) { template(id: $id) { sections { questions { exclusiveOptions } } export } }`, { id });
      return { shown: template.sections[0]!.questions.map((one) => one.exclusiveOptions), file: template.export };
    };
    type Exported = { sections: { questions: { exclusiveOptions?: string[] }[] }[] };
    const expected = [['None of these', 'NONE of the above.'], ['Elsewhere'], [], [], []];
    const first = await marks((await importTemplate(given)).id);
    expect(first.shown).toEqual(expected);
    expect(first.file.sections[0]!.questions.map((one) => one.exclusiveOptions)).toEqual([
      undefined,
      ['Elsewhere'],
      [],
      undefined,
      undefined,
    ]);
    const { id } = await importTemplate(first.file);
    expect(await marks(id)).toEqual(first);
    await server.admin.data(`mutation ($input: IdInput!) { publishTemplate(input: $input) { template { id } } }`, { input: { id } });
    expect((await marks((await run(NEW_VERSION, { id })).id)).shown).toEqual(expected);
  });

  test('in GraphQL, rules refer to questions by id', async () => {
    const { sections } = await importTemplate(FULL);
    const [basics, , details] = sections as [Section, Section, Section];
    expect(basics.questions[1]!.conditionalLogic!.rules.map(({ questionId }) => questionId)).toEqual([
      basics.questions[0]!.id,
      details.questions[2]!.id,
      details.questions[1]!.id,
      details.questions[3]!.id,
    ]);
  });

  test('optional fields have defaults, unknown fields are ignored', async () => {
    const { sections, unmappedControlCodes } = await importTemplate({
      ...file([{ id: 'ignored', text: ' Q ', type: 'DATE', helpText: ' ', controlCodes: ['NOPE', 'A.5.1', 'A.5.1'], order: 7 }]),
      extra: true,
    });
    expect(sections[0]!.questions[0]).toEqual({
      id: expect.not.stringMatching('ignored'),
      text: 'Q',
      helpText: null,
      type: 'DATE',
      riskWeight: 'MEDIUM',
      required: false,
      options: [],
      expectedAnswer: null,
      conditionalLogic: null,
      controls: [{ code: 'A.5.1' }],
    });
    expect(unmappedControlCodes).toEqual(['NOPE']);
  });

  test('a code maps to the matching controls of all frameworks, until the framework is deleted', async () => {
    const frameworkId = await importFramework(server, 'Short-lived', ['SHARED', 'OWN']);
    const { id, sections } = await importTemplate(file([question('Q', { controlCodes: ['SHARED', 'OWN'] })]));
    const codes = sections[0]!.questions[0]!.controls.map(({ code }) => code);
    expect(codes).toEqual(['OWN', 'SHARED', 'SHARED', 'SHARED']);
    await server.admin.data(DELETE_FRAMEWORK, { input: { id: frameworkId } });
    expect((await template(id)).export).toMatchObject({ sections: [{ questions: [{ controlCodes: ['SHARED'] }] }] });
  });

  test.each<[string, unknown, Record<string, string>]>([
    ['a number', 7, { template: 'must be an object' }],
    ['a list', [{}], { template: 'must be an object' }],
    ['text', 'template', { template: 'is a string; accepted here: a JSON object, as Template.export returns it' }],
    ['an empty object', {}, { 'template.name': 'is required', 'template.sections': 'is required' }],
    [
      'a prototype',
      JSON.parse('{"name":"N","sections":[{"__proto__":{"title":"T","questions":[]}}]}'),
      { 'template.sections.0.title': 'is required', 'template.sections.0.questions': 'is required' },
    ],
    ['sections as an object', { name: 'N', sections: {} }, { 'template.sections': 'must be a list' }],
    ['a section that is null', { name: 'N', sections: [null] }, { 'template.sections.0': 'is required' }],
    ['a question that is a list', file([[]]), { 'template.sections.0.questions.0': 'must be an object' }],
    [
      '51 sections',
      { name: 'N', sections: Array(51).fill({ title: 'S', questions: [] }) },
      { 'template.sections': 'has more than 50 sections' },
    ],
    ['10,000 questions', file(Array(10_000).fill(question('Q'))), { 'template.sections.0.questions': 'has more than 1,000 questions' }],
    [
      '1,001 questions over two sections',
      { name: 'N', sections: [500, 501].map((n) => ({ title: 'S', questions: Array(n).fill(question('Q')) })) },
      { 'template.sections': 'has more than 1,000 questions' },
    ],
    [
      'a cycle of rules',
      file([
        question('1'),
        question('2', { conditionalLogic: showIf('s1q4') }),
        question('3', { conditionalLogic: showIf('s1q2') }),
        question('4', { conditionalLogic: showIf('s1q3') }),
      ]),
      { 'template.sections.0.questions.1.conditionalLogic': 'is circular: s1q2 → s1q4 → s1q3 → s1q2' },
    ],
  ])('%s is refused with its place', async (_, given, fields) => {
    const { errors } = await server.admin.ask(IMPORT, { input: { template: given } });
    expect(errors![0]!.extensions).toEqual({ code: 'BAD_USER_INPUT', fields });
  });

  const choice = (type: string, expectedAnswer: unknown, options = ['A', 'B']) => ({ type, options, expectedAnswer });
  const SOME_OPTIONS = 'must be a list of some of the options';
  const AN_OPTION = 'must be one of the options, or a list of some of them';
  const manyOptions = Array.from({ length: 201 }, (_, i) => `Option ${i}`);

  test.each<[string, object, string, string]>([
    ['no text', { text: undefined }, 'text', 'is required'],
    ['a long text', { text: 'q'.repeat(2_001) }, 'text', 'is longer than 2,000 characters'],
    ['no type', { type: undefined }, 'type', 'is required'],
    ['an inherited property name as type', { type: 'constructor' }, 'type', 'must be one of YES_NO, MULTIPLE_CHOICE'],
    ['an unknown weight', { riskWeight: 'HUGE' }, 'riskWeight', 'must be one of CRITICAL, HIGH, MEDIUM, LOW'],
    ['required as text', { required: 'true' }, 'required', 'must be true or false'],
    ['a long help text', { helpText: 'h'.repeat(5_001) }, 'helpText', 'is longer than 5,000 characters'],
    ['help as a number', { helpText: 5 }, 'helpText', 'must be text'],
    ['an option that is a number', { options: ['A', 5] }, 'options.1', 'must be text'],
    ['a NUL character', { options: ['a\0'] }, 'options.0', 'contains a NUL character'],
    ['a long option', { options: ['o'.repeat(501)] }, 'options.0', 'is longer than 500 characters'],
    ['an option twice', { options: ['A', ' A'] }, 'options', 'contains an option twice'],
    ['201 options', { options: manyOptions }, 'options', 'has more than 200 options'],
    ['no options to choose from', { type: 'COMBOBOX' }, 'options', 'needs at least one option for a question of type COMBOBOX'],
    [
      'an exclusive option that does not exist',
      { ...choice('MULTI_SELECT', null), exclusiveOptions: ['C'] },
      'exclusiveOptions',
      'contains “C”, which is not one of the options',
    ],
    [
      'an exclusive option twice',
      { ...choice('MULTI_SELECT', null), exclusiveOptions: ['A', 'A'] },
      'exclusiveOptions',
      'contains an option twice',
    ],
    [
      'an exclusive option of a single choice',
      { ...choice('COMBOBOX', null), exclusiveOptions: ['A'] },
      'exclusiveOptions',
      'is only for a question of type MULTI_SELECT',
    ],
    ['exclusive options as text', { ...choice('MULTI_SELECT', null), exclusiveOptions: 'A' }, 'exclusiveOptions', 'must be a list'],
    [
      'an expected answer that combines an exclusive option',
      { ...choice('MULTI_SELECT', ['A', 'B']), exclusiveOptions: ['B'] },
      'expectedAnswer',
      'can’t combine “B” with other options',
    ],
    ['control codes as text', { controlCodes: 'A.5.1' }, 'controlCodes', 'must be a list'],
    ['YES_NO expecting "yes"', choice('YES_NO', 'yes'), 'expectedAnswer', 'must be "YES" or "NO"'],
    ['YES_NO expecting true', choice('YES_NO', true), 'expectedAnswer', 'must be "YES" or "NO"'],
    ['MULTIPLE_CHOICE expecting no option', choice('MULTIPLE_CHOICE', 'C'), 'expectedAnswer', AN_OPTION],
    ['COMBOBOX expecting an unknown option', choice('COMBOBOX', ['A', 'C']), 'expectedAnswer', AN_OPTION],
    ['COMBOBOX expecting nothing', choice('COMBOBOX', []), 'expectedAnswer', AN_OPTION],
    ['MULTI_SELECT expecting text', choice('MULTI_SELECT', 'A'), 'expectedAnswer', SOME_OPTIONS],
    ['MULTI_SELECT expecting one twice', choice('MULTI_SELECT', ['A', 'A']), 'expectedAnswer', SOME_OPTIONS],
    ['NUMERIC expecting text', choice('NUMERIC', '5'), 'expectedAnswer', 'must be a number'],
    ['RATING expecting 6', choice('RATING', 6), 'expectedAnswer', 'must be a whole number from 1 to 5'],
    ['FREE_TEXT expecting text', choice('FREE_TEXT', 'A'), 'expectedAnswer', 'must be null'],
    ['FILE_UPLOAD expecting a range', choice('FILE_UPLOAD', { min: 1 }), 'expectedAnswer', 'must be null'],
    ['RATING expecting a range', choice('RATING', { min: 3 }), 'expectedAnswer', 'must be a whole number from 1 to 5'],
    ['RATING expecting 0', choice('RATING', 0), 'expectedAnswer', 'must be a whole number from 1 to 5'],
    ['RATING expecting 3.5', choice('RATING', 3.5), 'expectedAnswer', 'must be a whole number from 1 to 5'],
    ['NUMERIC expecting a list', choice('NUMERIC', [1, 2]), 'expectedAnswer', 'must be a number, or a range'],
    ['NUMERIC expecting an empty range', choice('NUMERIC', {}), 'expectedAnswer', 'at least one of them is required'],
    [
      'NUMERIC expecting a range without ends',
      choice('NUMERIC', { min: null, max: null }),
      'expectedAnswer',
      'at least one of them is required',
    ],
    [
      'NUMERIC expecting min over max',
      choice('NUMERIC', { min: 20, max: 14 }),
      'expectedAnswer',
      'has a minimum (20) greater than its maximum (14)',
    ],
    ['NUMERIC expecting a min as text', choice('NUMERIC', { min: '1', max: 14 }), 'expectedAnswer', 'has a "min" that is not a number'],
    ['NUMERIC expecting up to true', choice('NUMERIC', { max: true }), 'expectedAnswer', 'has a "max" that is not a number'],
    [
      'NUMERIC expecting an unknown field',
      choice('NUMERIC', { max: 1, step: 2 }),
      'expectedAnswer',
      'takes only "min" and "max", not "step"',
    ],
    ['NUMERIC expecting dates', choice('NUMERIC', { max: '2026-01-01' }), 'expectedAnswer', 'has a "max" that is not a number'],
    ['DATE expecting a number', choice('DATE', 5), 'expectedAnswer', 'must be a date (YYYY-MM-DD), or a range'],
    ['DATE expecting a timestamp', choice('DATE', '2026-01-01T00:00:00Z'), 'expectedAnswer', 'must be a date (YYYY-MM-DD), or a range'],
    ['DATE expecting a nonexistent date', choice('DATE', { min: '2026-02-30' }), 'expectedAnswer', 'has a "min" that is not a date'],
    [
      'DATE expecting min over max',
      choice('DATE', { min: '2026-02-02', max: '2026-02-01' }),
      'expectedAnswer',
      'has a minimum (2026-02-02) greater than its maximum (2026-02-01)',
    ],
    ['DATE expecting a range of numbers', choice('DATE', { min: 1 }), 'expectedAnswer', 'has a "min" that is not a date'],
  ])('a question with %s is refused with its place', async (_, fields, place, message) => {
    expect(await server.admin.fields(IMPORT, { input: { template: file([question('Q', fields)]) } })).toEqual({
      [`template.sections.0.questions.0.${place}`]: expect.stringContaining(message),
    });
  });

  test.each<[string, unknown, string, string]>([
    ['as text', 'always', '', 'must be an object'],
    ['as a list', [], '', 'must be an object'],
    ['without match', { rules: [] }, '.match', 'is required'],
    ['with another match', { match: 'none', rules: [] }, '.match', 'must be one of all, any'],
    ['without rules', { match: 'all' }, '.rules', 'is required'],
    ['with an unknown operator', showIf('s1q2', 'matches'), '.rules.0.operator', 'must be one of equals, notEquals'],
    ['without a value', showIf('s1q2', 'equals', null), '.rules.0.value', 'is required'],
    ['with an empty value', showIf('s1q2', 'equals', ' '), '.rules.0.value', 'is required'],
    ['with an object as value', showIf('s1q2', 'equals', {}), '.rules.0.value', 'must be text or a number'],
    ['with a long value', showIf('s1q2', 'equals', 'v'.repeat(501)), '.rules.0.value', 'is longer than 500'],
    ['with a word as the value of gt', showIf('s1q2', 'gt', 'many'), '.rules.0.value', 'must be a number or a date'],
    ['about an unknown position', showIf('s2q1'), '.rules.0.questionId', '"s2q1" does not match a question of this template'],
    ['about position zero', showIf('s1q0'), '.rules.0.questionId', '"s1q0" does not match a question of this template'],
    ['about itself', showIf('s1q1'), '.rules.0.questionId', 'refers to the question itself'],
  ])('conditional logic %s is refused with its place', async (_, conditionalLogic, place, message) => {
    const given = file([question('Q1', { conditionalLogic }), question('Q2')]);
    expect(await server.admin.fields(IMPORT, { input: { template: given } })).toEqual({
      [`template.sections.0.questions.0.conditionalLogic${place}`]: expect.stringContaining(message),
    });
  });

  test('for a file with an error on every line, only the first errors are reported', async () => {
    const fields = await server.admin.fields(IMPORT, { input: { template: file(Array(1_000).fill({})) } });
    expect(Object.keys(fields!)).toHaveLength(100);
  });

  test('null and excessive nesting are refused', async () => {
    expect(await server.admin.code(IMPORT, { input: { template: null } })).toBe('BAD_USER_INPUT');
    const nested = `${'{"sections":['.repeat(20_000)}1${']}'.repeat(20_000)}`;
    const response = await server.admin.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"query":${JSON.stringify(IMPORT)},"variables":{"input":{"template":${nested}}}}`,
    });
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
  });

  test('1,000 questions that each depend on the one before are no problem', async () => {
    const questions = Array.from({ length: 1_000 }, (_, i) =>
      question(`Q${i}`, { conditionalLogic: i ? showIf(`s1q${i}`) : null, controlCodes: ['SHARED'] }),
    );
    expect(await importTemplate(file(questions))).toMatchObject({ questionCount: 1_000 });
  });
});

describe('creating and editing a draft', () => {
  const create = (sections?: object[]) => run(CREATE, { name: `Template ${++made}`, description: 'Made', sections });

  test('a template can start empty', async () => {
    expect(await create()).toMatchObject({ status: 'DRAFT', version: 1, questionCount: 0, sections: [] });
  });

  test('a new template has no ids to keep', async () => {
    const input = { name: 'N', sections: [{ id: 'x', title: 'S', questions: [{ id: 'y', text: 'Q', type: 'DATE' }] }] };
    expect(await server.admin.fields(CREATE, { input })).toEqual({
      'sections.0.id': 'does not match a section of this template',
      'sections.0.questions.0.id': 'does not match a question of this template',
    });
  });

  test('questions keep their id wherever they move; rules may use ids and positions', async () => {
    const before = await create([
      { title: 'One', questions: [question('A', { controlCodes: ['A.5.1'] }), question('B')] },
      { title: 'Two', questions: [question('C', { conditionalLogic: showIf('s1q1') })] },
    ]);
    const [one, two] = before.sections as [Section, Section];
    const [a, c] = [one.questions[0]!, two.questions[0]!];
    const after = await run(UPDATE, {
      id: before.id,
      expectedRevision: 1,
      sections: [
        { title: 'Zero', questions: [question('New', { conditionalLogic: showIf('s2q1') })] },
        {
          id: two.id,
          title: 'Two',
          questions: [
            { id: c.id.toUpperCase(), ...question('C', { conditionalLogic: showIf(a.id) }) },
            { id: a.id, ...question('A again', { controlCodes: ['A.5.2', 'GONE'] }) },
          ],
        },
      ],
    });
    expect(after).toMatchObject({ revision: 2, questionCount: 3, name: before.name, unmappedControlCodes: ['GONE'] });
    expect(after.sections.map(({ id, title }) => [id, title])).toEqual([
      [expect.not.stringMatching(one.id), 'Zero'],
      [two.id, 'Two'],
    ]);
    expect(after.sections[1]!.questions).toMatchObject([
      { id: c.id, conditionalLogic: { rules: [{ questionId: a.id }] } },
      { id: a.id, text: 'A again', controls: [{ code: 'A.5.2' }] },
    ]);
    expect(after.sections[0]!.questions[0]!.conditionalLogic!.rules[0]!.questionId).toBe(c.id);
    expect(await audit('UPDATE_TEMPLATE', before.id)).toMatchObject([{ meta: { fields: ['sections'] } }]);
  });

  test('omitted fields keep their value, null clears, and an update without changes leaves no trace', async () => {
    const questions = [question('Q', { controlCodes: ['A.5.1'] }), question('R', { conditionalLogic: showIf('s1q1') })];
    const { id, name, sections } = await create([{ title: 'S', questions }]);
    const cleared = await run(UPDATE, { id, description: null });
    expect(cleared).toMatchObject({ name, description: null, revision: 2, sections });
    const same = sections.map((section) => ({
      ...section,
      questions: section.questions.map(({ controls, ...rest }) => ({
        ...rest,
        controlCodes: controls.map(({ code }) => code),
      })),
    }));
    expect(await run(UPDATE, { id, name, sections: same })).toMatchObject({ revision: 2, sections });
    expect(await audit('UPDATE_TEMPLATE', id)).toHaveLength(1);
    expect(await run(UPDATE, { id, sections: [] })).toMatchObject({ revision: 3, questionCount: 0, sections: [] });
  });

  test('invalid edits are refused', async () => {
    const mine = await create([{ title: 'S', questions: [question('Q'), question('R')] }]);
    const other = await create([{ title: 'S', questions: [question('Q')] }]);
    const fields = (...questions: object[]) =>
      server.admin.fields(UPDATE, { input: { id: mine.id, sections: [{ title: 'S', questions }] } });
    const [own, gone] = mine.sections[0]!.questions.map(({ id }) => id);
    const theirs = other.sections[0]!;
    expect(await fields({ id: theirs.questions[0]!.id, ...question('Q') })).toEqual({
      'sections.0.questions.0.id': 'does not match a question of this template',
    });
    const sections = [{ id: theirs.id, title: 'S', questions: [] }];
    expect(await server.admin.fields(UPDATE, { input: { id: mine.id, sections } })).toEqual({
      'sections.0.id': 'does not match a section of this template',
    });
    expect(await fields({ id: own, ...question('Q') }, { id: own, ...question('Q') })).toEqual({
      'sections.0.questions.1.id': 'is used twice',
    });
    expect(await fields({ id: own, ...question('Q', { conditionalLogic: showIf(gone!) }) })).toEqual({
      'sections.0.questions.0.conditionalLogic.rules.0.questionId': `"${gone}" does not match a question of this template`,
    });
    expect(await server.admin.fields(UPDATE, { input: { id: mine.id, name: ' ' } })).toEqual({ name: 'is required' });
    const stale = { id: mine.id, name: 'X', expectedRevision: 9 };
    expect(await server.admin.code(UPDATE, { input: stale })).toBe('CONFLICT');
    expect(await server.admin.code(UPDATE, { input: { id: 'x', name: 'X' } })).toBe('NOT_FOUND');
    expect(await template(mine.id)).toMatchObject({ revision: 1, sections: mine.sections });
    expect(await template(other.id)).toMatchObject({ revision: 1, sections: other.sections });
  });

  test('of two edits of the same revision, one is refused', async () => {
    const { id } = await create();
    const edits = ['One', 'Two'].map((title) =>
      server.admin.code(UPDATE, { input: { id, expectedRevision: 1, sections: [{ title, questions: [] }] } }),
    );
    expect((await Promise.all(edits)).sort()).toEqual(['CONFLICT', undefined]);
  });
});

describe('publishing and versions', () => {
  test('a draft with questions is published once; then it can only be copied', async () => {
    const { id } = await importTemplate(FULL);
    expect(await run(PUBLISH, { id })).toMatchObject({
      status: 'PUBLISHED',
      publishedAt: expect.any(String),
      revision: 2,
    });
    expect(await audit('PUBLISH_TEMPLATE', id)).toMatchObject([{ entityName: 'Full questionnaire', meta: { version: 1 } }]);
    expect(await server.admin.code(PUBLISH, { input: { id } })).toBe('INVALID_TRANSITION');
    const { errors } = await server.admin.ask(UPDATE, { input: { id, name: 'Other' } });
    expect(errors![0]).toMatchObject({
      message: expect.stringContaining('create a new version'),
      extensions: { code: 'INVALID_TRANSITION' },
    });

    const draft = await run(NEW_VERSION, { id });
    expect(draft).toMatchObject({ version: 2, status: 'DRAFT', name: 'Full questionnaire', questionCount: 14 });
    expect(draft.export).toEqual(FULL);
    const ids = (sections: Section[]) => sections.flatMap((section) => [section.id, ...section.questions.map((q) => q.id)]);
    const original = ids((await template(id)).sections);
    expect(ids(draft.sections).some((copied) => original.includes(copied))).toBe(false);
    expect(await audit('CREATE_TEMPLATE', draft.id)).toMatchObject([{ meta: { version: 2 } }]);
    expect(await server.admin.code(NEW_VERSION, { input: { id } })).toBe('CONFLICT');
    expect(await server.admin.code(NEW_VERSION, { input: { id: draft.id } })).toBe('CONFLICT');

    await run(UPDATE, { id: draft.id, name: 'Second edition' });
    await run(PUBLISH, { id: draft.id });
    expect(await template(id)).toMatchObject({ status: 'ARCHIVED', name: 'Full questionnaire' });
    expect(await audit('ARCHIVE_TEMPLATE', id)).toMatchObject([{ meta: { version: 1 } }]);
    const { template: found } = await server.admin.data<{ template: object }>(
      `query ($id: ID!) { template(id: $id) { versions { version status } } }`,
      { id },
    );
    expect(found).toEqual({
      versions: [
        { version: 2, status: 'PUBLISHED' },
        { version: 1, status: 'ARCHIVED' },
      ],
    });
    expect(await run(NEW_VERSION, { id })).toMatchObject({ version: 3, name: 'Second edition' });
  });

  test('without questions there is nothing to publish', async () => {
    const { id } = await importTemplate(file([]));
    expect(await server.admin.fields(PUBLISH, { input: { id } })).toEqual({ id: 'is a template without questions' });
    expect(await server.admin.code(PUBLISH, { input: { id: '../' } })).toBe('NOT_FOUND');
  });

  test('an archived template can be neither edited, published nor archived', async () => {
    const { id } = await importTemplate(file());
    expect(await run(ARCHIVE, { id })).toMatchObject({ status: 'ARCHIVED' });
    for (const [mutation, input] of [
      [ARCHIVE, { id }],
      [PUBLISH, { id }],
      [UPDATE, { id, name: 'X' }],
    ] as const) {
      expect(await server.admin.code(mutation, { input })).toBe('INVALID_TRANSITION');
    }
    const published = await importTemplate(file());
    await run(PUBLISH, { id: published.id });
    expect(await run(ARCHIVE, { id: published.id })).toMatchObject({ status: 'ARCHIVED' });
  });

  test('of many concurrent calls, one publishes, one creates the next version, one archives', async () => {
    const { id } = await importTemplate(file());
    const race = async (mutation: string) => {
      const six = Array.from({ length: 6 }, () => server.admin.code(mutation, { input: { id } }));
      return (await Promise.all(six)).sort();
    };
    expect(await race(PUBLISH)).toEqual([...Array(5).fill('INVALID_TRANSITION'), undefined]);
    expect(await race(NEW_VERSION)).toEqual([...Array(5).fill('CONFLICT'), undefined]);
    expect(await race(ARCHIVE)).toEqual([...Array(5).fill('INVALID_TRANSITION'), undefined]);
    expect(await audit('ARCHIVE_TEMPLATE', id)).toHaveLength(1);
  });

  test('mapping and deleting a framework at once never fails', async () => {
    const codes = Array.from({ length: 200 }, (_, i) => `R-${i}`);
    const id = await importFramework(server, 'Racing', codes);
    const questions = codes.map((code) => question(code, { controlCodes: [code] }));
    const results = await Promise.all([
      ...Array.from({ length: 4 }, () => server.admin.code(IMPORT, { input: { template: file(questions) } })),
      server.admin.code(DELETE_FRAMEWORK, { input: { id } }),
    ]);
    expect(results).toEqual(Array(5).fill(undefined));
  });

  test('deleting one version keeps the others', async () => {
    const first = await importTemplate(file());
    await run(PUBLISH, { id: first.id });
    const second = await run(NEW_VERSION, { id: first.id });
    expect(await server.admin.data(DELETE, { input: { id: first.id } })).toEqual({
      deleteTemplate: { deletedId: first.id },
    });
    expect(await audit('DELETE_TEMPLATE', first.id)).toMatchObject([{ entityName: first.name, meta: { version: 1 } }]);
    expect(await template(first.id)).toBeNull();
    expect(await template(second.id)).toMatchObject({ questionCount: 1 });
    expect(await server.admin.code(DELETE, { input: { id: first.id } })).toBe('NOT_FOUND');
  });
});

describe('reading', () => {
  test('templates are sorted by name, then newest version first', async () => {
    const { id } = await importTemplate(file([question('Q')], { name: ' aaa' }));
    await run(PUBLISH, { id });
    await run(NEW_VERSION, { id });
    const { templates } = await server.admin.data<{ templates: { name: string; version: number }[] }>(`{ templates { name version } }`);
    expect(templates.slice(0, 2)).toEqual([
      { name: 'aaa', version: 2 },
      { name: 'aaa', version: 1 },
    ]);
  });

  test('five templates cost as many statements as two do', async () => {
    const five = await startTestServer();
    try {
      const query = `{ templates { name versions { id } export
        sections { title questions { text controls { code framework { name } } } } } }`;
      await importFramework(five, 'F', ['SHARED']);
      const questions = [question('Q', { controlCodes: ['SHARED'] }), question('R')];
      const add = () => five.admin.data(IMPORT, { input: { template: file(questions) } });
      for (let i = 0; i < 2; i++) await add();
      const forTwo = (await statementsDuring(() => five.admin.data(query))).sort();
      for (let i = 0; i < 3; i++) await add();
      const forFive = (await statementsDuring(() => five.admin.data(query))).sort();
      expect(forFive).toEqual(forTwo);
      // Templates, versions, two for the export, sections, questions, controls, frameworks.
      const read = forFive.filter((text) => !text.startsWith('/* audit-chain'));
      expect(read.filter((text) => /template|control|framework/.test(text))).toHaveLength(8);
    } finally {
      await five.stop();
    }
  });
});

describe('permissions', () => {
  test('each operation needs its own', async () => {
    const { id } = await importTemplate(file());
    const { id: draft } = await importTemplate(file());
    await run(PUBLISH, { id });
    const acts: [string, object][] = [
      [`{ templates { export } }`, {}],
      [IMPORT, { input: { template: file() } }],
      [CREATE, { input: { name: 'N' } }],
      [NEW_VERSION, { input: { id } }],
      [UPDATE, { input: { id: draft, description: 'Changed' } }],
      [PUBLISH, { input: { id: draft } }],
      [ARCHIVE, { input: { id: draft } }],
      [DELETE, { input: { id: draft } }],
    ];
    const allowedFor = async (client: typeof server.admin) => {
      const allowed: number[] = [];
      for (const [i, [text, variables]] of acts.entries()) {
        if ((await client.code(text, variables)) === undefined) allowed.push(i);
      }
      return allowed;
    };
    expect(await allowedFor(server.stranger())).toEqual([]);
    expect(await allowedFor(await server.withPermissions('frameworks:view', 'assessments:view'))).toEqual([]);
    expect(await allowedFor(await server.withRole('Viewer'))).toEqual([0]);
    expect(await allowedFor(await server.withPermissions('templates:view', 'templates:create'))).toEqual([0, 1, 2, 3]);
    expect(await allowedFor(await server.withPermissions('templates:view', 'templates:edit'))).toEqual([0, 4, 5, 6]);
    expect(await allowedFor(await server.withPermissions('templates:view', 'templates:delete'))).toEqual([0, 7]);
  });

  test('users who see templates see the controls they map to', async () => {
    const client = await server.withPermissions('templates:view');
    const query = `{ templates { sections { questions { controls { code framework { name } } } } } }`;
    expect(await client.code(query)).toBeUndefined();
    expect(await client.code(`{ frameworks { name } }`)).toBe('FORBIDDEN');
  });
});
