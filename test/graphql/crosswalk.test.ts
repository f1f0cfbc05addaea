import { coverageOf } from '../../src/domains/compliance/coverage.rules';
import { Relation } from '../../src/domains/framework/crosswalk.rules';
import { createAssessment, createVendor, importFramework, move, publishTemplate, question, sendAssessment } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { sentDuring, statementsDuring } from '../kit/statements';

let server: TestServer;
let a: string;
let b: string;
const RELATIONS = [
  { from: 'A-1', to: 'B-1', relation: 'EQUAL' },
  { from: 'A-2', to: 'B-2', relation: 'SUPERSET' },
  { from: 'A-3', to: 'B-2', relation: 'SUBSET' },
  { from: 'A-3', to: 'B-3', relation: 'RELATED' },
];

beforeAll(async () => {
  server = await startTestServer();
  const controls = (letter: string) => [1, 2, 3, 4].map((n) => ({ code: `${letter}-${n}`, title: `${letter} ${n}`, domain: 'D' }));
  a = await importFramework(server, { name: 'Alpha', controls: controls('A') });
  b = await importFramework(server, { name: 'Beta', controls: controls('B') });
  await importCrosswalk({ relations: RELATIONS });
});
afterAll(() => server.stop());

const IMPORT = `mutation ($input: ImportCrosswalkInput!) { importCrosswalk(input: $input) { framework { id } relationCount } }`;
const SET = `mutation ($input: SetControlRelationInput!) { setControlRelation(input: $input) { control { code related { relation control { code } } } } }`;
const importCrosswalk = (input: object) => server.admin.data(IMPORT, { input: { fromFrameworkId: a, toFrameworkId: b, ...input } });

interface RelatedShape {
  relation: string;
  control: { code: string; framework: { name: string } };
}
async function related(frameworkId: string): Promise<Record<string, string[]>> {
  const { framework } = await server.admin.data<{ framework: { controls: { code: string; related: RelatedShape[] }[] } }>(
    `query ($id: ID!) { framework(id: $id) { controls { code related { relation control { code framework { name } } } } } }`,
    { id: frameworkId },
  );
  return Object.fromEntries(
    framework.controls.map((one) => [one.code, one.related.map(({ relation, control }) => `${relation} ${control.code}`)]),
  );
}
async function idOf(frameworkId: string, code: string): Promise<string> {
  const { framework } = await server.admin.data<{ framework: { controls: { id: string; code: string }[] } }>(
    `query ($id: ID!) { framework(id: $id) { controls { id code } } }`,
    { id: frameworkId },
  );
  return framework.controls.find((one) => one.code === code)!.id;
}

describe('relations', () => {
  test('can be read from both sides, each from its own perspective', async () => {
    expect(await related(a)).toEqual({ 'A-1': ['EQUAL B-1'], 'A-2': ['SUPERSET B-2'], 'A-3': ['SUBSET B-2', 'RELATED B-3'], 'A-4': [] });
    expect(await related(b)).toEqual({ 'B-1': ['EQUAL A-1'], 'B-2': ['SUBSET A-2', 'SUPERSET A-3'], 'B-3': ['RELATED A-3'], 'B-4': [] });
  });

  test('between two frameworks can be listed from either side', async () => {
    const crosswalk = async (id: string, to: string) => {
      const { framework } = await server.admin.data<{
        framework: { crosswalk: { control: { code: string }; relation: string; related: { code: string } }[] };
      }>(
        `query ($id: ID!, $to: ID!) { framework(id: $id) { crosswalk(toFrameworkId: $to) { control { code } relation related { code } } } }`,
        { id, to },
      );
      return framework.crosswalk.map((one) => `${one.control.code} ${one.relation} ${one.related.code}`);
    };
    expect(await crosswalk(a, b)).toEqual(['A-1 EQUAL B-1', 'A-2 SUPERSET B-2', 'A-3 SUBSET B-2', 'A-3 RELATED B-3']);
    expect(await crosswalk(b, a)).toEqual(['B-1 EQUAL A-1', 'B-2 SUBSET A-2', 'B-2 SUPERSET A-3', 'B-3 RELATED A-3']);
    expect(await crosswalk(a, 'none')).toEqual([]);
  });

  test('can be filtered by framework, and cost one statement per level', async () => {
    const query = `query ($id: ID!, $b: ID!) { framework(id: $id) { controls { code all: related { control { code framework { name } } }
      some: related(frameworkId: $b) { relation } none: related(frameworkId: "x") { relation } } } }`;
    const sent = await statementsDuring(() => server.admin.data(query, { id: a, b }));
    expect(sent.filter((text) => /control_relation/.test(text))).toHaveLength(1);
    const { framework } = await server.admin.data<{
      framework: { controls: { code: string; all: object[]; some: object[]; none: object[] }[] };
    }>(query, { id: a, b });
    expect(framework.controls.map((one) => [one.code, one.all.length, one.some.length, one.none.length])).toEqual([
      ['A-1', 1, 1, 0],
      ['A-2', 1, 1, 0],
      ['A-3', 2, 2, 0],
      ['A-4', 0, 0, 0],
    ]);
  });

  test('are shown with the questions of templates and assessments', async () => {
    const templateId = await publishTemplate(server, 'Asks A', [{ title: 'S', questions: [question('A3?', { controlCodes: ['A-3'] })] }]);
    const assessmentId = await createAssessment(server, await createVendor(server), templateId);
    const data = await server.admin.data<Record<string, unknown>>(
      `query ($t: ID!, $a: ID!) {
        template(id: $t) { sections { questions { controls { code related { relation control { code } } } } } }
        assessment(id: $a) { questions { controls { code related { relation control { code } } } } } }`,
      { t: templateId, a: assessmentId },
    );
    const controls = [
      {
        code: 'A-3',
        related: [
          { relation: 'SUBSET', control: { code: 'B-2' } },
          { relation: 'RELATED', control: { code: 'B-3' } },
        ],
      },
    ];
    expect(data).toEqual({ template: { sections: [{ questions: [{ controls }] }] }, assessment: { questions: [{ controls }] } });
  });
});

describe('changing them', () => {
  let c: string;
  let d: string;
  beforeAll(async () => {
    c = await importFramework(server, { name: 'Gamma', controls: [1, 2].map((n) => ({ code: `C-${n}`, title: 'C' })) });
    d = await importFramework(server, { name: 'Delta', controls: [1, 2].map((n) => ({ code: `D-${n}`, title: 'D' })) });
  });
  const change = (input: object) => importCrosswalk({ fromFrameworkId: c, toFrameworkId: d, ...input });

  test('a CSV file works the same; it replaces earlier relations, whichever side they were set from', async () => {
    await change({ csv: 'From;To;Relation\nC-1;D-1;equal\nC-2;D-2;Subset\n' });
    expect(await related(c)).toEqual({ 'C-1': ['EQUAL D-1'], 'C-2': ['SUBSET D-2'] });
    await change({ fromFrameworkId: d, toFrameworkId: c, relations: [{ from: 'D-2', to: 'C-2', relation: 'RELATED' }] });
    expect(await related(c)).toEqual({ 'C-1': ['EQUAL D-1'], 'C-2': ['RELATED D-2'] });
    await change({ relations: [{ from: 'C-2', to: 'D-1', relation: 'SUPERSET' }], replace: true });
    expect(await related(c)).toEqual({ 'C-1': [], 'C-2': ['SUPERSET D-1'] });
  });

  test('one relation is set, changed and removed, each recorded; setting it again is not', async () => {
    const ids = { fromControlId: await idOf(c, 'C-1'), toControlId: await idOf(d, 'D-2') };
    const set = (relation: string | null) =>
      server.admin.data<{ setControlRelation: { control: object } }>(SET, { input: { ...ids, relation } });
    expect((await set('SUPERSET')).setControlRelation.control).toEqual({
      code: 'C-1',
      related: [{ relation: 'SUPERSET', control: { code: 'D-2' } }],
    });
    await set('SUPERSET');
    await set('SUBSET');
    expect((await set(null)).setControlRelation.control).toEqual({ code: 'C-1', related: [] });
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: { meta: { relation: string } }[] } }>(
      `{ auditLog(filter: { action: "UPDATE_CROSSWALK" }) { nodes { entityName meta } } }`,
    );
    expect(auditLog.nodes.map(({ meta }) => meta.relation)).toEqual([null, 'SUBSET', 'SUPERSET']);
  });

  test.each<[string, object, Record<string, string>]>([
    [
      'unknown codes',
      {
        relations: [
          { from: 'C-1', to: 'D-1', relation: 'EQUAL' },
          { from: 'X', to: 'C-1', relation: 'EQUAL' },
        ],
      },
      { 'relations.1.from': '"X" does not match a control of Gamma', 'relations.1.to': '"C-1" does not match a control of Delta' },
    ],
    [
      'a pair twice',
      { relations: [1, 2].map(() => ({ from: 'C-1', to: 'D-1', relation: 'EQUAL' })) },
      { 'relations.1': 'repeats how C-1 relates to D-1' },
    ],
    [
      'an unknown relation in a file',
      { csv: 'from,to,relation\nC-1,D-1,equal\nC-2,,like\n' },
      { 'csv.3.to': 'is required', 'csv.3.relation': 'must be one of equal, subset, superset, related' },
    ],
    [
      'an unknown code in a file',
      { csv: 'from,to,relation\n\nC-9,D-1,equal\n' },
      { 'csv.3.from': '"C-9" does not match a control of Gamma' },
    ],
    ['nothing', {}, { relations: 'is required, unless csv is given' }],
    ['both', { csv: '', relations: [] }, { relations: 'is required, unless csv is given' }],
    ['one framework', { relations: [], same: true }, { toFrameworkId: 'must be another framework' }],
  ])('%s: refused at its place', async (_, { same, ...input }: { same?: boolean }, fields) => {
    expect(await server.admin.fields(IMPORT, { input: { fromFrameworkId: c, toFrameworkId: same ? c : d, ...input } })).toEqual(fields);
  });

  test('unknown frameworks and controls, and controls of one framework, are refused', async () => {
    expect(await server.admin.code(IMPORT, { input: { fromFrameworkId: c, toFrameworkId: 'x', relations: [] } })).toBe('NOT_FOUND');
    const [one, two] = [await idOf(c, 'C-1'), await idOf(c, 'C-2')];
    expect(await server.admin.code(SET, { input: { fromControlId: one, toControlId: 'x' } })).toBe('NOT_FOUND');
    expect(await server.admin.fields(SET, { input: { fromControlId: one, toControlId: two, relation: 'EQUAL' } })).toEqual({
      toControlId: 'must be of another framework',
    });
  });

  test('deleting a framework deletes its relations', async () => {
    await server.admin.data(`mutation ($input: DeleteInput!) { deleteFramework(input: $input) { deletedId } }`, { input: { id: d } });
    expect(await related(c)).toEqual({ 'C-1': [], 'C-2': [] });
  });
});

describe('coverage', () => {
  const COVERAGE = `controlCount covered partly notCovered compliant complianceRatio
    controls { state complianceRatio control { code } by { relation complianceRatio assessmentId submittedAt control { code } } }`;
  interface CoverageShape {
    controls: {
      state: string;
      complianceRatio: number | null;
      control: { code: string };
      by: { relation: string; complianceRatio: number | null; control: { code: string } }[];
    }[];
  }
  const shown = ({ controls, ...totals }: CoverageShape) => ({
    ...totals,
    controls: controls.map(({ control, state, complianceRatio, by }) => [
      control.code,
      state,
      complianceRatio,
      by.map((one) => `${one.control.code} ${one.relation} ${one.complianceRatio}`),
    ]),
  });

  async function assess(vendorId: string, templateId: string, answers: Record<string, string>): Promise<string> {
    const id = await createAssessment(server, vendorId, templateId);
    const portal = await sendAssessment(server, id);
    await portal.answer(answers);
    await portal.submit();
    await move(server.admin, 'startReview', id);
    await move(server.admin, 'finalizeAssessment', id);
    return id;
  }

  test('of a vendor: what its answers for A say about B, by the most recent evaluation', async () => {
    const templateId = await publishTemplate(server, 'Alpha', [
      {
        title: 'S',
        questions: [
          question('One?', { controlCodes: ['A-1'] }),
          question('Two?', { controlCodes: ['A-2'], required: false }),
          question('Three?', { controlCodes: ['A-3'] }),
        ],
      },
    ]);
    const partTemplateId = await publishTemplate(server, 'Part', [
      { title: 'S', questions: [question('Three?', { controlCodes: ['A-3'] })] },
    ]);
    const vendorId = await createVendor(server);
    const query = `query ($id: ID!, $a: ID!, $b: ID!) { vendor(id: $id) { coverage(fromFrameworkId: $a, toFrameworkId: $b) { ${COVERAGE} } } }`;
    const ofVendor = async () =>
      shown((await server.admin.data<{ vendor: { coverage: CoverageShape } }>(query, { id: vendorId, a, b })).vendor.coverage);

    expect(await ofVendor()).toMatchObject({ covered: 0, partly: 0, notCovered: 4, complianceRatio: null });
    const partId = await assess(vendorId, partTemplateId, { 'Three?': 'YES' });
    expect(await ofVendor()).toEqual({
      controlCount: 4,
      covered: 0,
      partly: 2,
      notCovered: 2,
      compliant: 0,
      complianceRatio: 1,
      controls: [
        ['B-1', 'NOT_COVERED', null, []],
        ['B-2', 'PARTLY', 1, ['A-3 SUBSET 1']],
        ['B-3', 'PARTLY', 1, ['A-3 RELATED 1']],
        ['B-4', 'NOT_COVERED', null, []],
      ],
    });
    await assess(vendorId, templateId, { 'One?': 'YES', 'Two?': 'NO', 'Three?': 'NO' });
    expect(await ofVendor()).toEqual({
      controlCount: 4,
      covered: 2,
      partly: 1,
      notCovered: 1,
      compliant: 1,
      complianceRatio: 1 / 3,
      controls: [
        ['B-1', 'COVERED', 1, ['A-1 EQUAL 1']],
        ['B-2', 'COVERED', 0, ['A-2 SUPERSET 0', 'A-3 SUBSET 0']],
        ['B-3', 'PARTLY', 0, ['A-3 RELATED 0']],
        ['B-4', 'NOT_COVERED', null, []],
      ],
    });

    const { assessment } = await server.admin.data<{ assessment: { coverage: CoverageShape } }>(
      `query ($id: ID!, $a: ID!, $b: ID!) { assessment(id: $id) { coverage(fromFrameworkId: $a, toFrameworkId: $b) { ${COVERAGE} } } }`,
      { id: partId, a, b },
    );
    expect(shown(assessment.coverage)).toMatchObject({ partly: 2, complianceRatio: 1 });
  });

  test('of a framework: what its controls would cover', async () => {
    const { framework } = await server.admin.data<{ framework: { coverage: CoverageShape } }>(
      `query ($id: ID!, $to: ID!) { framework(id: $id) { coverage(toFrameworkId: $to) { ${COVERAGE} } } }`,
      { id: a, to: b },
    );
    expect(shown(framework.coverage)).toMatchObject({ covered: 2, partly: 1, notCovered: 1, compliant: 0, complianceRatio: null });
  });

  test('of many vendors costs as many statements as that of one', async () => {
    for (let i = 0; i < 5; i++) await createVendor(server, { name: `Many ${i}` });
    const query = (first: number) =>
      `{ vendors(first: ${first}) { nodes { coverage(fromFrameworkId: "${a}", toFrameworkId: "${b}") { covered controls { control { code } by { control { code } } } } } } }`;
    const one = await statementsDuring(() => server.admin.data(query(1)));
    const many = await statementsDuring(() => server.admin.data(query(7)));
    expect(many.length).toBe(one.length);
  });

  test('of many vendors, under many names, reads the controls and their relations once', async () => {
    const read = async (first: number, names: number) => {
      const coverages = Array.from(
        { length: names },
        (_, i) => `c${i}: coverage(fromFrameworkId: "${a}", toFrameworkId: "${b}") { covered }`,
      );
      const sent = await sentDuring(() => server.admin.data(`{ vendors(first: ${first}) { nodes { ${coverages.join(' ')} } } }`));
      const ofControls = sent.filter(({ text }) => /(from|join) control\b/.test(text));
      return ofControls.reduce((sum, { rows }) => sum + rows, 0);
    };
    // the controls of B, and their relations to those of A
    expect([await read(1, 1), await read(7, 5)]).toEqual([4 + RELATIONS.length, 4 + RELATIONS.length]);
  });

  test('needs two existing frameworks', async () => {
    const query = `query ($id: ID!, $to: ID!) { framework(id: $id) { coverage(toFrameworkId: $to) { covered } } }`;
    expect(await server.admin.fields(query, { id: a, to: 'x' })).toEqual({ toFrameworkId: 'does not match a framework' });
    expect(await server.admin.fields(query, { id: a, to: a })).toEqual({ toFrameworkId: 'must be another framework' });
  });

  test('for a control covered both fully and partly, the full coverage counts', () => {
    const evaluation = (controlId: string, earned: number) => ({
      controlId,
      assessmentId: 'x',
      title: 'T',
      submittedAt: null,
      answers: 1,
      compliant: earned,
      earned,
      possible: 1,
    });
    const relations = [
      { controlId: 'p', relation: Relation.SUBSET, relatedId: 't' },
      { controlId: 'q', relation: Relation.SUPERSET, relatedId: 't' },
      { controlId: 'r', relation: Relation.EQUAL, relatedId: 't' },
    ];
    expect(coverageOf(['t'], relations, [evaluation('p', 0), evaluation('q', 1)])).toMatchObject({
      covered: 1,
      compliant: 1,
      complianceRatio: 1,
    });
    expect(coverageOf(['t'], relations, [evaluation('p', 1), evaluation('q', 1), evaluation('r', 0)])).toMatchObject({
      covered: 1,
      compliant: 0,
      complianceRatio: 0.5,
    });
    expect(coverageOf(['t', 'u'], relations, [evaluation('p', 1)])).toMatchObject({ covered: 0, partly: 1, notCovered: 1 });
  });
});

test('permissions: changing needs frameworks:edit, coverage needs what its parent needs', async () => {
  const viewer = await server.withRole('Viewer');
  expect(await viewer.code(IMPORT, { input: { fromFrameworkId: a, toFrameworkId: b, relations: [] } })).toBe('FORBIDDEN');
  expect(await viewer.code(SET, { input: { fromControlId: 'x', toControlId: 'y' } })).toBe('FORBIDDEN');
  const vendors = await server.withPermissions('vendors:view');
  const query = (inner: string) =>
    `{ vendors { nodes { coverage(fromFrameworkId: "${a}", toFrameworkId: "${b}") { covered ${inner} } } } }`;
  expect(await vendors.code(query(''))).toBeUndefined();
  expect(await vendors.code(query('controls { control { title } }'))).toBe('FORBIDDEN');
});
