import { sql } from '../../src/database/sql';
import { openServices, prepareDatabase } from '../../src/bootstrap';
import { readConfig } from '../../src/kernel/config';
import { loadMigrations } from '../../src/database/migrations';
import { pino } from 'pino';
import { Cluster } from '../kit/cluster';
import { createDatabase } from '../kit/database';
import { Assessor } from '../kit/assessed';
import { PDF } from '../kit/files';
import { createAssessment, createVendor, decide, importFramework, move, publishTemplate, question, sendAssessment } from '../kit/portfolio';
import { RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

const COMPOSED = 'Café Zoë';
const DECOMPOSED = COMPOSED.normalize('NFD');

const namesOf = async (server: TestServer, query: string) =>
  (
    await server.admin.data<{ vendors: { nodes: { name: string }[] } }>(
      `query ($query: String) { vendors(filter: { query: $query }, first: 20) { nodes { name } } }`,
      { query },
    )
  ).vendors.nodes.map(({ name }) => name);

describe('text is stored and searched in one Unicode form', () => {
  let server: TestServer;
  let rest: RestClient;
  beforeAll(async () => {
    server = await startTestServer();
    rest = new RestClient(await server.withKey());
  });
  afterAll(() => server.stop());

  /** As the migration does. */
  async function bringIntoForm(): Promise<void> {
    const [Forms] = loadMigrations().filter(({ name }) => name.endsWith('one_form_of_text'));
    const migration = new Forms!(undefined as never, undefined as never);
    await migration.up();
    for (const statement of migration.getQueries()) await server.services.database.orm.em.execute(statement as string);
  }

  test('the audit log shortens a long question to whole characters', async () => {
    const text = `${'x'.repeat(199)}😀?`;
    const templateId = await publishTemplate(server, 'Long', [{ title: 'S', questions: [question(text)] }]);
    const id = await createAssessment(server, await createVendor(server), templateId);
    const portal = await sendAssessment(server, id);
    const questionId = await portal.idOf(text);
    const reason = `${'y'.repeat(499)}😀!`;
    expect((await portal.save([{ questionId, isNotApplicable: true, notApplicableReason: reason }])).errors).toBeUndefined();
    expect((await portal.submit()).errors).toBeUndefined();
    await move(server.admin, 'startReview', id);
    expect((await decide(server.admin, id, questionId, 'APPROVED')).errors).toBeUndefined();
  });

  test('by GraphQL, in variables and in the query itself', async () => {
    const id = await createVendor(server, { name: DECOMPOSED, notes: DECOMPOSED, tags: [DECOMPOSED] });
    await server.admin.data(`mutation { createVendor(input: { name: "${DECOMPOSED} 2", contactEmail: "a@b.example" }) { vendor { id } } }`);
    const { vendor } = await server.admin.data<{ vendor: object }>(`{ vendor(id: "${id}") { name notes tags } }`);
    expect(vendor).toEqual({ name: COMPOSED, notes: COMPOSED, tags: [COMPOSED] });
    for (const query of [COMPOSED, DECOMPOSED, 'CAFÉ', 'CAFÉ'.normalize('NFD')]) {
      expect(await namesOf(server, query)).toEqual([COMPOSED, `${COMPOSED} 2`]);
    }
  });

  test('by REST, in bodies, addresses and external ids', async () => {
    const made = await rest.send('POST', '/v1/vendors/import', {
      name: 'Ångström',
      contactEmail: 'a@b.example',
      externalId: 'Å 1'.normalize('NFD'),
    });
    expect(made.body).toMatchObject({ name: 'Ångström' });
    const query = new URLSearchParams({ query: 'ångström'.normalize('NFD') });
    expect((await rest.get(`/v1/vendors?${query}`)).body).toMatchObject([{ name: 'Ångström', externalId: 'Å 1' }]);
    for (const form of ['NFC', 'NFD']) {
      expect((await rest.get(`/v1/vendors/external/${encodeURIComponent('Å 1'.normalize(form))}`)).status).toBe(200);
    }
    const again = await rest.send('POST', '/v1/vendors/import', { name: 'Other', contactEmail: 'a@b.example', externalId: 'Å 1' });
    expect(again.status).toBe(400);
  });

  test('in files: unique names are compared in it', async () => {
    const upload = (name: string) => {
      const form = new FormData();
      form.append('file', new Blob([JSON.stringify({ name, controls: [{ code: 'E-1', title: DECOMPOSED }] })]), 'framework.json');
      return server.admin.fetch('/imports/framework', { method: 'POST', body: form });
    };
    const made = await upload(DECOMPOSED);
    expect(await made.json()).toMatchObject({ name: COMPOSED });
    expect((await upload(COMPOSED)).status).toBe(409);
  });

  test('in files that use escapes', async () => {
    const form = new FormData();
    form.append(
      'file',
      new Blob([String.raw`{ "name": "Cafe\u0301", "version": "2", "controls": [{ "code": "E-1", "title": "E" }] }`]),
      'framework.json',
    );
    const made = await server.admin.fetch('/imports/framework', { method: 'POST', body: form });
    expect(await made.json()).toMatchObject({ name: 'Café' });
  });

  test('in files with an accent after an escape, which stays an escape', async () => {
    const form = new FormData();
    form.append(
      'file',
      new Blob([
        '{ "name": "Broken\\n\u0301line", "description": "a\\u000a\u0301b cafe\u0301", "controls": [{ "code": "E-1", "title": "E" }] }',
      ]),
      'framework.json',
    );
    const made = await server.admin.fetch('/imports/framework', { method: 'POST', body: form });
    const { id } = (await made.json()) as { id: string };
    const { framework } = await server.admin.data<{ framework: object }>(`{ framework(id: "${id}") { name description } }`);
    expect(framework).toEqual({ name: 'Broken\n\u0301line', description: 'a\n\u0301b café' });
  });

  test('except endless accents, which cannot keep the server busy', async () => {
    const endless = `${DECOMPOSED}${'\u0315'.repeat(40_000)}${'\u0316'.repeat(40_000)}`;
    const start = Date.now();
    const login = `mutation ($input: LoginInput!) { login(input: $input) { user { id } } }`;
    expect(await server.stranger().code(login, { input: { email: endless, password: 'x' } })).toBeDefined();
    expect(
      await server.admin.fields(`mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`, {
        input: { name: endless, contactEmail: 'a@b.example' },
      }),
    ).toHaveProperty('name');
    expect(Date.now() - start).toBeLessThan(5_000);
    const id = await createVendor(server, { name: `e${'\u0316\u0301'.repeat(15)}` });
    expect((await rest.get(`/v1/vendors/${id}`)).body).toMatchObject({ name: `e${'\u0316\u0301'.repeat(15)}`.normalize() });
  });

  test('but passwords stay as typed', async () => {
    const { roles } = await server.admin.data<{ roles: { id: string }[] }>(`{ roles { id } }`);
    const account = { email: 'nfd@example.org', password: 'pässwörd long enough'.normalize('NFD') };
    await server.admin.data(`mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`, {
      input: { name: 'N', roleId: roles[0]!.id, ...account },
    });
    await server.stranger().login(account);
    const other = await server.stranger().ask(`mutation ($input: LoginInput!) { login(input: $input) { user { id } } }`, {
      input: { ...account, password: account.password.normalize() },
    });
    expect(other.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  test('and so do those of links, also in upload forms', async () => {
    const { templateId } = await Assessor.prepare(server);
    const id = await createAssessment(server, await createVendor(server), templateId);
    const portal = await sendAssessment(server, id, 'pässwörd long enough'.normalize('NFD'));
    const fields = { portalToken: portal.token, assessmentId: id, questionId: await portal.idOf('Policy'), displayName: DECOMPOSED };
    const upload = async (portalPassword: string) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...fields, portalPassword })) form.append(name, value);
      form.append('file', new Blob([PDF]), `${DECOMPOSED}.pdf`);
      const response = await portal.client.fetch('/files', { method: 'POST', body: form });
      return [response.status, await response.json()];
    };
    expect((await upload(portal.password!.normalize()))[0]).toBe(401);
    expect(await upload(portal.password!)).toEqual([201, expect.objectContaining({ displayName: COMPOSED })]);
  });

  test('existing rows are converted, unless another has the name', async () => {
    const { database } = server.services;
    await createVendor(server, { name: 'Old', externalId: 'é' });
    await database.query(
      sql`update vendor set name = ${'Olé'.normalize('NFD')}, tags = ${['é'.normalize('NFD')]}::text[] where name = 'Old'`,
    );
    await createVendor(server, { name: 'Double', externalId: 'x' });
    await database.query(sql`update vendor set external_id = ${'é'.normalize('NFD')} where name = 'Double'`);
    await bringIntoForm();
    expect(
      await database.query(sql`select name, tags, external_id as "externalId" from vendor where name in ('Olé', 'Double') order by name`),
    ).toEqual([
      { name: 'Double', tags: [], externalId: 'é'.normalize('NFD') },
      { name: 'Olé', tags: ['é'], externalId: 'é' },
    ]);
  });

  test('external ids that differ only in case are both converted', async () => {
    const { database } = server.services;
    for (const id of ['ö 1', 'Ö 1']) {
      await createVendor(server, { name: `By ${id}`, externalId: id });
      await database.query(sql`update vendor set external_id = ${id.normalize('NFD')} where external_id = ${id}`);
    }
    await bringIntoForm();
    for (const id of ['ö 1', 'Ö 1']) {
      expect((await rest.get(`/v1/vendors/external/${encodeURIComponent(id)}`)).body).toMatchObject({ name: `By ${id}` });
    }
  });

  test('whatever they contain: accents after line breaks, and names that become equal', async () => {
    const { database } = server.services;
    const templateId = await publishTemplate(server, 'Broken lines', [{ title: 'S', questions: [question('Q?')] }]);
    const lines = `a\n\u0301b\t\u0327 \\n\u0301 "\u0338 \u0001\u0301 cafe\u0301`;
    await database.query(
      sql`update template_question set expected_answer = to_jsonb(array[${lines}::text]) where template_id = ${templateId}`,
    );
    const vendorId = await createVendor(server, { name: 'Shared' });
    for (const form of ['NFC', 'NFD']) {
      await database.query(sql`
        insert into responsibility_action (vendor_id, certification_name, control_code, control_title, framework_name)
        values (${vendorId}, ${COMPOSED.normalize(form)}, 'C-1', ${DECOMPOSED}, 'F')`);
    }
    await database.query(sql`
      insert into responsibility_action (vendor_id, certification_name, control_code, control_title, framework_name)
      values (${vendorId}, ${DECOMPOSED}, 'C-2', 'T', 'F')`);
    await bringIntoForm();
    const [{ expected }] = (await database.query<{ expected: string[] }>(sql`
      select expected_answer as expected from template_question where template_id = ${templateId}`)) as [{ expected: string[] }];
    expect(expected).toEqual([lines.normalize()]);
    const actions = await database.query(sql`
      select certification_name as name, control_code as code, control_title as title from responsibility_action
      where vendor_id = ${vendorId} order by code, certification_name collate "C"`);
    expect(actions).toEqual([
      { name: DECOMPOSED, code: 'C-1', title: COMPOSED },
      { name: COMPOSED, code: 'C-1', title: COMPOSED },
      { name: COMPOSED, code: 'C-2', title: 'T' },
    ]);
  });

  test('controls without a domain are in "General", for searches too', async () => {
    const id = await importFramework(server, {
      name: 'Domains',
      controls: [
        { code: 'D-1', title: 'One' },
        { code: 'D-2', title: 'Two', domain: '  ' },
        { code: 'D-3', title: 'Three', domain: 'Own' },
      ],
    });
    const { body } = await rest.get(`/v1/frameworks/${id}?search=general`);
    expect((body as { controls: { code: string; domain: string }[] }).controls.map(({ code, domain }) => [code, domain])).toEqual([
      ['D-1', 'General'],
      ['D-2', 'General'],
    ]);
    const { controls } = await server.admin.data<{ controls: { code: string }[] }>(`{ controls(search: "GENERAL") { code } }`);
    expect(controls.map(({ code }) => code)).toEqual(expect.arrayContaining(['D-1', 'D-2']));
    const csv = await (await server.admin.fetch(`/exports/frameworks/${id}/controls.csv`)).text();
    expect(csv).toContain('General,D-1,One');
  });
});

describe('searches ignore case whatever the locale of the database', () => {
  test.each([
    ['C', `locale_provider libc locale 'C'`],
    ['C.UTF-8 of PostgreSQL itself', `locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'`],
  ])('%s', async (_name, words) => {
    const { url, drop } = await createDatabase(`template template0 encoding 'UTF8' ${words}`);
    const server = await startTestServer({ databaseUrl: url });
    try {
      for (const name of ['École', 'Über', 'ΟΔΟΣ', 'Ключ', 'İstanbul', 'Ørsted', 'FUẞBALL', 'di̇z']) await createVendor(server, { name });
      const asked = {
        éCOLE: 'École',
        ÜBER: 'Über',
        οδος: 'ΟΔΟΣ',
        οδοσ: 'ΟΔΟΣ',
        КЛЮЧ: 'Ключ',
        istanbul: 'İstanbul',
        ıSTANBUL: 'İstanbul',
        øRSTED: 'Ørsted',
        fußball: 'FUẞBALL',
        i̇stanbul: 'İstanbul',
        DİZ: 'di̇z',
      };
      for (const [query, name] of Object.entries(asked)) expect([query, await namesOf(server, query)]).toEqual([query, [name]]);
    } finally {
      await server.stop();
      await drop();
    }
  });

  test('and so do unique names', async () => {
    const { url, drop } = await createDatabase(`template template0 encoding 'UTF8' locale_provider libc locale 'C'`);
    const server = await startTestServer({ databaseUrl: url });
    const make = {
      role: (name: string) =>
        server.admin.code(`mutation ($name: String!) { createRole(input: { name: $name, permissions: [] }) { role { id } } }`, { name }),
      key: (name: string) =>
        server.admin.code(`mutation ($name: String!) { createApiKey(input: { name: $name }) { apiKey { id } } }`, { name }),
      framework: (name: string) =>
        server.admin.code(`mutation ($input: ImportFrameworkInput!) { importFramework(input: $input) { framework { id } } }`, {
          input: { framework: { name, version: '1', controls: [{ code: 'A', title: 'B' }] } },
        }),
    };
    try {
      for (const create of Object.values(make)) {
        for (const name of ['Clé', 'ärger', 'STRAẞE', 'İz']) expect([name, await create(name)]).toEqual([name, undefined]);
        for (const name of ['CLÉ', 'ÄRGER', 'straße', 'i̇z', 'IZ']) expect([name, await create(name)]).toEqual([name, 'CONFLICT']);
      }
      await server.services.database.query(sql`update api_key set expires_at = now() where name = 'Clé'`);
      expect(await make.key('CLÉ')).toBeUndefined(); // the name of an expired key is free
      expect(await make.key('clé')).toBe('CONFLICT');
      expect(await make.role('vıewer')).toBe('CONFLICT'); // with the system's own
      await expect(prepareDatabase({ services: server.services } as never)).resolves.toEqual([]); // which it finds again
    } finally {
      await server.stop();
      await drop();
    }
  });

  test('a missing database is created in UTF-8, whatever the encoding of the others', async () => {
    const cluster = await Cluster.start({}, 'LATIN1');
    const config = readConfig({ LOG_LEVEL: 'silent', DATABASE_URL: cluster.url() });
    try {
      // Servers that start at once each find it or create it.
      const opened = await Promise.all(Array.from({ length: 3 }, () => openServices(config, pino({ level: 'silent' }), () => undefined)));
      await prepareDatabase(opened[0]!);
      for (const one of opened) await one.close();
      const made = `select pg_encoding_to_char(encoding) as encoding from pg_database where datname = 'vetgraph'`;
      expect(await cluster.query(made)).toEqual([{ encoding: 'UTF8' }]);
    } finally {
      await cluster.remove();
    }
  });

  test('one that is not UTF-8 is refused with one line', async () => {
    const { url, drop } = await createDatabase(`template template0 encoding 'LATIN1' locale_provider libc locale 'C'`);
    const config = readConfig({ LOG_LEVEL: 'silent', DATABASE_URL: url });
    const start = async () => prepareDatabase(await openServices(config, pino({ level: 'silent' }), () => undefined));
    await expect(start()).rejects.toThrow(
      /^The database "test_\w+" is encoded in LATIN1, but Vetgraph needs UTF8: create one with "[^\n]+DATABASE_URL to it$/,
    );
    await drop();
  });
});

describe('an import says what it accepts', () => {
  let server: TestServer;
  beforeAll(async () => (server = await startTestServer()));
  afterAll(() => server.stop());

  const XML = '<?xml version="1.0"?>\n<catalog xmlns="http://csrc.nist.gov/ns/oscal/1.0"/>';
  const YAML = '# A framework\nname: Ours\ncontrols:\n  - code: A\n    title: B\n';
  const OURS = 'JSON (our own form, or an OSCAL catalog), or CSV in a file whose name ends in .csv';
  const upload = async (content: string | Uint8Array<ArrayBuffer>, fileName: string) => {
    const form = new FormData();
    form.append('file', new Blob([content]), fileName);
    const answer = await server.admin.fetch('/imports/framework', { method: 'POST', body: form });
    return { status: answer.status, text: await answer.text() };
  };

  test.each([
    ['XML', XML, 'catalog.xml', OURS],
    ['XML', `<!-- ours -->\n<catalog/>`, 'catalog.xml', OURS],
    ['HTML', '<!doctype html>\n<title>Not found</title>', 'catalog.json', OURS],
    ['HTML', '<!-- a page -->\n<html lang="en">', 'catalog.json', OURS],
    ['YAML', YAML, 'framework.yaml', OURS],
    ['CSV', 'code,title\nA.1,One\n', 'controls.txt', OURS],
    ['PDF', '%PDF-1.7\n1 0 obj', 'framework.pdf', OURS],
    ['PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'), 'framework.pdf', OURS],
    ['PDF', '%PDF-1.7\n1 0 obj', 'controls.csv', 'CSV is expected: a header line with code, title'],
    ['ZIP', 'PK\x03\x04\x14\0\0\0a.json', 'framework.zip', OURS],
    ['XLSX', Buffer.from('PK\x03\x04\x14\0\x06\0\xff[Content_Types].xml\nPK\x03\x04xl/workbook.xml', 'latin1'), 'framework.xlsx', OURS],
    ['XLSX', Buffer.from('PK\x03\x04\xff xl/workbook.xml', 'latin1'), 'controls.csv', 'accepted here: CSV'],
    ['not JSON', '\0\x01\x02\x03', 'framework.bin', OURS],
    ['not JSON', 'Hello there', 'framework.txt', OURS],
    ['not text in UTF-8', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'framework.png', OURS],
    ['empty', '\n', 'framework.json', OURS],
    ['XML', XML, 'controls.csv', 'CSV is expected: a header line with code, title'],
    ['YAML', YAML, 'controls.csv', 'CSV is expected: a header line with code, title'],
    ['JSON', '{ "name": "Ours" }', 'controls.csv', 'CSV is expected: a header line with code, title'],
  ])('%s to /imports/framework', async (kind, content, fileName, taken) => {
    const { status, text } = await upload(content, fileName);
    expect(status).toBe(400);
    expect(text).toContain(`is ${kind}`);
    expect(text).toContain(taken);
  });

  test.each([
    ['text/xml', XML],
    ['application/yaml', YAML],
    ['text/csv', 'code,title\nA.1,One\n'],
    ['application/json', '{ "name": "Ours" }'],
  ])('%s to /imports/framework, without a form', async (type, body) => {
    const answer = await server.admin.fetch('/imports/framework', { method: 'POST', body, headers: { 'content-type': type } });
    expect([answer.status, await answer.json()]).toEqual([
      415,
      { error: `Send the file as multipart/form-data, in the field "file"; accepted here: ${OURS}` },
    ]);
  });

  test.each([
    ['XML in a string', XML],
    ['YAML in a string', YAML],
    ['CSV in a string', 'code,title\nA.1,One\n'],
    ['JSON in a string', '{ "name": "Ours", "controls": [] }'],
    ['a string', 'Ours'],
  ])('%s in place of an object', async (kind, text) => {
    const framework = `mutation ($text: JSON!) { importFramework(input: { framework: $text }) { framework { id } } }`;
    expect(await server.admin.fields(framework, { text })).toEqual({
      framework: `is ${kind}; accepted here: a JSON object (our own form, or an OSCAL catalog); send a file to /imports/framework, or a table with importFrameworkCsv`,
    });
    const template = `mutation ($text: JSON!) { importTemplate(input: { template: $text }) { template { id } } }`;
    expect(await server.admin.fields(template, { text })).toEqual({
      template: `is ${kind}; accepted here: a JSON object, as Template.export returns it`,
    });
  });

  test.each([
    ['XML', XML],
    ['YAML', YAML],
    ['JSON', '[{ "name": "Acme" }]'],
  ])('%s to the import of vendors', async (kind, csv) => {
    const { errors } = await server.admin.ask(`mutation ($input: ImportVendorsInput!) { importVendors(input: $input) { created } }`, {
      input: { csv },
    });
    expect(errors?.[0]?.message).toContain(`is ${kind}, but CSV is expected: a header line with id, name`);
  });

  test.each([
    ['XML', XML],
    ['YAML', YAML],
  ])('%s as a body', async (kind, body) => {
    const answer = await server.admin.fetch('/api/v1/vendors/import', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(`is ${kind}, but JSON is expected`);
  });
});
