import { publishTemplate, question } from '../kit/portfolio';
import type { GraphQLClient } from '../kit/client';
import { leaving } from '../kit/offboarded';
import { statementsDuring } from '../kit/statements';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const FIELDS = `id name website contactName contactEmail reason state answers { question value } dataSensitivity contractValue
  geographicRisk tier tierRule plan { tier recurrence dueDays approverRoleId approverRoleName templates { id name version } } similar { vendorId name reason }
  vendorId requestedByName requestedAt decidedByName decidedAt decisionNote revision`;
const CREATE = `mutation ($input: CreateVendorRequestInput!) { createVendorRequest(input: $input) { request { ${FIELDS} } } }`;
const DECIDE = `mutation ($input: DecideVendorRequestInput!) { decideVendorRequest(input: $input) { request { ${FIELDS} } } }`;
const CREATE_TEMPLATE = `mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { template { id kind } } }`;
const PUBLISH = `mutation ($input: IdInput!) { publishTemplate(input: $input) { template { status } } }`;
const SETTINGS = `mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings {
  tierRules { name tier conditionalLogic } assessmentPlans { tier templates { id } recurrence dueDays approverRoleId approverRoleName } } } }`;

interface Request {
  id: string;
  name: string;
  state: string;
  tier: string | null;
  tierRule: string | null;
  vendorId: string;
  revision: number;
  answers: { question: string; value: unknown }[];
  similar: { vendorId: string; name: string; reason: string }[];
}

const ask = async (input: object, client = server.admin) =>
  (await client.data<{ createVendorRequest: { request: Request } }>(CREATE, { input: { contactEmail: 'a@new.example', ...input } }))
    .createVendorRequest.request;
const decide = async (input: object, client = server.admin) =>
  (await client.data<{ decideVendorRequest: { request: Request } }>(DECIDE, { input })).decideVendorRequest.request;
const code = async (client: GraphQLClient, document: string, input: object) =>
  (await client.ask(document, { input })).errors?.[0]?.extensions.code;

const choice = (text: string, options: string[], more: object = {}) =>
  question(text, { type: 'MULTIPLE_CHOICE', options, expectedAnswer: null, ...more });

const SECTIONS = [
  {
    title: 'About',
    questions: [
      choice('Data?', ['Public', 'Restricted'], { setsField: 'dataSensitivity' }),
      choice('Worth?', ['$0–$50K', '$5M+'], { setsField: 'contractValue', required: false }),
      question('Critical?', { expectedAnswer: null }),
      question('Why critical?', {
        type: 'FREE_TEXT',
        expectedAnswer: null,
        setsField: 'serviceDescription',
        conditionalLogic: { match: 'all', rules: [{ questionId: 's1q3', operator: 'equals', value: 'yes' }] },
      }),
    ],
  },
];

interface Form {
  templateId: string;
  questions: { id: string; text: string; conditionalLogic: unknown }[];
}
const FORM = `{ vendorRequestForm { templateId name introduction questions { id section text helpText type required options exclusiveOptions conditionalLogic } } }`;
const readForm = async (client = server.admin) => (await client.data<{ vendorRequestForm: Form | null }>(FORM)).vendorRequestForm;

async function publishForm(name = 'Intake', sections: object[] = SECTIONS): Promise<Form> {
  const made = await server.admin.data<{ createTemplate: { template: { id: string; kind: string } } }>(CREATE_TEMPLATE, {
    input: { name, kind: 'INTAKE', sections },
  });
  expect(made.createTemplate.template.kind).toBe('INTAKE');
  await server.admin.data(PUBLISH, { input: { id: made.createTemplate.template.id } });
  return (await readForm())!;
}
const answersTo = ({ questions }: Form, given: Record<string, unknown>) =>
  Object.entries(given).map(([text, value]) => ({ questionId: questions.find((one) => one.text === text)!.id, value }));

const vendor = async (id: string) =>
  (
    await server.admin.data<{ vendor: Record<string, unknown> }>(
      `query ($id: ID!) { vendor(id: $id) { status tier dataSensitivity contractValue geographicRisk serviceDescription owner { id }
        plan { tier } assessments { nodes { title status dueDate recurrence templateVersion } } } }`,
      { id },
    )
  ).vendor;

describe('before a form is published', () => {
  test('a request needs no answers, and takes none', async () => {
    expect(await readForm()).toBeNull();
    const made = await ask({ name: 'Formless', reason: 'Needed', website: 'https://formless.example', contactName: 'Ann' });
    expect(made).toMatchObject({ state: 'REQUESTED', answers: [], tier: null, tierRule: null, plan: null, reason: 'Needed', revision: 1 });
    expect(await vendor(made.vendorId)).toMatchObject({ status: 'REQUESTED', tier: null, plan: null });
    expect(
      await server.admin.fields(CREATE, {
        input: { name: 'X', contactEmail: 'a@b.example', answers: [{ questionId: made.id, value: 'YES' }] },
      }),
    ).toHaveProperty('answers');
  });

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['a wrong address', { name: 'X', contactEmail: 'nowhere' }, 'contactEmail'],
    ['a long reason', { name: 'X', reason: 'x'.repeat(5_001) }, 'reason'],
    ['an unknown form', { name: 'X', templateId: 'x' }, 'templateId'],
  ])('%s is refused', async (_, input, field) => {
    const errors = (await server.admin.ask(CREATE, { input: { contactEmail: 'a@b.example', ...input } })).errors;
    expect(JSON.stringify(errors)).toContain(field);
  });
});

describe('the form', () => {
  let form: Form;
  beforeAll(async () => (form = await publishForm()));

  test('is the intake template that was published last; templates lists questionnaires only', async () => {
    const later = await publishForm('Later');
    expect(later.questions.map(({ text }) => text)).toEqual(['Data?', 'Worth?', 'Critical?', 'Why critical?']);
    const { templates, intakeTemplates } = await server.admin.data<Record<string, { name: string }[]>>(
      `{ templates { name } intakeTemplates { name kind } }`,
    );
    expect(templates).toEqual([]);
    expect(intakeTemplates).toEqual([
      { name: 'Intake', kind: 'INTAKE' },
      { name: 'Later', kind: 'INTAKE' },
    ]);
    // An earlier form can still be answered, by its id.
    const made = await ask({
      name: 'Early',
      templateId: form.templateId,
      answers: answersTo(form, { 'Data?': 'Public', 'Critical?': 'NO' }),
    });
    expect(made.answers).toEqual([
      { question: 'Data?', value: 'Public' },
      { question: 'Critical?', value: 'NO' },
    ]);
    form = later;
  });

  test('no assessment is made from it', async () => {
    const { createVendor } = await server.admin.data<{ createVendor: { vendor: { id: string } } }>(
      `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`,
      { input: { name: 'Assessed', contactEmail: 'a@b.example' } },
    );
    expect(
      await server.admin.fields(`mutation ($input: CreateAssessmentInput!) { createAssessment(input: $input) { assessment { id } } }`, {
        input: { vendorId: createVendor.vendor.id, templateId: form.templateId },
      }),
    ).toHaveProperty('templateId');
  });

  test('answers are checked as the portal checks them, and set fields of the vendor', async () => {
    const refused = (given: Record<string, unknown>) =>
      server.admin.fields(CREATE, { input: { name: 'X', contactEmail: 'a@b.example', answers: answersTo(form, given) } });
    expect(await refused({ 'Data?': 'Secret', 'Critical?': 'NO' })).toEqual({ 'answers.0.value': expect.stringContaining('Data?') });
    expect(await refused({ 'Data?': 'Public' })).toEqual({ [`questions.${form.questions[2]!.id}`]: expect.stringContaining('Critical?') });
    expect(await refused({ 'Data?': 'Public', 'Critical?': 'NO', 'Why critical?': 'Hidden' })).toEqual({
      'answers.2.value': expect.stringContaining('hidden'),
    });
    expect(await refused({ 'Data?': 'Public', 'Critical?': 'YES' })).toEqual({
      [`questions.${form.questions[3]!.id}`]: expect.stringContaining('not answered'),
    });
    const made = await ask({
      name: 'Answered',
      answers: answersTo(form, { 'Why critical?': 'Pays wages', 'Data?': 'Restricted', 'Worth?': '$5M+', 'Critical?': 'YES' }),
    });
    expect(made).toMatchObject({ dataSensitivity: 'RESTRICTED', contractValue: 'OVER_5M', geographicRisk: null });
    expect(made.answers.map((one) => one.question)).toEqual(['Data?', 'Worth?', 'Critical?', 'Why critical?']);
    expect(await vendor(made.vendorId)).toMatchObject({
      status: 'REQUESTED',
      dataSensitivity: 'RESTRICTED',
      contractValue: 'OVER_5M',
      serviceDescription: 'Pays wages',
    });
  });

  test.each([
    ['a field that vendors have not', { setsField: 'colour' }, 'setsField'],
    ['an option that is no value', choice('Q', ['Public', 'Secret'], { setsField: 'dataSensitivity' }), 'options'],
    ['a type that gives no such value', { setsField: 'contractValue' }, 'setsField'],
    ['a file', { type: 'FILE_UPLOAD', expectedAnswer: null }, 'type'],
  ])('%s is refused in a template', async (_, more, field) => {
    const sections = [{ title: 'S', questions: [question('Q', more)] }];
    expect(await server.admin.fields(CREATE_TEMPLATE, { input: { name: 'T', kind: 'INTAKE', sections } })).toEqual({
      [`sections.0.questions.0.${field}`]: expect.any(String),
    });
  });

  test('a questionnaire sets no field; an export of a form keeps what it sets', async () => {
    const sections = [{ title: 'S', questions: [choice('Q', ['Public'], { setsField: 'dataSensitivity' })] }];
    expect(await server.admin.fields(CREATE_TEMPLATE, { input: { name: 'T', sections } })).toEqual({
      'sections.0.questions.0.setsField': expect.stringContaining('INTAKE'),
    });
    const { template } = await server.admin.data<{ template: { export: object } }>(`query ($id: ID!) { template(id: $id) { export } }`, {
      id: form.templateId,
    });
    const { importTemplate } = await server.admin.data<{ importTemplate: { template: Record<string, unknown> } }>(
      `mutation ($input: ImportTemplateInput!) { importTemplate(input: $input) { template { kind sections { questions { setsField } } } } }`,
      { input: { template: template.export } },
    );
    expect(importTemplate.template).toMatchObject({
      kind: 'INTAKE',
      sections: [
        {
          questions: [
            { setsField: 'dataSensitivity' },
            { setsField: 'contractValue' },
            { setsField: null },
            { setsField: 'serviceDescription' },
          ],
        },
      ],
    });
  });

  describe('with tiers and plans', () => {
    let templateId: string;
    let approver: { client: GraphQLClient; roleId: string };
    beforeAll(async () => {
      templateId = await publishTemplate(server, 'Security', [{ title: 'S', questions: [question('MFA?')] }]);
      const client = await server.withPermissions('vendors:create', 'vendors:request');
      const { me } = await client.data<{ me: { role: { id: string } } }>(`{ me { role { id } } }`);
      approver = { client, roleId: me.role.id };
      const { updateSettings } = await server.admin.data<{ updateSettings: { settings: Record<string, unknown> } }>(SETTINGS, {
        input: {
          tierRules: [
            {
              name: 'Pays wages',
              tier: 'CRITICAL',
              conditionalLogic: { match: 'all', rules: [{ questionId: form.questions[2]!.id, operator: 'equals', value: 'YES' }] },
            },
            {
              name: 'Sensitive',
              tier: 'HIGH',
              conditionalLogic: { match: 'any', rules: [{ questionId: 'dataSensitivity', operator: 'equals', value: 'restricted' }] },
            },
            { name: 'The rest', tier: 'LOW' },
          ],
          assessmentPlans: [
            { tier: 'HIGH', templateIds: [templateId], recurrence: 'ANNUALLY', dueDays: 30 },
            { tier: 'CRITICAL', templateIds: [templateId], approverRoleId: approver.roleId },
          ],
        },
      });
      expect(updateSettings.settings).toMatchObject({
        tierRules: [{ name: 'Pays wages' }, { name: 'Sensitive' }, { name: 'The rest', tier: 'LOW', conditionalLogic: null }],
        assessmentPlans: [
          {
            tier: 'HIGH',
            templates: [{ id: templateId }],
            recurrence: 'ANNUALLY',
            dueDays: 30,
            approverRoleId: null,
            approverRoleName: null,
          },
          { tier: 'CRITICAL', recurrence: 'NONE', dueDays: null, approverRoleId: approver.roleId, approverRoleName: expect.any(String) },
        ],
      });
    });

    const request = (given: Record<string, unknown>, more: object = {}, client = server.admin) =>
      ask({ name: 'Wanted', answers: answersTo(form, given), ...more }, client);
    const SENSITIVE = { 'Data?': 'Restricted', 'Critical?': 'NO' };
    const CRITICAL = { 'Data?': 'Public', 'Critical?': 'YES', 'Why critical?': 'Wages' };

    test('the first rule that holds gives the tier, and the tier the plan', async () => {
      expect(await request(CRITICAL)).toMatchObject({
        tier: 'CRITICAL',
        tierRule: 'Pays wages',
        plan: { approverRoleId: approver.roleId },
      });
      expect(await request(SENSITIVE)).toMatchObject({ tier: 'HIGH', tierRule: 'Sensitive', plan: { dueDays: 30 } });
      expect(await request({ 'Data?': 'Public', 'Critical?': 'NO' })).toMatchObject({ tier: 'LOW', tierRule: 'The rest', plan: null });
    });

    test('rules can be about own fields, which answers set', async () => {
      const { settings } = await server.admin.data<{ settings: { tierRules: object[] } }>(
        `{ settings { tierRules { name tier conditionalLogic } } }`,
      );
      const about = (questionId: string, value: unknown) => ({ match: 'all', rules: [{ questionId, operator: 'equals', value }] });
      const vendorFields = [
        { key: 'handlesCards', label: 'Cards', kind: 'YES_NO' },
        { key: 'users', label: 'Users', kind: 'NUMBER' },
      ];
      await server.admin.data(SETTINGS, {
        input: {
          vendorFields,
          tierRules: [
            { name: 'Cards', tier: 'CRITICAL', conditionalLogic: about('handlesCards', 'YES') },
            { name: 'No cards, five users', tier: 'MEDIUM', conditionalLogic: about('users', 5) },
          ],
        },
      });
      const own = await publishForm('Own', [
        {
          title: 'S',
          questions: [
            question('Cards?', { expectedAnswer: null, setsField: 'handlesCards' }),
            question('Users?', { type: 'NUMERIC', expectedAnswer: null, setsField: 'users' }),
            question('Regions?', { type: 'MULTI_SELECT', options: ['EU', 'US', 'None'], exclusiveOptions: ['None'], expectedAnswer: null }),
          ],
        },
      ]);
      expect(own.questions[2]).toMatchObject({ options: ['EU', 'US', 'None'], exclusiveOptions: ['None'] });
      const wanted = (given: Record<string, unknown>) =>
        ask({ name: 'Own', answers: answersTo(own, { 'Users?': 5, 'Regions?': ['EU', 'US'], ...given }) });
      const made = await wanted({ 'Cards?': 'YES' });
      expect(made).toMatchObject({ tier: 'CRITICAL', tierRule: 'Cards' });
      const { vendor: filled } = await server.admin.data<{ vendor: object }>(
        `query ($id: ID!) { vendor(id: $id) { fields { key value } } }`,
        { id: made.vendorId },
      );
      expect(filled).toEqual({
        fields: [
          { key: 'handlesCards', value: true },
          { key: 'users', value: 5 },
        ],
      });
      expect(await wanted({ 'Cards?': 'NO' })).toMatchObject({ tier: 'MEDIUM', tierRule: 'No cards, five users' });

      // As the field itself has it, and a field of all vendors as an import reads it.
      const { updateSettings } = await server.admin.data<{ updateSettings: { settings: { tierRules: object[] } } }>(SETTINGS, {
        input: {
          tierRules: [
            { name: 'No cards', tier: 'LOW', conditionalLogic: about('handlesCards', false) },
            { name: 'Large', tier: 'HIGH', conditionalLogic: about('contractValue', '$5M+') },
          ],
        },
      });
      expect(updateSettings.settings.tierRules[1]).toMatchObject({ conditionalLogic: about('contractValue', 'OVER_5M') });
      expect(await wanted({ 'Cards?': 'NO' })).toMatchObject({ tier: 'LOW', tierRule: 'No cards' });
      expect(await wanted({ 'Cards?': 'YES' })).toMatchObject({ tier: null });

      // Without the field its form is still answered, and can be copied and mended.
      await server.admin.data(SETTINGS, { input: { vendorFields: [], tierRules: settings.tierRules } });
      const without = await wanted({ 'Cards?': 'YES' });
      expect(without.tier).toBe('LOW');
      expect(without.answers).toHaveLength(3);
      const { newTemplateVersion } = await server.admin.data<{ newTemplateVersion: { template: { id: string } } }>(
        `mutation ($input: IdInput!) { newTemplateVersion(input: $input) { template { id } } }`,
        { input: { id: own.templateId } },
      );
      await server.admin.data(`mutation ($input: IdInput!) { archiveTemplate(input: $input) { template { id } } }`, {
        input: { id: own.templateId },
      });
      await server.admin.data(`mutation ($input: DeleteInput!) { deleteTemplate(input: $input) { deletedId } }`, {
        input: newTemplateVersion.template,
      });
      expect(await readForm()).toEqual(form);
    });

    test('rules go on to hold in a new version of the form', async () => {
      const { newTemplateVersion } = await server.admin.data<{ newTemplateVersion: { template: { id: string } } }>(
        `mutation ($input: IdInput!) { newTemplateVersion(input: $input) { template { id } } }`,
        { input: { id: form.templateId } },
      );
      await server.admin.data(PUBLISH, { input: newTemplateVersion.template });
      const next = (await readForm())!;
      expect(next.templateId).not.toBe(form.templateId);
      form = next;
      expect(await request(CRITICAL)).toMatchObject({ tier: 'CRITICAL', tierRule: 'Pays wages' });
    });

    test('approval activates the vendor and drafts the questionnaires of its plan', async () => {
      const { id, vendorId } = await request(SENSITIVE, { name: 'Approved' });
      const before = await server.admin.data<{ vendors: { totalCount: number } }>(`{ vendors { totalCount } dashboard { vendorCount } }`);
      const decided = await decide({ id, decision: 'APPROVE', note: 'Fine', expectedRevision: 1 });
      expect(decided).toMatchObject({ state: 'APPROVED', tier: 'HIGH', decisionNote: 'Fine', decidedAt: expect.any(String), revision: 2 });
      const made = await vendor(vendorId);
      expect(made).toMatchObject({
        status: 'ACTIVE',
        tier: 'HIGH',
        plan: { tier: 'HIGH' },
        assessments: { nodes: [{ title: 'Security', status: 'DRAFT', recurrence: 'ANNUALLY', dueDate: expect.any(String) }] },
      });
      const [{ dueDate }] = (made.assessments as { nodes: [{ dueDate: string }] }).nodes;
      expect(Math.round((Date.parse(dueDate) - Date.now()) / 86_400_000)).toBe(30);
      const after = await server.admin.data<{ vendors: { totalCount: number } }>(`{ vendors { totalCount } dashboard { vendorCount } }`);
      expect(after.vendors.totalCount).toBe(before.vendors.totalCount + 1);
      expect(await code(server.admin, DECIDE, { id, decision: 'REJECT', note: 'No' })).toBe('INVALID_TRANSITION');
      expect(await code(server.admin, DECIDE, { id, decision: 'APPROVE' })).toBe('INVALID_TRANSITION');
    });

    test('the vendor is owned by whoever asked for it, or else by whoever approved it', async () => {
      const me = (client: GraphQLClient) => client.data<{ me: { id: string } }>(`{ me { id } }`).then((answer) => answer.me);
      for (const [permissions, owner] of [
        [['vendors:request', 'vendors:view'], undefined],
        [['vendors:request'], server.admin],
      ] as const) {
        const requester = await server.withPermissions(...permissions);
        const { id, vendorId } = await request(SENSITIVE, { name: 'Owned' }, requester);
        expect(await vendor(vendorId)).toMatchObject({ owner: null });
        await decide({ id, decision: 'APPROVE' });
        expect(await vendor(vendorId)).toMatchObject({ owner: await me(owner ?? requester) });
      }
    });

    test('rejection needs a note, and archives the vendor', async () => {
      const { id, vendorId } = await request(SENSITIVE, { name: 'Rejected' });
      for (const note of [undefined, null, ' ']) {
        expect(await server.admin.fields(DECIDE, { input: { id, decision: 'REJECT', note } })).toHaveProperty('note');
      }
      expect(await decide({ id, decision: 'REJECT', note: 'Too dear' })).toMatchObject({ state: 'REJECTED', decisionNote: 'Too dear' });
      const { errors } = await server.admin.ask(leaving('reactivateVendor'), { input: { id: vendorId } });
      expect(errors![0]).toMatchObject({
        message: expect.stringContaining('request was rejected'),
        extensions: { code: 'INVALID_TRANSITION' },
      });
      expect(await vendor(vendorId)).toMatchObject({ status: 'ARCHIVED', assessments: { nodes: [] } });
    });

    test('whoever decides can choose another tier, whose plan then holds', async () => {
      const { id, vendorId } = await request({ 'Data?': 'Public', 'Critical?': 'NO' }, { name: 'Raised' });
      expect(await decide({ id, decision: 'APPROVE', tier: 'HIGH' })).toMatchObject({ tier: 'HIGH', tierRule: 'The rest' });
      expect(await vendor(vendorId)).toMatchObject({ tier: 'HIGH', assessments: { nodes: [{ title: 'Security' }] } });
    });

    test('where the plan names a role, its holders and administrators decide', async () => {
      const reviewer = await server.withRole('Reviewer');
      const first = await request(CRITICAL, { name: 'First' });
      expect(await code(reviewer, DECIDE, { id: first.id, decision: 'APPROVE' })).toBe('FORBIDDEN');
      expect(await code(reviewer, DECIDE, { id: first.id, decision: 'APPROVE', tier: 'LOW' })).toBe('FORBIDDEN');
      expect(await decide({ id: first.id, decision: 'APPROVE' }, approver.client)).toMatchObject({ state: 'APPROVED' });
      const second = await request(CRITICAL, { name: 'Second' });
      expect(await decide({ id: second.id, decision: 'APPROVE' })).toMatchObject({ state: 'APPROVED' });
      const lower = await request(SENSITIVE, { name: 'Third' });
      expect(await code(reviewer, DECIDE, { id: lower.id, decision: 'APPROVE', tier: 'CRITICAL' })).toBe('FORBIDDEN');
      expect(await decide({ id: lower.id, decision: 'APPROVE' }, reviewer)).toMatchObject({ state: 'APPROVED' });
      const { roles } = await server.admin.data<{ roles: { id: string }[] }>(`{ roles { id } }`);
      expect(roles.map(({ id }) => id)).toContain(approver.roleId);
    });

    test('of two who decide at once, one does', async () => {
      const { id } = await request(SENSITIVE, { name: 'Raced' });
      const codes = await Promise.all([
        code(server.admin, DECIDE, { id, decision: 'APPROVE' }),
        code(server.admin, DECIDE, { id, decision: 'REJECT', note: 'No' }),
      ]);
      expect(codes.sort()).toEqual(['INVALID_TRANSITION', undefined]);
    });

    test('the settings refuse what could not work', async () => {
      const plans = (plan: object) =>
        server.admin.fields(SETTINGS, { input: { assessmentPlans: [{ tier: 'LOW', templateIds: [], ...plan }] } });
      expect(await plans({ templateIds: [form.templateId] })).toHaveProperty(['assessmentPlans.0.templateIds.0']);
      expect(await plans({ templateIds: ['x'] })).toHaveProperty(['assessmentPlans.0.templateIds.0']);
      expect(await plans({ templateIds: [templateId, templateId] })).toHaveProperty(['assessmentPlans.0.templateIds']);
      expect(await plans({ approverRoleId: templateId })).toHaveProperty(['assessmentPlans.0.approverRoleId']);
      for (const dueDays of [0, 3_651]) expect(await plans({ dueDays })).toHaveProperty(['assessmentPlans.0.dueDays']);
      const twice = { input: { assessmentPlans: [1, 2].map(() => ({ tier: 'LOW', templateIds: [] })) } };
      expect(await server.admin.fields(SETTINGS, twice)).toEqual({ 'assessmentPlans.1.tier': 'has two plans' });
      const rule = (logic: unknown) =>
        server.admin.fields(SETTINGS, { input: { tierRules: [{ name: 'R', tier: 'LOW', conditionalLogic: logic }] } });
      const about = (questionId: string, operator = 'equals') => ({ match: 'all', rules: [{ questionId, operator, value: 'x' }] });
      expect(await rule(about('colour'))).toHaveProperty(['tierRules.0.conditionalLogic.rules.0.questionId']);
      expect(await rule(about(templateId))).toHaveProperty(['tierRules.0.conditionalLogic.rules.0.questionId']);
      expect(await rule(about('contractValue', 'like'))).toHaveProperty(['tierRules.0.conditionalLogic.rules.0.operator']);
      expect(await rule(about('contractValue'))).toHaveProperty(['tierRules.0.conditionalLogic.rules.0.value']);
      expect(await rule('always')).toHaveProperty(['tierRules.0.conditionalLogic']);
      const remove = `mutation ($input: DeleteInput!) { deleteRole(input: $input) { deletedId } }`;
      expect(await code(server.admin, remove, { id: approver.roleId })).toBe('CONFLICT');
    });

    test('those who may decide are told, and whoever asked hears the decision', async () => {
      const requester = await server.withPermissions('vendors:request');
      const reviewer = await server.withRole('Reviewer');
      const told = async (client: GraphQLClient) =>
        (await client.data<{ notifications: { nodes: { kind: string; text: string }[] } }>(`{ notifications { nodes { kind text } } }`))
          .notifications.nodes[0];
      const { id } = await request(SENSITIVE, { name: 'Told Ltd' }, requester);
      expect(await told(reviewer)).toMatchObject({ kind: 'VENDOR_REQUEST', text: expect.stringContaining('Told Ltd') });
      expect(await told(approver.client)).toMatchObject({ kind: 'VENDOR_REQUEST' });
      // A key with less than its maker sees the maker's own requests only.
      expect(await told(await server.withKey(['vendors:create']))).toMatchObject({ text: expect.stringContaining('Told Ltd') });
      expect((await told(await server.withKey(['vendors:request'])))?.text ?? '').not.toContain('Told Ltd');
      await decide({ id, decision: 'APPROVE' });
      expect(await told(requester)).toMatchObject({
        kind: 'VENDOR_REQUEST_DECIDED',
        text: expect.stringContaining('approved your request for Told Ltd'),
      });
      const critical = await request(CRITICAL, { name: 'Told Again' }, requester);
      expect(await told(reviewer)).toMatchObject({ text: expect.stringContaining('Told Ltd') });
      expect(await told(approver.client)).toMatchObject({ text: expect.stringContaining('Told Again') });
      await decide({ id: critical.id, decision: 'REJECT', note: 'No' });
      expect(await told(requester)).toMatchObject({ text: expect.stringContaining('rejected your request for Told Again') });
      const { mails } = await server.admin.data<{ mails: { nodes: { kind: string; text: string }[] } }>(
        `{ mails(first: 50) { nodes { kind text } } }`,
      );
      const decided = mails.nodes.filter(({ kind }) => kind === 'VENDOR_REQUEST_DECIDED');
      expect(decided[0]!.text).toContain('was rejected.\n\nReason:\n\n> No\n\n');
      expect(decided[1]!.text).toMatch(/was approved\.\n\nTier: \w+\.\n\n/);
      expect(mails.nodes.map(({ kind }) => kind)).toContain('VENDOR_REQUEST');
    });

    test('whoever may only request sees their own requests, and nothing of vendors', async () => {
      const [one, other] = [await server.withPermissions('vendors:request'), await server.withPermissions('vendors:request')];
      const mine = await request(SENSITIVE, { name: 'Mine' }, one);
      const list = async (client: GraphQLClient, filter: object = {}) =>
        (
          await client.data<{ vendorRequests: { totalCount: number; nodes: { id: string }[] } }>(
            `query ($filter: VendorRequestFilter) { vendorRequests(filter: $filter, first: 100) { totalCount nodes { id } } }`,
            { filter },
          )
        ).vendorRequests;
      expect(await list(one)).toEqual({ totalCount: 1, nodes: [{ id: mine.id }] });
      expect(await list(other)).toEqual({ totalCount: 0, nodes: [] });
      expect((await list(server.admin, { query: 'mine', state: ['REQUESTED'] })).nodes).toEqual([{ id: mine.id }]);
      expect((await list(server.admin, { query: 'mine', state: ['REJECTED'] })).nodes).toEqual([]);
      const node = async (client: GraphQLClient) =>
        (await client.data<{ node: object | null }>(`query ($id: ID!) { node(id: $id) { id } }`, { id: mine.id })).node;
      expect(await node(one)).toEqual({ id: mine.id });
      expect(await node(other)).toBeNull();
      expect((await one.ask(`{ vendors { totalCount } }`)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
      expect(await code(one, DECIDE, { id: mine.id, decision: 'APPROVE' })).toBe('FORBIDDEN');
      const viewer = await server.withRole('Viewer');
      expect(await code(viewer, CREATE, { name: 'X', contactEmail: 'a@b.example' })).toBe('FORBIDDEN');
      expect((await viewer.ask(FORM)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    });

    test('the log tells what a decision changed', async () => {
      const { id, vendorId } = await request({ 'Data?': 'Public', 'Critical?': 'NO' }, { name: 'Logged' });
      await decide({ id, decision: 'APPROVE', tier: 'MEDIUM' });
      const log = async (entityId: string) =>
        (
          await server.admin.data<{ auditLog: { nodes: { action: string; changes: object[] }[] } }>(
            `query ($id: ID!) { auditLog(filter: { entityId: $id }) { nodes { action changes { field before after } } } }`,
            { id: entityId },
          )
        ).auditLog.nodes;
      const [decision, creation] = await log(id);
      expect([creation!.action, decision!.action]).toEqual(['CREATE_VENDOR_REQUEST', 'DECIDE_VENDOR_REQUEST']);
      expect(decision!.changes).toEqual(expect.arrayContaining([{ field: 'state', before: 'REQUESTED', after: 'APPROVED' }]));
      expect((await log(vendorId)).find(({ action }) => action === 'UPDATE_VENDOR')!.changes).toEqual(
        expect.arrayContaining([
          { field: 'status', before: 'REQUESTED', after: 'ACTIVE' },
          { field: 'tier', before: 'LOW', after: 'MEDIUM' },
        ]),
      );
    });
  });
});

describe('a vendor looks like another', () => {
  const SIMILAR = `query ($name: String!, $website: String, $contactEmail: EmailAddress) {
    similarVendors(name: $name, website: $website, contactEmail: $contactEmail) { name reason } }`;
  const similar = async (given: object, client = server.admin) =>
    (await client.data<{ similarVendors: { name: string; reason: string }[] }>(SIMILAR, given)).similarVendors;
  const create = (input: object) =>
    server.admin.data(`mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`, {
      input: { contactEmail: 'someone@gmail.com', ...input },
    });

  beforeAll(async () => {
    await create({ name: 'Müller & Söhne GmbH' });
    await create({ name: 'Société Générale S.A.' });
    await create({ name: 'Contoso, Inc.', website: 'https://www.contoso-cloud.example/about?x=1' });
    await create({ name: 'Fabrikam', contactEmail: 'sales@Fabrikam.example' });
    await create({ name: 'Ørsted A/S' });
    await create({ name: 'AG' });
  });

  test.each([
    ['MULLER SOHNE', 'Müller & Söhne GmbH'],
    ['Müller und Söhne', undefined],
    ['Müller-Söhne GmbH & Co. KG', 'Müller & Söhne GmbH'],
    ['societe generale', 'Société Générale S.A.'],
    ['Contoso Ltd.', 'Contoso, Inc.'],
    ['contoso b.v.', 'Contoso, Inc.'],
    ['Contosoft', undefined],
    ['Orsted', 'Ørsted A/S'],
    ['ag', 'AG'],
    ['---', undefined],
  ])('by name: %s', async (name, known) => {
    expect(await similar({ name })).toEqual(known === undefined ? [] : [{ name: known, reason: 'NAME' }]);
  });

  test.each([
    [{ website: 'contoso-cloud.example' }, 'Contoso, Inc.'],
    [{ website: 'HTTP://contoso-cloud.example:8080/' }, 'Contoso, Inc.'],
    [{ contactEmail: 'x@contoso-cloud.example' }, 'Contoso, Inc.'],
    [{ website: 'www.fabrikam.example' }, 'Fabrikam'],
    [{ contactEmail: 'x@fabrikam.example' }, 'Fabrikam'],
    [{ contactEmail: 'x@shop.fabrikam.example' }, undefined],
    [{ contactEmail: 'x@gmail.com' }, undefined],
    [{ website: 'gmail.com' }, undefined],
  ])('by domain: %j', async (given, known) => {
    expect(await similar({ name: 'Quite another', ...given })).toEqual(known === undefined ? [] : [{ name: known, reason: 'DOMAIN' }]);
  });

  test('a request says so, but not of itself, and tells a requester no more than id and name', async () => {
    const requester = await server.withPermissions('vendors:request');
    const form = await readForm(requester);
    const answers = form ? answersTo(form, { 'Data?': 'Public', 'Critical?': 'NO' }) : [];
    const made = await ask({ name: 'Fabrikam AG', contactEmail: 'a@unheard.example', answers }, requester);
    expect(made.similar).toEqual([{ vendorId: expect.any(String), name: 'Fabrikam', reason: 'NAME' }]);
    expect(await similar({ name: 'FABRIKAM' }, requester)).toHaveLength(2);
    const viewer = await server.withRole('Viewer');
    expect((await viewer.ask(SIMILAR, { name: 'x' })).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect(await server.admin.fields(SIMILAR, { name: 'x'.repeat(201) })).toHaveProperty('name');
    const website = `fabrikam.example/${'x'.repeat(1_983)}`;
    expect(await similar({ name: 'Other', website })).toMatchObject([{ name: 'Fabrikam', reason: 'DOMAIN' }]);
    expect(await server.admin.fields(SIMILAR, { name: 'Other', website: `${website}x` })).toHaveProperty('website');
  });

  test('for a page of requests it is asked once', async () => {
    const statements = await statementsDuring(() =>
      server.admin.data(`{ vendorRequests(first: 20) { nodes { similar { name } plan { templates { id } approverRoleName } } } }`),
    );
    expect(statements.filter((text) => text.includes('intake.similar'))).toHaveLength(1);
    expect(statements.length).toBeLessThan(8);
  });
});

test('who may only ask does so a hundred times an hour', async () => {
  const requester = await server.withPermissions('vendors:request');
  const form = await readForm(requester);
  const answers = form ? answersTo(form, { 'Data?': 'Public', 'Critical?': 'NO' }) : [];
  const fifty = Array.from({ length: 50 }, (_, i) => {
    const input = `{ name: "Flood ${i}", contactEmail: "a@flood.example", answers: $answers }`;
    return `r${i}: createVendorRequest(input: ${input}) { request { id } }`;
  });
  const document = `mutation ($answers: [AnswerInput!]) { ${fifty.join(' ')} }`;
  expect(await requester.code(document, { answers })).toBeUndefined();
  expect(await requester.code(document, { answers })).toBeUndefined();
  expect(await code(requester, CREATE, { name: 'Flood', contactEmail: 'a@flood.example', answers })).toBe('RATE_LIMITED');
});
