import { Client } from 'pg';
import { sql } from '../../src/database/sql';
import { isRange } from '../../src/domains/template/expected-answer.rules';
import { templateFile } from '../../src/domains/template/template.rules';
import { frameworkItems, questionnaireItems } from '../../src/library/library.files';
import { startServer } from '../../src/server';
import { cli } from '../kit/cli';
import { createTestDatabase } from '../kit/database';
import { PDF } from '../kit/files';
import { createAssessment, createVendor, importFramework, move, publishTemplate, question, sendAssessment } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => (server = await startTestServer({ library: true })), 60_000);
afterAll(() => server.stop());

interface Item {
  key: string;
  kind: string;
  name: string;
  edition: number;
  size: number;
  installedEdition: number | null;
  upgradeAvailable: boolean;
  framework: { id: string; controlCount: number; libraryKey: string; controls: { id: string; code: string }[] } | null;
  template: { id: string; status: string; version: number; questionCount: number; export: object } | null;
}

const LIBRARY = `{ library { key kind name edition size installedEdition upgradeAvailable
  framework { id controlCount libraryKey } template { id status version questionCount export } } }`;
const INSTALL = `mutation ($input: LibraryItemInput!) { installLibraryItem(input: $input) {
  item { key installedEdition framework { id } template { id status } } } }`;
const UPGRADE = `mutation ($input: LibraryItemInput!) { upgradeLibraryItem(input: $input) {
  item { key edition installedEdition upgradeAvailable framework { id controlCount name } template { id status version } } } }`;

async function library(client = server.admin): Promise<Item[]> {
  return (await client.data<{ library: Item[] }>(LIBRARY)).library;
}
const find = (items: Item[], kind: string, key: string) => items.find((one) => one.kind === kind && one.key === key)!;
const database = () => server.services.database;
const count = async (from: string) =>
  (await database().query<{ count: number }>(sql`select count(*) as count from ${rawFrom(from)}`))[0]!.count;
const rawFrom = <T>(text: string) => sql<T>([text] as unknown as TemplateStringsArray);

const forms = questionnaireItems().filter(({ document: { kind } }) => kind === 'INTAKE');
const loaded = questionnaireItems().filter((item) => !forms.includes(item));

describe('at the first start', () => {
  test('an empty database gets all frameworks and all questionnaires but forms for intake, published', async () => {
    const items = await library();
    expect(items).toHaveLength(frameworkItems().length + questionnaireItems().length);
    for (const { kind, key, size, installedEdition, edition, upgradeAvailable, framework, template } of items) {
      if (forms.some((form) => form.key === key)) continue;
      expect([key, installedEdition, upgradeAvailable]).toEqual([key, edition, false]);
      if (kind === 'FRAMEWORK') expect(framework).toMatchObject({ libraryKey: key, controlCount: size });
      else expect(template).toMatchObject({ status: 'PUBLISHED', version: 1, questionCount: size });
    }
  });

  test('each entry about it tells of its own item', async () => {
    const versions = await database().query<{ kind: string; own: number; count: number }>(sql`
      select e.entity_type as kind, count(*) as count, count(*) filter (where e.entity_id = q.template_id) as own
      from record.template_question_control m join record.template_question q on q.id = m.question_id
      join audit_entry e on e.lane = m.kept_lane and e.seq = m.kept_seq group by 1`);
    expect(versions).toEqual([{ kind: 'Template', own: versions[0]!.count, count: expect.any(Number) }]);
    const relations = await database().query<{ own: number; count: number }>(sql`
      select count(*) as count, count(*) filter (where e.entity_id = c.framework_id) as own
      from record.control_relation r join control c on c.id = r.from_id
      join audit_entry e on e.lane = r.kept_lane and e.seq = r.kept_seq`);
    expect(relations[0]!.own).toBe(relations[0]!.count);
  });

  test('every control code of a questionnaire is mapped', async () => {
    expect(await count(`template_question where unmapped_control_codes <> '{}'`)).toBe(0);
    expect(await count('template_question_control')).toBeGreaterThan(400);
    expect(await count('control_relation')).toBeGreaterThan(300);
  });

  test('the audit log records it as done by the system', async () => {
    const { auditLog } = await server.admin.data<{ auditLog: { totalCount: number; nodes: object[] } }>(
      `{ auditLog(filter: { action: "IMPORT_FRAMEWORK" }, first: 100) { totalCount nodes { userName entityName } } }`,
    );
    expect(auditLog.totalCount).toBe(frameworkItems().length);
    expect(auditLog.nodes).toContainEqual({ userName: 'System', entityName: 'SOC 2' });
    const published = await server.admin.data<{ auditLog: { totalCount: number } }>(
      `{ auditLog(filter: { action: "PUBLISH_TEMPLATE" }) { totalCount } }`,
    );
    expect(published.auditLog.totalCount).toBe(loaded.length);
  });

  test('nobody is asked the questions of a form for intake, until it is installed', async () => {
    const asked = async () =>
      (await server.admin.data<{ vendorRequestForm: { name: string } | null }>(`{ vendorRequestForm { name } }`)).vendorRequestForm;
    expect(await asked()).toBeNull();
    for (const { key } of forms) await server.admin.data(INSTALL, { input: { kind: 'QUESTIONNAIRE', key } });
    expect(await asked()).toEqual({ name: 'Vendor request' });
  });

  test('a questionnaire exports as the document it was installed from', async () => {
    const items = await library();
    for (const { key, document } of questionnaireItems()) {
      const exported = find(items, 'QUESTIONNAIRE', key).template!.export;
      // What is clear from the text of the options is left out; an import derives it again.
      expect(templateFile.parse(exported)).toEqual({ ...document, description: document.description ?? null });
    }
  });

  test('several servers on one empty database load it once', async () => {
    const made = await createTestDatabase();
    const config = { ...server.services.config, databaseUrl: made.url, port: 0 };
    const servers = await Promise.all([1, 2, 3].map(() => startServer(config)));
    const frameworks = await servers[0]!.services.database.query(sql`select 1 from framework`);
    const templates = await servers[0]!.services.database.query(sql`select 1 from template`);
    await Promise.all(servers.map((one) => one.stop()));
    await made.drop();
    expect([frameworks.length, templates.length]).toEqual([frameworkItems().length, loaded.length]);
  });

  test('deleted items stay deleted, and a database with its own data is left alone', async () => {
    const made = await createTestDatabase();
    const config = { ...server.services.config, databaseUrl: made.url, port: 0 };
    const frameworksAfterStart = async (change: string, more: object = {}) => {
      const one = await startServer({ ...config, ...more });
      await one.services.database.query(rawFrom(change));
      const rows = await one.services.database.query(sql`select 1 from framework`);
      await one.stop();
      return rows.length;
    };
    expect(await frameworksAfterStart('select 1', { library: false })).toBe(0);
    expect(await frameworksAfterStart('delete from template')).toBe(frameworkItems().length);
    expect(await frameworksAfterStart('delete from framework')).toBe(0);
    expect(await frameworksAfterStart('select 1')).toBe(0);
    await made.drop();

    const other = await createTestDatabase();
    const loads = { ...config, databaseUrl: other.url };
    const first = await startServer({ ...loads, library: false });
    await first.services.database.query(sql`insert into vendor (name, contact_email) values ('Own', 'own@example.org')`);
    await first.stop();
    const second = await startServer(loads);
    expect(await second.services.database.query(sql`select 1 from framework`)).toEqual([]);
    await second.stop();
    await other.drop();
  });
});

/** Answers as a fully compliant vendor with evidence: answers the visible questions until no more appear. */
async function answerAsExpected(templateId: string): Promise<number | null> {
  const vendorId = await createVendor(server);
  const id = await createAssessment(server, vendorId, templateId);
  const { assessment } = await server.admin.data<{ assessment: { questions: AskedQuestion[] } }>(
    `query ($id: ID!) { assessment(id: $id) { questions { id text type options expectedAnswer required } } }`,
    { id },
  );
  const asked = new Map(assessment.questions.map((one) => [one.id, one]));
  const portal = await sendAssessment(server, id);
  const done = new Set<string>();
  for (;;) {
    const open = (await portal.view()).questions.filter((one) => one.visible && !done.has(one.id));
    if (open.length === 0) break;
    open.forEach((one) => done.add(one.id));
    for (const { id: questionId } of open.filter((one) => asked.get(one.id)!.type === 'FILE_UPLOAD')) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ portalToken: portal.token, assessmentId: id, questionId })) form.append(name, value);
      form.append('file', new Blob([PDF]), 'evidence.pdf');
      expect((await portal.client.fetch('/files', { method: 'POST', body: form })).status).toBe(201);
    }
    const answers = open
      .map((one) => ({ questionId: one.id, value: answerTo(asked.get(one.id)!) }))
      .filter(({ value }) => value !== undefined);
    const { errors } = await portal.save(answers);
    expect(errors).toBeUndefined();
    await attachToAll(id);
  }
  expect((await portal.submit()).errors).toBeUndefined();
  await move(server.admin, 'startReview', id);
  await move(server.admin, 'finalizeAssessment', id);
  const after = await server.admin.data<{ assessment: { status: string; score: number | null } }>(
    `query ($id: ID!) { assessment(id: $id) { status score } }`,
    { id },
  );
  expect(after.assessment.status).toBe('COMPLETED');
  return after.assessment.score;
}

/** Evidence for every answer without any: it must not count as the answer. */
async function attachToAll(assessmentId: string): Promise<void> {
  await database().query(sql`
    insert into attachment (file_name, mime_type, size_bytes, sha256, storage_key, response_id, assessment_id)
    select 'proof.pdf', 'application/pdf', 1, 'x', gen_random_uuid(), r.id, r.assessment_id from response r
    where r.assessment_id = ${assessmentId} and not exists (select 1 from attachment a where a.response_id = r.id)`);
}

interface AskedQuestion {
  id: string;
  type: string;
  options: string[];
  expectedAnswer: unknown;
}

function answerTo({ type, options, expectedAnswer }: AskedQuestion): unknown {
  const takesOne = type === 'MULTIPLE_CHOICE' || type === 'COMBOBOX';
  if (isRange(expectedAnswer)) return expectedAnswer.min ?? expectedAnswer.max;
  if (expectedAnswer !== null) return takesOne && Array.isArray(expectedAnswer) ? expectedAnswer[0] : expectedAnswer;
  if (takesOne) return options[0];
  return { YES_NO: 'YES', MULTI_SELECT: options.slice(0, 1), NUMERIC: 1, RATING: 5, DATE: '2026-01-31', FREE_TEXT: 'Some words' }[type];
}

test.each(questionnaireItems().flatMap(({ key, document: { kind } }) => (kind === 'INTAKE' ? [] : key)))(
  '%s scores 1 when answered as expected, with evidence for every answer',
  async (key) => {
    const { template } = find(await library(), 'QUESTIONNAIRE', key);
    expect(await answerAsExpected(template!.id)).toBe(1);
  },
);

describe('upgrading', () => {
  test('a framework keeps the ids and mappings of its controls, deletes unused removed ones and retires used ones', async () => {
    const { framework } = find(await library(), 'FRAMEWORK', 'essential-eight');
    const query = (text: string) => database().query<{ id: string; code: string }>(rawFrom(text));
    const where = `framework_id = '${framework!.id}'`;
    const before = await query(`select id, code from control where ${where} order by code`);
    const relations = await count('control_relation');
    const mappings = await count('template_question_control');
    // As in an earlier edition: other texts, one control missing, two that have since been removed.
    await query(`update framework set library_edition = 0, name = 'Essential 8', control_count = 26 where id = '${framework!.id}'`);
    await query(`update control set title = 'Old words', domain = 'Old', is_shared_responsibility = true where ${where}`);
    await query(`insert into control (framework_id, code, title, position) values
      ('${framework!.id}', 'E8-OLD-1', 'Used', 25), ('${framework!.id}', 'E8-OLD-2', 'Unused', 26)`);
    await publishTemplate(server, 'Mapped', [{ title: 'S', questions: [question('Old?', { controlCodes: ['E8-OLD-1'] })] }]);

    const answer = await server.admin.data<{ upgradeLibraryItem: { item: Item } }>(UPGRADE, {
      input: { kind: 'FRAMEWORK', key: 'essential-eight' },
    });
    expect(answer.upgradeLibraryItem.item).toMatchObject({
      installedEdition: answer.upgradeLibraryItem.item.edition,
      upgradeAvailable: false,
      framework: { id: framework!.id, controlCount: 25, name: 'Essential Eight' },
    });
    const after = await query(`select id, code from control where ${where} and not is_retired order by code`);
    expect(after).toEqual(before);
    expect(await query(`select code from control where ${where} and (title = 'Old words' or domain = 'Old')`)).toEqual([]);
    expect(await query(`select code, position from control where ${where} and is_retired`)).toEqual([{ code: 'E8-OLD-1', position: 25 }]);
    expect(await count('control_relation')).toBe(relations);
    expect(await count('template_question_control')).toBe(mappings + 1);
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: object[] } }>(
      `{ auditLog(filter: { action: "UPGRADE_FRAMEWORK" }, first: 1) { nodes { entityName meta } } }`,
    );
    expect(auditLog.nodes[0]).toMatchObject({ entityName: 'Essential Eight', meta: { from: 0, removed: 1, retired: 1, added: 0 } });
  });

  test('a missing control is added, and codes that waited for it are mapped', async () => {
    const { framework } = find(await library(), 'FRAMEWORK', 'soc-2');
    await database().query(rawFrom(`update framework set library_edition = 0 where id = '${framework!.id}'`));
    await database().query(rawFrom(`delete from control where framework_id = '${framework!.id}' and code = 'CC6.1'`));
    const template = await publishTemplate(server, 'Waiting', [{ title: 'S', questions: [question('MFA?', { controlCodes: ['CC6.1'] })] }]);
    await server.admin.data(UPGRADE, { input: { kind: 'FRAMEWORK', key: 'soc-2' } });
    const data = await server.admin.data<{ template: { sections: { questions: { controls: object[] }[] }[] } }>(
      `query ($id: ID!) { template(id: $id) { sections { questions { controls { code related { relation } } } } } }`,
      { id: template },
    );
    const [control] = data.template.sections[0]!.questions[0]!.controls as { code: string; related: object[] }[];
    expect(control!.code).toBe('CC6.1');
    expect(control!.related.length).toBeGreaterThan(0);
  });

  test('two frameworks that both gained a control can be upgraded in any order', async () => {
    const keys = ['essential-eight', 'soc-2'];
    const relations = await count('control_relation');
    await database().query(rawFrom(`update framework set library_edition = 0 where library_key in ('${keys.join("', '")}')`));
    await database().query(rawFrom(`delete from control where code in ('E8-AC-ML1', 'CC6.8')`));
    for (const key of keys) await server.admin.data(UPGRADE, { input: { kind: 'FRAMEWORK', key } });
    expect(await count('control_relation')).toBe(relations);
  });

  test('a questionnaire becomes the next version, published in place of the previous one', async () => {
    const input = { kind: 'QUESTIONNAIRE', key: 'security-baseline' };
    const { template } = find(await library(), 'QUESTIONNAIRE', input.key);
    await database().query(rawFrom(`update template set library_edition = 0 where id = '${template!.id}'`));
    const { upgradeLibraryItem } = await server.admin.data<{ upgradeLibraryItem: { item: Item } }>(UPGRADE, { input });
    expect(upgradeLibraryItem.item.template).toMatchObject({ version: 2, status: 'PUBLISHED' });
    const data = await server.admin.data<{ template: { status: string; versions: { version: number }[] } }>(
      `query ($id: ID!) { template(id: $id) { status versions { version } } }`,
      { id: template!.id },
    );
    expect(data.template).toEqual({ status: 'ARCHIVED', versions: [{ version: 2 }, { version: 1 }] });
  });

  test('if users published their own version, the new one becomes a draft; an open draft is a conflict', async () => {
    const input = { kind: 'QUESTIONNAIRE', key: 'privacy' };
    const { template } = find(await library(), 'QUESTIONNAIRE', input.key);
    const own = await server.admin.data<{ newTemplateVersion: { template: { id: string } } }>(
      `mutation ($input: IdInput!) { newTemplateVersion(input: $input) { template { id } } }`,
      { input: { id: template!.id } },
    );
    await database().query(rawFrom(`update template set library_edition = 0 where id = '${template!.id}'`));
    expect(await server.admin.code(UPGRADE, { input })).toBe('CONFLICT');
    await server.admin.data(`mutation ($input: IdInput!) { publishTemplate(input: $input) { template { id } } }`, {
      input: { id: own.newTemplateVersion.template.id },
    });
    const { upgradeLibraryItem } = await server.admin.data<{ upgradeLibraryItem: { item: Item } }>(UPGRADE, { input });
    expect(upgradeLibraryItem.item.template).toMatchObject({ version: 3, status: 'DRAFT' });
  });

  test('an up-to-date item stays as it is; a deleted one can be installed again', async () => {
    const input = { kind: 'FRAMEWORK', key: 'gdpr-art-28' };
    const { framework } = find(await library(), 'FRAMEWORK', input.key);
    const { upgradeLibraryItem } = await server.admin.data<{ upgradeLibraryItem: { item: Item } }>(UPGRADE, { input });
    expect(upgradeLibraryItem.item.framework!.id).toBe(framework!.id);
    expect(await server.admin.code(INSTALL, { input })).toBe('CONFLICT');
    const relations = await count('control_relation');
    await server.admin.data(`mutation ($input: DeleteInput!) { deleteFramework(input: $input) { deletedId } }`, {
      input: { id: framework!.id },
    });
    expect(await server.admin.code(UPGRADE, { input })).toBe('CONFLICT');
    const codes = await Promise.all([1, 2].map(() => server.admin.code(INSTALL, { input })));
    expect(codes.sort()).toEqual(['CONFLICT', undefined]);
    expect(await count('control_relation')).toBe(relations);
    expect(await server.admin.code(INSTALL, { input: { kind: 'FRAMEWORK', key: 'none' } })).toBe('NOT_FOUND');
  });
});

test('the command line lists, loads and upgrades', async () => {
  const made = await createTestDatabase();
  const run = (...args: string[]) => cli({ DATABASE_URL: made.url }, ['library', ...args]);
  expect(await run('load', 'nothing-like-it')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"nothing-like-it" is not in the library'),
  });
  const { edition } = frameworkItems().find(({ key }) => key === 'soc-2')!;
  const loaded = expect.stringMatching(/^Installed: framework soc-2, edition \d+\nInstalled: questionnaire soc-2, edition \d+\n$/);
  expect(await run('load', 'soc-2')).toMatchObject({ code: 0, stdout: loaded });
  const list = (await run('list')).stdout;
  expect(list).toMatch(/framework +soc-2 +SOC 2 2017: installed, edition \d+/);
  expect(list).toMatch(/framework +dora +DORA 2022\/2554: not installed/);
  const client = new Client({ connectionString: made.url });
  await client.connect();
  await client.query(`update framework set library_edition = 0`).finally(() => client.end());
  expect(await run('upgrade', '--check')).toMatchObject({ code: 1, stdout: `To upgrade: framework soc-2, edition ${edition}\n` });
  expect(await run('upgrade')).toMatchObject({ code: 0, stdout: `Upgraded: framework soc-2, edition ${edition}\n` });
  await made.drop();
});

test('permissions: reading needs a view permission, installing needs the same as importing', async () => {
  const [vendors, viewer, frameworks, creator] = await Promise.all([
    server.withPermissions('vendors:view'),
    server.withPermissions('templates:view'),
    server.withPermissions('frameworks:edit', 'frameworks:view'),
    server.withPermissions('templates:create'),
  ]);
  const framework = { input: { kind: 'FRAMEWORK', key: 'none' } };
  const questionnaire = { input: { kind: 'QUESTIONNAIRE', key: 'none' } };
  const plain = `mutation ($input: LibraryItemInput!) { installLibraryItem(input: $input) { item { key } } }`;
  expect(await vendors.code(`{ library { key } }`)).toBe('FORBIDDEN');
  expect(await viewer.code(`{ library { key edition } }`)).toBeUndefined();
  expect(await viewer.code(`{ library { framework { description } } }`)).toBe('FORBIDDEN');
  expect(await frameworks.code(plain, framework)).toBe('NOT_FOUND');
  expect(await frameworks.code(plain, questionnaire)).toBe('FORBIDDEN');
  expect(await creator.code(plain, framework)).toBe('FORBIDDEN');
  expect(await creator.code(plain, questionnaire)).toBe('FORBIDDEN');
});

test('the name of a custom framework is a conflict', async () => {
  const input = { kind: 'FRAMEWORK', key: 'dora' };
  const { framework } = find(await library(), 'FRAMEWORK', input.key);
  await server.admin.data(`mutation ($input: DeleteInput!) { deleteFramework(input: $input) { deletedId } }`, {
    input: { id: framework!.id },
  });
  await importFramework(server, { name: 'dora', version: '2022/2554', controls: [] });
  expect(await server.admin.code(INSTALL, { input })).toBe('CONFLICT');
});

test('a custom framework takes precedence over a library one, for its codes and for certification names', async () => {
  await importFramework(server, {
    name: 'ISO 27001',
    version: 'ours',
    controls: [{ code: 'A.5.1', title: 'Our policies', isSharedResponsibility: true }],
  });
  const templateId = await publishTemplate(server, 'Ours', [
    { title: 'One', questions: [question('Policies?', { controlCodes: ['A.5.1', 'A.5.2'] })] },
  ]);
  const { template } = await server.admin.data<{ template: { sections: { questions: { controls: object[] }[] }[] } }>(
    `query ($id: ID!) { template(id: $id) { sections { questions { controls { code framework { version } } } } } }`,
    { id: templateId },
  );
  expect(template.sections[0]!.questions[0]!.controls).toEqual(
    expect.arrayContaining([
      { code: 'A.5.1', framework: { version: 'ours' } },
      { code: 'A.5.2', framework: { version: '2022' } },
    ]),
  );
  expect(template.sections[0]!.questions[0]!.controls).toHaveLength(2);
  const sharesOf = async (name: string) => {
    const { createCertification } = await server.admin.data<{
      createCertification: { certification: { vendor: { responsibilityActions: { controlTitle: string; frameworkName: string }[] } } };
    }>(
      `mutation ($input: CreateCertificationInput!) { createCertification(input: $input) {
        certification { vendor { responsibilityActions { controlTitle frameworkName } } } } }`,
      { input: { vendorId: await createVendor(server), name } },
    );
    return createCertification.certification.vendor.responsibilityActions;
  };
  const ours = { controlTitle: 'Our policies', frameworkName: 'ISO 27001' };
  expect(await sharesOf('ISO 27001')).toEqual([ours]);
  const [first, ...rest] = await sharesOf('ISO 27001 and SOC 2 Type II');
  expect(first).toEqual(ours);
  expect(new Set(rest.map(({ frameworkName }) => frameworkName))).toEqual(new Set(['SOC 2']));
  await database().query(rawFrom(`update control set is_retired = true where code like 'P%'`));
  expect((await sharesOf('SOC 2')).length).toBeLessThan(rest.length);
});
