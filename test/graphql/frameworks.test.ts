import { Client } from 'pg';
import { startTestServer, type TestServer } from '../kit/server';
import { statementsDuring } from '../kit/statements';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

interface ControlShape {
  domain: string | null;
  code: string;
  title: string;
  guidance: string | null;
  order: number;
  isSharedResponsibility: boolean;
}
interface FrameworkShape {
  id: string;
  name: string;
  version: string | null;
  description: string | null;
  controlCount: number;
  revision: number;
  controls: ControlShape[];
}

const IMPORT = `mutation ($input: ImportFrameworkInput!) { importFramework(input: $input) { framework {
  id name version description controlCount revision
  controls { domain code title guidance order isSharedResponsibility } } } }`;
const UPDATE = `mutation ($input: UpdateFrameworkInput!) {
  updateFramework(input: $input) { framework { name version description revision } } }`;
const DELETE = `mutation ($input: DeleteInput!) { deleteFramework(input: $input) { deletedId } }`;

async function importFramework(framework: unknown, client = server.admin): Promise<FrameworkShape> {
  const data = await client.data<{ importFramework: { framework: FrameworkShape } }>(IMPORT, { input: { framework } });
  return data.importFramework.framework;
}

let made = 0;
const file = (controls: unknown[] = [], rest: object = {}) => ({ name: `Framework ${++made}`, controls, ...rest });
const control = (code: string, rest: object = {}) => ({ code, title: `Title of ${code}`, ...rest });

/** The newest entry for an action. */
async function audit(action: string): Promise<object | undefined> {
  const query = `query ($filter: AuditFilter) { auditLog(filter: $filter, first: 1) { nodes { entityName meta } } }`;
  const { auditLog } = await server.admin.data<{ auditLog: { nodes: object[] } }>(query, { filter: { action } });
  return auditLog.nodes[0];
}

/** The SQL statements some work costs, not counting authentication. */
const statements = async (work: () => Promise<unknown>) =>
  (await statementsDuring(work)).filter((text) => /from "?(framework|control|unnest)/.test(text));

describe('importing our own format', () => {
  test('creates the framework and its controls in the order of the file', async () => {
    const framework = await importFramework({
      name: ' ISO 27001 ',
      version: '2022',
      description: 'Annex A',
      publisher: 'extra fields are ignored',
      controls: [
        {
          domain: 'Organizational',
          code: 'A.5.2',
          title: 'Roles',
          guidance: 'Name them.',
          isSharedResponsibility: true,
        },
        { domain: null, code: 'A.5.1', title: 'Policies' },
      ],
    });
    expect(framework).toMatchObject({
      name: 'ISO 27001',
      version: '2022',
      description: 'Annex A',
      controlCount: 2,
      revision: 1,
    });
    expect(framework.controls).toEqual([
      {
        domain: 'Organizational',
        code: 'A.5.2',
        title: 'Roles',
        guidance: 'Name them.',
        order: 1,
        isSharedResponsibility: true,
      },
      { domain: 'General', code: 'A.5.1', title: 'Policies', guidance: null, order: 2, isSharedResponsibility: false },
    ]);
    expect(await audit('IMPORT_FRAMEWORK')).toEqual({ entityName: 'ISO 27001', meta: { controls: 2 } });
  });

  test('accepts 5,000 controls and no more', async () => {
    const controls = Array.from({ length: 5_000 }, (_, i) => control(`C-${i}`));
    expect((await importFramework(file(controls))).controlCount).toBe(5_000);
    const oneMore = file([...controls, control('C-5000')]);
    expect(await server.admin.fields(IMPORT, { input: { framework: oneMore } })).toEqual({
      'framework.controls': 'has more than 5,000 controls',
    });
  });

  test('the same name and version, regardless of case, is a conflict; another version is not', async () => {
    const first = file([], { version: '1' });
    await importFramework(first);
    const second = { ...first, name: first.name.toUpperCase() };
    const { errors } = await server.admin.ask(IMPORT, { input: { framework: second } });
    expect(errors![0]).toMatchObject({
      message: 'A framework with this name and version already exists',
      extensions: { code: 'CONFLICT' },
    });
    await importFramework({ ...first, version: '2' });
  });

  test.each<[string, unknown, Record<string, string>]>([
    ['a number', 5, { framework: 'must be an object' }],
    ['text', 'catalog', { framework: expect.stringMatching(/^is a string; accepted here: a JSON object/) }],
    ['a list', [], { framework: 'must be an object' }],
    ['an empty object', {}, { 'framework.name': 'is required', 'framework.controls': 'is required' }],
    ['no name', { name: ' ', controls: [] }, { 'framework.name': 'is required' }],
    ['a long name', { name: 'n'.repeat(201), controls: [] }, { 'framework.name': 'is longer than 200 characters' }],
    ['a numeric version', { name: 'N', version: 3, controls: [] }, { 'framework.version': 'must be text' }],
    ['controls that are not a list', { name: 'N', controls: { 0: {} } }, { 'framework.controls': 'must be a list' }],
    ['a control that is null', { name: 'N', controls: [null] }, { 'framework.controls.0': 'is required' }],
    ['a control that is a number', { name: 'N', controls: [1] }, { 'framework.controls.0': 'must be an object' }],
    [
      'a control without a code',
      { name: 'N', controls: [control('A'), control('B'), control('C'), { title: 'T' }] },
      { 'framework.controls.3.code': 'is required' },
    ],
    [
      'a code, title and guidance that are too long',
      { name: 'N', controls: [{ code: 'c'.repeat(65), title: 't'.repeat(1_001), guidance: 'g'.repeat(20_001) }] },
      {
        'framework.controls.0.code': 'is longer than 64 characters',
        'framework.controls.0.title': 'is longer than 1,000 characters',
        'framework.controls.0.guidance': 'is longer than 20,000 characters',
      },
    ],
    [
      'a flag that is text',
      { name: 'N', controls: [control('A', { isSharedResponsibility: 'yes' })] },
      { 'framework.controls.0.isSharedResponsibility': 'must be true or false' },
    ],
    ['a code twice', { name: 'N', controls: [control('A'), control(' A ')] }, { 'framework.controls.1.code': '"A" is already used' }],
    [
      'a prototype',
      JSON.parse('{"__proto__": {"name": "N", "controls": []}}'),
      { 'framework.name': 'is required', 'framework.controls': 'is required' },
    ],
    [
      'a NUL character',
      { name: 'N', controls: [{ code: 'A\0', title: 'T' }] },
      { 'framework.controls.0.code': 'contains a NUL character' },
    ],
  ])('%s is refused with its place', async (_, framework, fields) => {
    const { errors } = await server.admin.ask(IMPORT, { input: { framework } });
    expect(errors![0]!.extensions).toEqual({ code: 'BAD_USER_INPUT', fields });
  });

  test('null and excessive nesting are refused too', async () => {
    expect(await server.admin.code(IMPORT, { input: { framework: null } })).toBe('BAD_USER_INPUT');
    const nest = (open: string, close: string) => `${open.repeat(50_000)}1${close.repeat(50_000)}`;
    for (const nested of [nest('[', ']'), nest('{"groups":[', ']}')]) {
      const response = await server.admin.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"query":${JSON.stringify(IMPORT)},"variables":{"input":{"framework":{"catalog":${nested}}}}}`,
      });
      const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
      expect(errors[0]!.extensions.code).toBe('BAD_USER_INPUT');
    }
  });
});

describe('importing an OSCAL catalog', () => {
  const label = (value: string, rest: object = {}) => ({ name: 'label', value, ...rest });
  const catalog = (contents: object, metadata: object = {}) => ({
    catalog: {
      uuid: 'x',
      metadata: { title: `Catalog ${++made}`, version: '5.1', 'oscal-version': '1.1.2', ...metadata },
      ...contents,
    },
  });

  test('groups become domains, enhancements become controls, and parameters are resolved', async () => {
    const framework = await importFramework(
      catalog(
        {
          groups: [
            {
              id: 'ac',
              title: 'Access Control',
              controls: [
                {
                  id: 'ac-1',
                  title: 'Policy and Procedures',
                  props: [label('AC-01', { class: 'sp800-53a' }), label('AC-1')],
                  params: [
                    { id: 'ac-1_prm_1', label: 'personnel or roles' },
                    {
                      id: 'odp.3',
                      select: { 'how-many': 'one-or-more', choice: ['system-level', 'by {{ insert: param, odp.4 }}'] },
                    },
                    { id: 'odp.4', label: 'official' },
                    { id: 'odp.5', values: ['yearly', 'after incidents'] },
                  ],
                  parts: [
                    {
                      name: 'statement',
                      parts: [
                        {
                          name: 'item',
                          props: [label('a.')],
                          prose: 'Disseminate to {{ insert: param, ac-1_prm_1 }}:',
                          parts: [
                            {
                              name: 'item',
                              props: [label('1.')],
                              prose: ' {{ odp.3 }} policy, {{ insert: param, odp.5 }};',
                            },
                          ],
                        },
                        { name: 'item', props: [label('b.')], prose: 'Review {{ insert: param, unknown }}.' },
                      ],
                    },
                    { name: 'assessment-objective', prose: 'left out' },
                    { name: 'guidance', prose: 'See [AC-2](#ac-2).' },
                  ],
                },
                {
                  id: 'ac-2',
                  title: 'Account Management',
                  controls: [
                    { id: 'ac-2.1', title: 'Automated', props: [label('AC-2(1)')] },
                    {
                      id: 'ac-2.10',
                      title: 'Gone',
                      props: [label('AC-2(10)'), { name: 'status', value: 'withdrawn' }],
                    },
                  ],
                },
              ],
              groups: [
                {
                  title: 'Remote Access',
                  controls: [{ id: 'r-1', title: 'Account Management', props: [label('Account Management (03.01)')] }],
                },
              ],
            },
          ],
          controls: [{ id: 'GV-01', title: 'GV-01', parts: [{ name: 'statement', prose: 'The mission is understood' }] }],
        },
        { remarks: 'An excerpt' },
      ),
    );
    expect(framework).toMatchObject({ version: '5.1', description: 'An excerpt', controlCount: 5 });
    expect(framework.controls.map(({ code, domain, title }) => [code, domain, title])).toEqual([
      ['GV-01', 'General', 'The mission is understood'],
      ['AC-1', 'Access Control', 'Policy and Procedures'],
      ['ac-2', 'Access Control', 'Account Management'],
      ['AC-2(1)', 'Access Control', 'Automated'],
      ['03.01', 'Remote Access', 'Account Management'],
    ]);
    expect(framework.controls[1]!.guidance).toBe(
      [
        'a. Disseminate to [Assignment: personnel or roles]:',
        '  1. [Selection (one or more): system-level; by [Assignment: official]] policy, yearly, after incidents;',
        'b. Review [Assignment: unknown].',
        '',
        'See AC-2.',
      ].join('\n'),
    );
  });

  const doubling = Array.from({ length: 40 }, (_, i) => ({ id: `p${i}`, values: [`{{ p${i + 1} }}{{ p${i + 1} }}`] }));

  test.each<[string, unknown, Record<string, string>]>([
    ['nothing', { catalog: null }, { 'framework.catalog': 'is required' }],
    ['a list', { catalog: [] }, { 'framework.catalog': 'must be an object' }],
    ['no metadata', { catalog: { controls: [] } }, { 'framework.catalog.metadata': 'is required' }],
    ['no controls', catalog({ groups: [{ title: 'Empty' }] }), { 'framework.catalog': 'contains no controls' }],
    [
      'a control without a title, deep down',
      catalog({
        groups: [{ title: 'A' }, { title: 'B', groups: [{ title: 'C', controls: [{ id: 'x', title: 'X', controls: [{ id: 'y' }] }] }] }],
      }),
      { 'framework.catalog.groups.1.groups.0.controls.0.controls.0.title': 'is required' },
    ],
    ['groups that are text', catalog({ groups: 'none' }), { 'framework.catalog.groups': 'must be a list' }],
    [
      'a code twice',
      catalog({
        controls: [
          { id: 'a', title: 'A' },
          { id: 'b', title: 'B', controls: [{ id: 'a', title: 'A' }] },
        ],
      }),
      { 'framework.catalog.controls.1.controls.0.code': '"a" is already used' },
    ],
    [
      'parameters that double each other',
      catalog({
        params: doubling,
        controls: [{ id: 'a', title: 'A', parts: [{ name: 'statement', prose: '{{ p0 }}'.repeat(2_000) }] }],
      }),
      { 'framework.catalog.controls.0.guidance': 'is longer than 20,000 characters' },
    ],
  ])('with %s it is refused with its place', async (_, framework, fields) => {
    expect(await server.admin.fields(IMPORT, { input: { framework } })).toEqual(fields);
  });
});

describe('reading', () => {
  test('frameworks are listed by name and found by id, and an unknown id gives null', async () => {
    const { id } = await importFramework(file([control('A')], { name: 'aaa first' }));
    const { frameworks, ...rest } = await server.admin.data<{ frameworks: { name: string }[] }>(
      `query ($id: ID!) { frameworks { name } framework(id: $id) { name controls { code framework { id } } }
        none: framework(id: "00000000-0000-4000-8000-000000000000") { id } odd: framework(id: "x'y") { id } }`,
      { id },
    );
    expect(frameworks[0]!.name).toBe('aaa first');
    expect(rest).toEqual({
      framework: { name: 'aaa first', controls: [{ code: 'A', framework: { id } }] },
      none: null,
      odd: null,
    });
  });

  test.each([
    ['ac-1', ['AC-1', 'AC-10']],
    ['ROTATE', ['KM-1']],
    ['cryptography', ['KM-1', 'KM-2']],
    ['logging is', ['AU-1']],
    ['100%_', ['AU-1']],
    ['  ', ['AC-1', 'AC-10', 'KM-1', 'KM-2', 'AU-1']],
    ['nothing has this', []],
  ])('search for "%s" looks at code, title, domain and guidance, ignoring case', async (search, codes) => {
    const { id } = await importFramework(
      file([
        control('AC-1'),
        control('AC-10'),
        control('KM-1', { domain: 'Cryptography', title: 'Rotate keys' }),
        control('KM-2', { domain: 'Cryptography' }),
        control('AU-1', { guidance: 'Logging is on 100%_ of the time' }),
      ]),
    );
    const { framework } = await server.admin.data<{ framework: { controls: { code: string }[] } }>(
      `query ($id: ID!, $search: String) { framework(id: $id) { controls(search: $search) { code } } }`,
      { id, search },
    );
    expect(framework.controls.map(({ code }) => code)).toEqual(codes);
  });

  test('controls are found across all frameworks, by text or by codes, within limits', async () => {
    const [one, other] = [
      await importFramework(file([control('FC-2', { title: 'Find me: zebra' }), control('FC-1', { guidance: 'zebra' })])),
      await importFramework(file([control('FC-1', { title: 'The same code' }), control('ZEBRA-9')])),
    ];
    const FIND = `query ($codes: [String!], $search: String) { controls(codes: $codes, search: $search) { code framework { id } } }`;
    const find = async (variables: object) =>
      (await server.admin.data<{ controls: { code: string; framework: { id: string } }[] }>(FIND, variables)).controls;
    expect((await find({ search: 'zebra' })).map(({ code }) => code)).toEqual(['ZEBRA-9', 'FC-1', 'FC-2']);
    const byCode = await find({ codes: ['FC-1', 'none'] });
    expect(byCode.map(({ framework }) => framework.id).sort()).toEqual([one.id, other.id].sort());
    expect(await find({ codes: [] })).toEqual([]);
    expect(await find({ codes: ['FC-1', 'FC-2'], search: 'find' })).toEqual([{ code: 'FC-2', framework: { id: one.id } }]);
    await importFramework(file(Array.from({ length: 101 }, (_, i) => control(`MANY-${i}`))));
    expect(await find({ search: 'many-' })).toHaveLength(100);
    expect(await server.admin.fields(FIND, { codes: Array(101).fill('A') })).toEqual({ codes: 'has more than 100 entries' });
  });

  test('any number of frameworks and searches costs one statement per level', async () => {
    for (let i = 0; i < 5; i++) await importFramework(file([control('A'), control('B')]));
    const query = `{ frameworks { name a: controls(search: "a") { code framework { name } }
      b: controls(search: "b") { code } controls { code } } }`;
    expect(await statements(() => server.admin.data(query))).toHaveLength(3);
  });
});

describe('changing', () => {
  test('an update changes the given fields and detects old revisions', async () => {
    const { id } = await importFramework(file([control('A')], { version: '1', description: 'Old' }));
    const { updateFramework } = await server.admin.data<{ updateFramework: { framework: object } }>(UPDATE, {
      input: { id, name: 'Renamed', version: null, expectedRevision: 1 },
    });
    expect(updateFramework.framework).toEqual({ name: 'Renamed', version: null, description: 'Old', revision: 2 });
    expect(await audit('UPDATE_FRAMEWORK')).toEqual({ entityName: 'Renamed', meta: { fields: ['name', 'version'] } });
    expect(await server.admin.code(UPDATE, { input: { id, name: 'Again', expectedRevision: 1 } })).toBe('CONFLICT');
    expect(await server.admin.fields(UPDATE, { input: { id, name: '' } })).toEqual({ name: 'is required' });
    expect(await server.admin.code(UPDATE, { input: { id: 'no-such-id', name: 'X' } })).toBe('NOT_FOUND');
  });

  test('an update to the name and version of another framework is a conflict', async () => {
    const taken = file([], { version: '7' });
    await importFramework(taken);
    const { id } = await importFramework(file([], { version: '7' }));
    expect(await server.admin.code(UPDATE, { input: { id, name: taken.name } })).toBe('CONFLICT');
  });

  test('deleting also deletes the controls, once', async () => {
    const { id, name } = await importFramework(file([control('DEL-1')]));
    expect(await server.admin.data(DELETE, { input: { id } })).toEqual({ deleteFramework: { deletedId: id } });
    expect(await audit('DELETE_FRAMEWORK')).toMatchObject({ entityName: name });
    expect(await server.admin.code(DELETE, { input: { id } })).toBe('NOT_FOUND');
    expect(await server.admin.code(DELETE, { input: { id: 'x' } })).toBe('NOT_FOUND');
    const client = new Client({ connectionString: server.databaseUrl });
    await client.connect();
    const { rows } = await client.query(`select 1 from control where code = 'DEL-1'`).finally(() => client.end());
    expect(rows).toEqual([]);
  });

  test('of several concurrent imports of one framework, exactly one succeeds', async () => {
    const framework = file([control('A')]);
    const imports = Array.from({ length: 5 }, () => server.admin.code(IMPORT, { input: { framework } }));
    expect((await Promise.all(imports)).sort()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'CONFLICT', undefined]);
  });
});

test('permissions: each operation needs its own', async () => {
  const { id } = await importFramework(file([control('A')]));
  const acts: [string, object][] = [
    [`{ frameworks { id } }`, {}],
    [IMPORT, { input: { framework: file() } }],
    [UPDATE, { input: { id, description: 'Changed' } }],
    [DELETE, { input: { id } }],
  ];
  const codesFor = async (client: typeof server.admin) => {
    const codes: (string | undefined)[] = [];
    for (const [text, variables] of acts) codes.push(await client.code(text, variables));
    return codes;
  };
  expect(await codesFor(server.stranger())).toEqual(Array(4).fill('UNAUTHENTICATED'));
  expect(await codesFor(await server.withPermissions('vendors:view'))).toEqual(Array(4).fill('FORBIDDEN'));
  expect(await codesFor(await server.withRole('Viewer'))).toEqual([undefined, 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
  expect(await codesFor(await server.withPermissions('frameworks:view', 'frameworks:edit'))).toEqual([
    undefined,
    undefined,
    undefined,
    'FORBIDDEN',
  ]);
  expect(await codesFor(await server.withRole('Reviewer'))).toEqual([undefined, 'CONFLICT', undefined, undefined]);
});
