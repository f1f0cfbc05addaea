import { NOWHERE, RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let api: RestClient;
beforeAll(async () => {
  server = await startTestServer();
  api = new RestClient(await server.withKey(['templates:view']));
  await server.admin.data(`mutation ($input: ImportFrameworkInput!) { importFramework(input: $input) { framework { id } } }`, {
    input: { framework: { name: 'F', controls: [{ domain: 'D', code: 'A.1', title: 'T' }] } },
  });
});
afterAll(() => server.stop());

const question = {
  helpText: null,
  riskWeight: 'MEDIUM',
  required: false,
  options: [],
  conditionalLogic: null,
  controlCodes: [],
};
const SECTIONS = [
  {
    title: 'Access',
    questions: [
      {
        ...question,
        text: 'Two factors?',
        type: 'YES_NO',
        riskWeight: 'CRITICAL',
        required: true,
        expectedAnswer: 'YES',
        controlCodes: ['A.1'],
      },
      {
        ...question,
        text: 'Which ones?',
        helpText: 'All of them',
        type: 'MULTI_SELECT',
        options: ['Key', 'Code', 'None of these'],
        expectedAnswer: ['Key'],
      },
    ],
  },
  {
    title: 'Incidents',
    questions: [
      {
        ...question,
        text: 'How many?',
        type: 'NUMERIC',
        expectedAnswer: 0,
        conditionalLogic: { match: 'all', rules: [{ questionId: 's1q1', operator: 'equals', value: 'YES' }] },
      },
      { ...question, text: 'Fixed within how many days?', type: 'NUMERIC', expectedAnswer: { min: 1, max: 14 } },
      { ...question, text: 'Valid until?', type: 'DATE', expectedAnswer: { min: '2026-12-31' } },
      { ...question, text: 'Describe them', type: 'FREE_TEXT', expectedAnswer: null },
    ],
  },
];

async function importTemplate(name: string, sections: object[] = []): Promise<string> {
  const { importTemplate } = await server.admin.data<{ importTemplate: { template: { id: string } } }>(
    `mutation ($input: ImportTemplateInput!) { importTemplate(input: $input) { template { id } } }`,
    { input: { template: { name, description: 'What for', sections } } },
  );
  return importTemplate.template.id;
}

describe('GET /api/templates/{templateId}/export', () => {
  test('200 with exactly what was imported', async () => {
    const id = await importTemplate('Security baseline', SECTIONS);
    const { status, headers, body } = await api.get(`/templates/${id}/export`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Security-baseline.json"; filename*=UTF-8''Security-baseline.json`,
    );
    expect(body).toEqual({ name: 'Security baseline', description: 'What for', sections: SECTIONS });
  });

  test('200 with the fields of the contract only, whatever else a question has', async () => {
    const marked = { ...question, text: 'Where?', type: 'MULTI_SELECT', options: ['Here', 'Nowhere'], expectedAnswer: null };
    const id = await importTemplate('Marked', [{ title: 'All', questions: [{ ...marked, exclusiveOptions: ['Nowhere'] }] }]);
    expect((await api.get(`/templates/${id}/export`)).body.sections).toEqual([{ title: 'All', questions: [marked] }]);
  });

  test.each([
    ['Prüfung 2026', `filename="Prufung-2026.json"; filename*=UTF-8''Pr%C3%BCfung-2026.json`],
    ['質問', `filename="__.json"; filename*=UTF-8''%E8%B3%AA%E5%95%8F.json`],
    ['a/b\\c: "d"; x=y', `filename="a_b_c_-_d__-x=y.json"; filename*=UTF-8''a_b_c%3A-%22d%22%3B-x%3Dy.json`],
    ['..secret', `filename="_secret.json"; filename*=UTF-8''..secret.json`],
    ['..', `filename="_.json"; filename*=UTF-8''...json`],
    [
      'a＂; filename=evil.exe; x=＂b',
      `filename="a__-filename=evil.exe_-x=_b.json"; filename*=UTF-8''a%EF%BC%82%3B-filename%3Devil.exe%3B-x%3D%EF%BC%82b.json`,
    ],
    ['．．／x', `filename="__x.json"; filename*=UTF-8''%EF%BC%8E%EF%BC%8E%EF%BC%8Fx.json`],
    ['100% safe\u202egnp', `filename="100_-safe_gnp.json"; filename*=UTF-8''100%25-safe_gnp.json`],
  ])('200 with a file name that breaks no header: %s', async (name, expected) => {
    const id = await importTemplate(name);
    const { status, headers, body } = await api.get(`/templates/${id}/export`);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(`attachment; ${expected}`);
    expect(body.name).toBe(name);
  });

  test.each([NOWHERE, 'nonsense'])('404 for %s', async (id) => {
    const { status, headers, body } = await api.get(`/templates/${id}/export`);
    expect([status, body, headers.get('content-disposition')]).toEqual([404, { error: 'Not found' }, null]);
  });
});
