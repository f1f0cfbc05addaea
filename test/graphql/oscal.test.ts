import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Assessor } from '../kit/assessed';
import { cli } from '../kit/cli';
import { type GraphQLClient } from '../kit/client';
import { parseCsv } from '../kit/csv';
import { createVendor, importFramework } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

const CONTROLS = `{ name version description controls { domain code title guidance isSharedResponsibility } }`;
interface Exported {
  name: string;
  version: string | null;
  description: string | null;
  controls: { domain: string | null; code: string; title: string; guidance: string | null; isSharedResponsibility: boolean }[];
}
async function read(id: string): Promise<Exported> {
  return (await server.admin.data<{ framework: Exported }>(`query ($id: ID!) { framework(id: $id) ${CONTROLS} }`, { id })).framework;
}
async function urls(id: string): Promise<{ oscalUrl: string; csvUrl: string }> {
  return (
    await server.admin.data<{ framework: { oscalUrl: string; csvUrl: string } }>(
      `query ($id: ID!) { framework(id: $id) { oscalUrl csvUrl } }`,
      { id },
    )
  ).framework;
}
const fetchUrl = (url: string, client = server.admin) => client.fetch(url.slice(server.url.length));

const upload = (
  content: string | Buffer,
  name: string,
  fields: Record<string, string> = {},
  client: GraphQLClient = server.admin,
  headers = {},
) => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([content as string]), name);
  return client.fetch('/imports/framework', { method: 'POST', body: form, headers });
};

const FRAMEWORK = {
  name: 'Round/trip "1"',
  version: null,
  description: 'Line one\nLine two',
  controls: [
    { domain: 'General', code: 'FREE-1', title: 'No domain', guidance: null, isSharedResponsibility: false },
    {
      domain: 'Zugriff',
      code: 'A.5.1',
      title: 'Access – Größe',
      guidance: 'First.\n\n  Indented, "quoted".',
      isSharedResponsibility: true,
    },
    { domain: 'Zugriff', code: 'A (5)', title: 'Odd code', guidance: null, isSharedResponsibility: false },
    { domain: 'Other', code: 'a.5', title: 'Nearly the same', guidance: '=1+1', isSharedResponsibility: false },
    { domain: 'Zugriff', code: '5.2', title: 'Back again', guidance: 'x', isSharedResponsibility: true },
    { domain: 'Other', code: '東京', title: '2', guidance: null, isSharedResponsibility: false },
  ],
};

describe('a framework as an OSCAL catalog', () => {
  test('is the same after an import', async () => {
    const id = await importFramework(server, FRAMEWORK);
    const response = await fetchUrl((await urls(id)).oscalUrl);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('attachment; filename=');
    const catalog = (await response.json()) as { catalog: { groups: { controls: { id: string }[] }[] } };
    expect(catalogFaults(catalog)).toEqual([]);
    const ids = catalog.catalog.groups.flatMap(({ controls }) => controls.map(({ id: one }) => one));
    expect(ids).toEqual(['free-1', 'a.5.1', 'a.5', 'a.5_2', '_5.2', '東京']);
    await server.admin.data(`mutation ($input: DeleteInput!) { deleteFramework(input: $input) { deletedId } }`, { input: { id } });
    expect(await read(await importFramework(server, catalog))).toEqual(FRAMEWORK);
  });

  test('two exports of the same state are identical; a change gives another uuid', async () => {
    const id = await importFramework(server, { ...FRAMEWORK, name: 'Twice' });
    const { oscalUrl } = await urls(id);
    const text = async () => (await fetchUrl(oscalUrl)).text();
    const first = await text();
    expect(await text()).toBe(first);
    await server.admin.data(`mutation ($input: UpdateFrameworkInput!) { updateFramework(input: $input) { framework { id } } }`, {
      input: { id, version: '2' },
    });
    expect(JSON.parse(await text()).catalog.uuid).not.toBe(JSON.parse(first).catalog.uuid);
  });

  test('is available to those who may see frameworks', async () => {
    const { oscalUrl, csvUrl } = await urls(assessor.frameworkId);
    for (const url of [oscalUrl, csvUrl]) {
      expect((await fetchUrl(url, server.stranger())).status).toBe(401);
      expect((await fetchUrl(url, await server.withPermissions('vendors:view'))).status).toBe(403);
      expect((await fetchUrl(url, await server.withPermissions('frameworks:view'))).status).toBe(200);
      expect((await fetchUrl(url.replace(assessor.frameworkId, 'none'))).status).toBe(404);
      const byBrowser = await server.admin.fetch(url.slice(server.url.length), { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect(byBrowser.headers.get('content-disposition')).toContain('attachment');
    }
  });
});

describe('the controls as CSV', () => {
  const IMPORT_CSV = `mutation ($input: ImportFrameworkCsvInput!) { importFrameworkCsv(input: $input) { framework { id controlCount } } }`;
  const importCsv = async (csv: string, name: string) =>
    (await server.admin.data<{ importFrameworkCsv: { framework: { id: string } } }>(IMPORT_CSV, { input: { csv, name } }))
      .importFrameworkCsv.framework.id;

  test('are the same after an import', async () => {
    const id = await importFramework(server, { ...FRAMEWORK, name: 'CSV out' });
    const response = await fetchUrl((await urls(id)).csvUrl);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const csv = await response.text();
    expect(parseCsv(csv)[0]).toEqual(['domain', 'code', 'title', 'guidance', 'shared']);
    expect(csv).toContain("'=1+1");
    expect((await read(await importCsv(csv, 'CSV in'))).controls).toEqual(FRAMEWORK.controls);
  });

  test('are read with any header, delimiter, BOM and quoted line ends', async () => {
    const csv =
      '\uFEFFShared Responsibility;CODE;Title;Notes;Family\r\nYes;C-1;"One; ""two""\r\nthree";ignored;Net\r\n\r\n;C-2;Plain;;\r\n';
    expect((await read(await importCsv(csv, 'Semicolons'))).controls).toEqual([
      { domain: 'Net', code: 'C-1', title: 'One; "two"\nthree', guidance: null, isSharedResponsibility: true },
      { domain: 'General', code: 'C-2', title: 'Plain', guidance: null, isSharedResponsibility: false },
    ]);
  });

  test.each<[string, string, Record<string, string>]>([
    ['nothing', '', { 'csv.1': 'has no header line' }],
    ['no title column', 'code,domain\nA,B\n', { 'csv.1.title': 'is missing from the header' }],
    ['a column twice', 'code,title,Code\nA,B,C\n', { 'csv.1.code': 'appears twice' }],
    ['a row that is too long', 'code,title\nA,B\nC,D,E\n', { 'csv.3': 'has 3 cells, but the header has 2' }],
    ['an unclosed quote', 'code,title\nA,"B\n', { 'csv.2': 'ends inside a quoted cell' }],
    ['text after a quote', 'code,title\nA,"B"x\n', { 'csv.2': 'has text after the closing quote of a cell' }],
    [
      'errors in several cells',
      'code,title,shared\n"A",T,\n,"two\nlines",maybe\nA,again,yes\n',
      { 'csv.3.code': 'is required', 'csv.3.shared': 'must be yes or no', 'csv.5.code': '"A" is already used' },
    ],
    ['a code twice', 'code,title\nA,"x\ny"\nB,x\nA,z\n', { 'csv.5.code': '"A" is already used' }],
  ])('with %s are refused by line and column', async (_, csv, fields) => {
    expect(await server.admin.fields(IMPORT_CSV, { input: { csv, name: 'Bad' } })).toEqual(fields);
  });

  test('a refusal has a readable message', async () => {
    const { errors } = await server.admin.ask(IMPORT_CSV, { input: { csv: 'code,title\nA,\n', name: 'Bad' } });
    expect(errors![0]!.message).toBe('line 2, title: is required');
  });
});

/** As NIST publishes SP 800-53: families, enhancements, parameters, nested parts, withdrawn controls, back matter. */
function nistLikeCatalog(families: number, controlsEach: number) {
  const label = (value: string, more: object = {}) => ({ name: 'label', value, ...more });
  const code = (family: string, n: number) => `${family.toUpperCase()}-${n}`;
  const prose = 'The organization defines, documents and disseminates what is needed, and reviews it. '.repeat(8);
  const control = (family: string, n: number, enhancement?: number): object => {
    const id = `${family}-${n}${enhancement ? `.${enhancement}` : ''}`;
    const name = `${code(family, n)}${enhancement ? `(${enhancement})` : ''}`;
    const isWithdrawn = n % 10 === 0;
    return {
      id,
      class: enhancement ? 'SP800-53-enhancement' : 'SP800-53',
      title: `Title of ${name}`,
      params: isWithdrawn
        ? undefined
        : [
            {
              id: `${id}_prm_1`,
              props: [{ name: 'aggregates', ns: 'http://csrc.nist.gov/ns/rmf', value: `${id}_odp.01` }],
              label: 'organization-defined personnel or roles',
            },
            {
              id: `${id}_odp.01`,
              props: [label(`${name}_ODP[01]`, { class: 'sp800-53a' })],
              label: 'personnel',
              guidelines: [{ prose: 'are defined;' }],
            },
            { id: `${id}_odp.02`, select: { 'how-many': 'one-or-more', choice: ['organization-level', 'system-level'] } },
          ],
      props: [
        label(name),
        label(
          name.replace(/\d+/, (d) => d.padStart(2, '0')),
          { class: 'sp800-53a' },
        ),
        { name: 'sort-id', value: id },
        ...(isWithdrawn ? [{ name: 'status', value: 'withdrawn' }] : []),
      ],
      links: [
        { href: `#${family}-1`, rel: 'related' },
        { href: '#c3397cc9-83c6-4459-adb2-836739dc1b94', rel: 'reference' },
      ],
      parts: isWithdrawn
        ? undefined
        : [
            {
              id: `${id}_smt`,
              name: 'statement',
              parts: [
                {
                  id: `${id}_smt.a`,
                  name: 'item',
                  props: [label('a.')],
                  prose: `Develop and disseminate to {{ insert: param, ${id}_prm_1 }}:`,
                  parts: [
                    { id: `${id}_smt.a.1`, name: 'item', props: [label('1.')], prose: `{{ insert: param, ${id}_odp.02 }} policy; and` },
                  ],
                },
                { id: `${id}_smt.b`, name: 'item', props: [label('b.')], prose: 'Review it.' },
              ],
            },
            { id: `${id}_gdn`, name: 'guidance', prose: `${prose} See [${code(family, 1)}](#${family}-1).` },
            {
              id: `${id}_obj`,
              name: 'assessment-objective',
              props: [label(name, { class: 'sp800-53a' })],
              parts: [1, 2, 3].map((i) => ({
                id: `${id}_obj.${i}`,
                name: 'assessment-objective',
                prose,
                links: [{ href: `#${id}_smt.a`, rel: 'assessment-for' }],
              })),
            },
            {
              id: `${id}_asm-examine`,
              name: 'assessment-method',
              props: [{ name: 'method', ns: 'http://csrc.nist.gov/ns/rmf', value: 'EXAMINE' }],
              parts: [{ name: 'assessment-objects', prose }],
            },
          ],
      ...(!enhancement && { controls: [1, 2, 3].map((i) => control(family, n, i)) }),
    };
  };
  return {
    catalog: {
      uuid: 'f4af5532-9e6a-4d37-9e69-2c1d1e3d1f6a',
      metadata: {
        title: 'Electronic Version of NIST SP 800-53 Rev 5 Controls and SP 800-53A Rev 5 Assessment Procedures',
        'last-modified': '2024-02-04T23:11:04.000000-04:00',
        version: '5.1.1+u4',
        'oscal-version': '1.1.2',
        props: [{ name: 'keywords', value: 'assurance, availability' }],
        roles: [{ id: 'creator', title: 'Document creator' }],
        parties: [{ uuid: '41a93829-b76b-43ec-b9e7-250553511549', type: 'organization', name: 'Joint Task Force' }],
      },
      groups: Array.from({ length: families }, (_, f) => {
        const family = String.fromCharCode(97 + f) + 'c';
        return {
          id: family,
          class: 'family',
          title: `Family ${family.toUpperCase()}`,
          controls: Array.from({ length: controlsEach }, (_x, n) => control(family, n + 1)),
        };
      }),
      'back-matter': {
        resources: [
          {
            uuid: 'c3397cc9-83c6-4459-adb2-836739dc1b94',
            title: 'A reference',
            citation: { text: 'x' },
            rlinks: [{ href: 'https://example.org' }],
          },
        ],
      },
    },
  };
}

describe('a catalog of the size of NIST SP 800-53', () => {
  const catalog = nistLikeCatalog(20, 20);
  const text = JSON.stringify(catalog);
  const forget = (id: string) =>
    server.admin.data(`mutation ($input: DeleteInput!) { deleteFramework(input: $input) { deletedId } }`, { input: { id } });

  test('is uploaded as a file', async () => {
    expect(text.length).toBeGreaterThan(5_000_000);
    const response = await upload(text, 'NIST_SP-800-53_rev5_catalog.json');
    const made = (await response.json()) as { id: string; controlCount: number };
    expect([response.status, made]).toMatchObject([201, { version: '5.1.1+u4', controlCount: 20 * 18 * 4 }]);
    const { controls } = await read(made.id);
    expect(controls[1]).toMatchObject({ domain: 'Family AC', code: 'AC-1(1)', title: 'Title of AC-1(1)', isSharedResponsibility: false });
    expect(controls[0]!.guidance).toMatch(
      /^a\. Develop and disseminate to \[Assignment: organization-defined personnel or roles\]:\n {2}1\. \[Selection \(one or more\): organization-level; system-level\] policy; and\nb\. Review it\.\n\nThe organization .* See AC-1\.$/,
    );
    await forget(made.id);
  });

  test('is imported by the command line', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vetgraph-oscal-'));
    const file = path.join(folder, 'catalog.json');
    await writeFile(file, text);
    const outcome = await cli({ DATABASE_URL: server.databaseUrl }, ['framework', 'import', file]);
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining('1440 controls') });
    const csv = path.join(folder, 'Our controls.csv');
    await writeFile(csv, 'code,title\nX-1,Do it\n');
    expect((await cli({ DATABASE_URL: server.databaseUrl }, ['framework', 'import', csv])).stdout).toBe(
      'Imported: Our controls, 1 controls\n',
    );
    const yaml = path.join(folder, 'ours.yaml');
    await writeFile(yaml, 'name: Ours\ncontrols:\n  - { code: "a\\0b", title: T }\n');
    expect(await cli({ DATABASE_URL: server.databaseUrl }, ['framework', 'import', yaml])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^framework\.controls\.0\.code contains a NUL/),
    });
    await writeFile(csv, 'code,title\n,Do it\n');
    expect(await cli({ DATABASE_URL: server.databaseUrl }, ['framework', 'import', csv])).toMatchObject({
      code: 2,
      stderr: 'line 2, code: is required\n',
    });
    await rm(folder, { recursive: true });
  });
});

describe('an upload is refused', () => {
  test.each<[string, string, string, number, RegExp]>([
    ['that is not JSON', '{"catalog":', 'x.json', 400, /file is not valid JSON/],
    [
      'with a deeply nested error',
      '{"catalog":{"metadata":{"title":"T"},"groups":[{"title":"G","controls":[{"id":"a"}]}]}}',
      'x.json',
      400,
      /framework\.catalog\.groups\.0\.controls\.0\.title is required/,
    ],
    [
      'of another OSCAL model',
      '{"profile":{"metadata":{"title":"T"},"imports":[{"href":"#"}]}}',
      'x.json',
      400,
      /^framework\.profile is not a catalog: of the OSCAL models, only catalogs can be imported$/,
    ],
    ['with excessive nesting', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'x.json', 400, /nesting limit/],
    ['with a NUL character', '{"name":"a\\u0000b","controls":[]}', 'x.json', 400, /framework\.name contains a NUL/],
    ['with an error in a line', 'code,title\nA,\n', 'x.csv', 400, /^line 2, title: is required$/],
  ])('%s', async (_, content, name, status, message) => {
    const response = await upload(content, name);
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([status, expect.stringMatching(message)]);
  });

  test('with the errors by path, for programs', async () => {
    const response = await upload('code,title\nA,\n,B\n', 'x.csv');
    expect(await response.json()).toMatchObject({ fields: { 'csv.2.title': 'is required', 'csv.3.code': 'is required' } });
  });

  test('if it is not UTF-8, too large, or not a form', async () => {
    expect((await upload(Buffer.from([0x7b, 0xff, 0x7d]), 'x.json')).status).toBe(400);
    expect((await upload(' '.repeat(33_554_433), 'x.json')).status).toBe(413);
    expect(
      (await server.admin.fetch('/imports/framework', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(415);
  });

  test('from anonymous callers, from users without permission, and from other sites', async () => {
    const file = '{"name":"N","controls":[]}';
    expect((await upload(file, 'x.json', {}, server.stranger())).status).toBe(401);
    expect((await upload(file, 'x.json', {}, await server.withRole('Viewer'))).status).toBe(403);
    expect((await upload(file, 'x.json', {}, server.admin, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(
      (await upload('code,title\nA,B\n', 'x.csv', { name: 'By key', version: '3' }, await server.withKey(['frameworks:edit']))).status,
    ).toBe(201);
  });
});

describe("a vendor's results as OSCAL assessment results", () => {
  const resultsOf = async (vendorId: string, frameworkId = assessor.frameworkId) => {
    const { vendor } = await server.admin.data<{ vendor: { oscalResultsUrl: string } }>(
      `query ($id: ID!, $frameworkId: ID!) { vendor(id: $id) { oscalResultsUrl(frameworkId: $frameworkId) } }`,
      { id: vendorId, frameworkId },
    );
    return vendor.oscalResultsUrl;
  };

  test('name each evaluated control, what was observed and whether it is satisfied', async () => {
    const { vendorId } = await assessor.completed({ name: 'Results' });
    const results = (await (await fetchUrl(await resultsOf(vendorId))).json()) as Results;
    expect(resultsFaults(results)).toEqual([]);
    const [result] = results['assessment-results'].results;
    expect(result!['reviewed-controls']).toEqual({
      'control-selections': [{ 'include-controls': ['a.1', 'a.2', 'a.3'].map((id) => ({ 'control-id': id })) }],
    });
    expect(result!.findings!.map(({ target }) => [target['target-id'], target.status.state])).toEqual([
      ['a.1_obj', 'satisfied'],
      ['a.2_obj', 'satisfied'],
      ['a.3_obj', 'not-satisfied'],
    ]);
    const observed = new Set(result!.observations!.map(({ uuid }) => uuid));
    expect(result!.findings!.every((one) => observed.has(one['related-observations'][0]!['observation-uuid']))).toBe(true);
    const texts = result!.observations!.map(({ description }) => description.replace(/“.*”/, '“T”'));
    expect(texts).toEqual([
      'The only scored answer in “T” is compliant.',
      '2 of 2 scored answers in “T” are compliant.',
      'The only scored answer in “T” is not compliant.',
    ]);
    const catalog = (await (await fetchUrl((await urls(assessor.frameworkId)).oscalUrl)).json()) as object;
    for (const { target } of result!.findings!) expect(JSON.stringify(catalog)).toContain(`"${target['target-id']}"`);
  });

  test('are valid without any evaluation, and null for an unknown framework', async () => {
    const vendorId = await createVendor(server, { name: 'Nothing yet' });
    const results = (await (await fetchUrl(await resultsOf(vendorId))).json()) as Results;
    expect(resultsFaults(results)).toEqual([]);
    // OSCAL 1.2 requires an include; the exclude then removes all controls again.
    const reviewed = results['assessment-results'].results[0]!['reviewed-controls'] as { 'control-selections': [Record<string, object[]>] };
    const [selection] = reviewed['control-selections'];
    expect(selection['include-all']).toEqual({});
    expect(selection['include-controls']).toBeUndefined();
    expect(selection['exclude-controls']).toHaveLength(3);
    expect(results['assessment-results'].results[0]!.findings).toBeUndefined();
    expect(await resultsOf(vendorId, 'none')).toBeNull();
    expect((await fetchUrl((await resultsOf(vendorId)).replace(vendorId, 'none'))).status).toBe(404);
    expect((await fetchUrl(await resultsOf(vendorId), await server.withPermissions('frameworks:view'))).status).toBe(403);
  });
});

interface Results {
  'assessment-results': {
    results: {
      'reviewed-controls': object;
      observations?: { uuid: string; description: string }[];
      findings?: {
        target: { 'target-id': string; status: { state: string } };
        'related-observations': { 'observation-uuid': string }[];
      }[];
    }[];
  };
}

/** The part of the OSCAL 1.1 JSON schemas that these documents use: required and allowed fields, and the format of ids. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const TOKEN = /^(\p{L}|_)(\p{L}|\p{N}|[.\-_])*$/u;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const TEXT = /^\S(?:[\s\S]*\S)?$/;
type Shape = RegExp | [Shape] | { [name: string]: Shape };

const PROP = { name: TOKEN, value: TEXT, 'ns?': /^\w+:/ };
const PART = { 'id?': TOKEN, name: TOKEN, 'prose?': TEXT };
const CONTROL = { id: TOKEN, title: TEXT, 'props?': [PROP], 'parts?': [PART] } satisfies Shape;
const METADATA = {
  title: TEXT,
  'last-modified': DATE_TIME,
  version: TEXT,
  'oscal-version': /^1\.1\.\d$/,
  'remarks?': TEXT,
  'roles?': [{ id: TOKEN, title: TEXT }],
  'parties?': [{ uuid: UUID, type: /^(organization|person)$/, name: TEXT, 'email-addresses?': [/^.+@.+$/] }],
  'responsible-parties?': [{ 'role-id': TOKEN, 'party-uuids': [UUID] }],
} satisfies Shape;

const catalogFaults = (document: unknown) =>
  faults(
    { catalog: { uuid: UUID, metadata: METADATA, 'controls?': [CONTROL], 'groups?': [{ id: TOKEN, title: TEXT, controls: [CONTROL] }] } },
    document,
  );

const resultsFaults = (document: unknown) =>
  faults(
    {
      'assessment-results': {
        uuid: UUID,
        metadata: METADATA,
        'import-ap': { href: /^#/ },
        results: [
          {
            uuid: UUID,
            title: TEXT,
            description: TEXT,
            start: DATE_TIME,
            'end?': DATE_TIME,
            'reviewed-controls': {
              'control-selections': [
                {
                  'description?': TEXT,
                  'include-all?': {},
                  'include-controls?': [{ 'control-id': TOKEN }],
                  'exclude-controls?': [{ 'control-id': TOKEN }],
                },
              ],
            },
            'observations?': [
              {
                uuid: UUID,
                'title?': TEXT,
                description: TEXT,
                methods: [/^(EXAMINE|INTERVIEW|TEST|UNKNOWN)$/],
                'types?': [TOKEN],
                'subjects?': [{ 'subject-uuid': UUID, type: TOKEN }],
                collected: DATE_TIME,
              },
            ],
            'findings?': [
              {
                uuid: UUID,
                title: TEXT,
                description: TEXT,
                target: {
                  type: /^(statement|objective)-id$/,
                  'target-id': TOKEN,
                  status: { state: /^(not-)?satisfied$/, 'reason?': TOKEN, 'remarks?': TEXT },
                },
                'related-observations?': [{ 'observation-uuid': UUID }],
              },
            ],
          },
        ],
        'back-matter?': {
          'resources?': [{ uuid: UUID, 'title?': TEXT, 'description?': TEXT, 'rlinks?': [{ href: TEXT, 'media-type?': TEXT }] }],
        },
      },
    },
    document,
  );

/** Lists have at least one item, and unknown fields are not allowed. */
function faults(shape: Shape, value: unknown, place = ''): string[] {
  if (shape instanceof RegExp) return typeof value === 'string' && shape.test(value) ? [] : [`${place}: ${String(value)}`];
  if (Array.isArray(shape)) {
    if (!Array.isArray(value) || value.length === 0) return [`${place}: not a list with items`];
    return value.flatMap((item, i) => faults(shape[0], item, `${place}.${i}`));
  }
  const given = value as Record<string, unknown>;
  const known = new Map(Object.entries(shape).map(([name, inner]) => [name.replace('?', ''), { inner, isRequired: !name.endsWith('?') }]));
  return [
    ...Object.keys(given)
      .filter((name) => !known.has(name))
      .map((name) => `${place}.${name}: not known`),
    ...[...known].flatMap(([name, { inner, isRequired }]) => {
      if (given[name] === undefined) return isRequired ? [`${place}.${name}: missing`] : [];
      return faults(inner, given[name], `${place}.${name}`);
    }),
  ];
}
