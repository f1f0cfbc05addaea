import { csvLines } from '../../src/platform/csv';
import { systemContext } from '../../src/kernel/context';
import { ownFieldCells } from '../../src/domains/vendor/own-fields.loaders';
import * as ownFields from '../../src/domains/vendor/own-fields.store';
import { type Sql, sql } from '../../src/database/sql';
import { ADMIN } from '../kit/accounts';
import { Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { readPdf } from '../kit/pdf';
import { RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';
import { beyond, eachTime, statementsDuring } from '../kit/statements';

/** Fields that an organisation adds to its vendors. */

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const SETTINGS = `mutation ($fields: [VendorFieldInput!]) { updateSettings(input: { vendorFields: $fields }) {
  settings { revision vendorFields { key label kind isRequired options helpText } } } }`;
const CREATE = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id revision fields { key value } } } }`;
const UPDATE = `mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { revision fields { key value } } } }`;
const IMPORT = `mutation ($input: ImportVendorsInput!) { importVendors(input: $input) {
  created updated unchanged invalid ignoredColumns rows { outcome vendorId changedFields errors { column message } } } }`;
const LIST = `query ($fields: [VendorFieldFilter!]) { vendors(filter: { fields: $fields }) { totalCount nodes { name } } }`;

const FIELDS = [
  { key: 'costCentre', label: 'Cost centre', kind: 'TEXT', helpText: 'Who pays' },
  { key: 'spend', label: 'Spend', kind: 'NUMBER' },
  { key: 'since', label: 'Since', kind: 'DATE' },
  { key: 'hosting', label: 'Hosting', kind: 'CHOICE', options: ['EU', 'US', 'On premises'] },
  { key: 'dpa', label: 'DPA', kind: 'YES_NO' },
  { key: 'sponsor', label: 'Sponsor', kind: 'PERSON' },
];

interface Fields {
  fields: { key: string; value: unknown }[];
}
const set = (fields: object[]) => server.admin.data<{ updateSettings: { settings: { revision: number } } }>(SETTINGS, { fields });
const faultsOf = (fields: object[]) => server.admin.fields(SETTINGS, { fields });
let made = 0;
const input = (more: object = {}) => ({ name: `Vendor ${++made}`, contactEmail: 'v@vendor.example', ...more });
const create = async (fields?: object, more: object = {}, as: GraphQLClient = server.admin) =>
  (await as.data<{ createVendor: { vendor: Fields & { id: string; revision: number } } }>(CREATE, { input: input({ fields, ...more }) }))
    .createVendor.vendor;
const update = async (id: string, fields: object, more: object = {}) =>
  (await server.admin.data<{ updateVendor: { vendor: Fields & { revision: number } } }>(UPDATE, { input: { id, fields, ...more } }))
    .updateVendor.vendor;
const valuesOf = async (id: string) => {
  const { vendor } = await server.admin.data<{ vendor: Fields }>(`query ($id: ID!) { vendor(id: $id) { fields { key value } } }`, { id });
  return Object.fromEntries(vendor.fields.map(({ key, value }) => [key, value]));
};
const newUser = async (name: string) => {
  const { roles } = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  const roleId = roles.find((role) => role.name === 'Viewer')!.id;
  const email = `${name.toLowerCase()}@example.org`;
  const { createUser } = await server.admin.data<{ createUser: { user: { id: string } } }>(
    `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
    { input: { name, email, password: 'a long enough password', roleId } },
  );
  return { id: createUser.user.id, email };
};
const changesOf = async (entityId: string) => {
  const { auditLog } = await server.admin.data<{
    auditLog: {
      nodes: { action: string; meta: { fields?: string[] } | null; changes: { field: string; before: unknown; after: unknown }[] }[];
    };
  }>(`query ($filter: AuditFilter) { auditLog(filter: $filter) { nodes { action meta changes { field before after } } } }`, {
    filter: { entityId },
  });
  return auditLog.nodes;
};

beforeEach(() => set(FIELDS));

test('the settings hold them in their order, and everybody who is signed in reads them', async () => {
  const viewer = await server.withRole('Viewer');
  const { settings } = await viewer.data<{ settings: { vendorFields: object[] } }>(
    `{ settings { vendorFields { key label kind isRequired options helpText } } }`,
  );
  expect(settings.vendorFields).toEqual(FIELDS.map((field) => ({ isRequired: false, options: [], helpText: null, ...field })));
  expect(await viewer.code(SETTINGS, { fields: [] })).toBe('FORBIDDEN');
  // The same again is no change.
  const { revision } = (await set(FIELDS)).updateSettings.settings;
  expect((await set(FIELDS)).updateSettings.settings.revision).toBe(revision);
});

test('a key has a form of its own, and is no column of an import', async () => {
  const field = (key: string) => [{ key, label: 'A', kind: 'TEXT' }];
  for (const key of [
    '',
    '1st',
    '_a',
    'a-b',
    'a b',
    'é',
    'a'.repeat(65),
    'name',
    'NAME',
    'contactEmail',
    'contact_email',
    'ownerEmail',
    'id',
  ]) {
    expect(Object.keys((await faultsOf(field(key)))!)).toEqual(['vendorFields.0.key']);
  }
  for (const key of ['a', 'Z9_', 'a'.repeat(64)]) expect(await faultsOf([...FIELDS, ...field(key)])).toBeUndefined();
  expect(await faultsOf([...field('twice'), ...field('twice')])).toHaveProperty(['vendorFields.1.key']);
  expect(await faultsOf([...field('twoWords'), ...field('two_words')])).toHaveProperty(['vendorFields.1.key']);
});

test('options are those of a choice, 1 to 200', async () => {
  const choice = (options: unknown, kind = 'CHOICE') => [{ key: 'choice', label: 'A', kind, options }];
  const many = Array.from({ length: 201 }, (_, i) => `Option ${i}`);
  for (const options of [[], null, ['A', 'A'], [' '], many])
    expect(await server.admin.code(SETTINGS, { fields: choice(options) })).toBe('BAD_USER_INPUT');
  expect(await faultsOf(choice(['A'], 'TEXT'))).toEqual({ 'vendorFields.0.options': 'are only for a CHOICE' });
  expect(await faultsOf(choice(many.slice(1)))).toBeUndefined();
  expect(await faultsOf(Array.from({ length: 101 }, (_, i) => ({ key: `f${i}`, label: 'A', kind: 'TEXT' })))).toHaveProperty([
    'vendorFields',
  ]);
});

test('the kind of a key stays, also when the field was gone in between; its values come back with it', async () => {
  const { id } = await create({ spend: 12.5 });
  const asText = [{ key: 'spend', label: 'Spend', kind: 'TEXT' }];
  expect(await faultsOf(asText)).toEqual({ 'vendorFields.0.kind': expect.stringContaining('must stay NUMBER') });
  await set(FIELDS.filter(({ key }) => key !== 'spend'));
  expect(await valuesOf(id)).not.toHaveProperty('spend');
  expect(await server.admin.fields(UPDATE, { input: { id, fields: { spend: 1 } } })).toEqual({ 'fields.spend': 'is no own field' });
  expect(await faultsOf(asText)).toHaveProperty(['vendorFields.0.kind']);
  await set(FIELDS);
  expect(await valuesOf(id)).toHaveProperty('spend', 12.5);
});

test('a vendor has every field, in the order of the settings, and changes by key', async () => {
  const { id: sponsor } = await newUser('Sam');
  const all = { costCentre: ' CC 1 ', spend: -0.5, since: '2024-02-29', hosting: 'EU', dpa: false, sponsor };
  const { id, fields, revision } = await create(all);
  expect(fields).toEqual(FIELDS.map(({ key }) => ({ key, value: all[key as keyof typeof all] })));
  const { vendor } = await server.admin.data<{ vendor: { fields: object[] } }>(
    `query ($id: ID!) { vendor(id: $id) { fields { key label kind person { id name } } } }`,
    { id },
  );
  expect(vendor.fields[5]).toEqual({ key: 'sponsor', label: 'Sponsor', kind: 'PERSON', person: { id: sponsor, name: 'Sam' } });
  expect(vendor.fields[0]).toMatchObject({ person: null });
  const after = await update(id, { spend: null, dpa: true }, { expectedRevision: revision });
  expect(after.revision).toBe(revision + 1);
  expect(await valuesOf(id)).toEqual({ ...all, spend: null, dpa: true });
  // What doesn't change is no change; an older revision is refused.
  expect((await update(id, { dpa: true })).revision).toBe(after.revision);
  expect(await server.admin.code(UPDATE, { input: { id, fields: { dpa: false }, expectedRevision: revision } })).toBe('CONFLICT');
});

test('faults are named by key, and nothing is done', async () => {
  const { id } = await create({ hosting: 'US' });
  const wrong = {
    costCentre: 'x'.repeat(2_001),
    spend: '12',
    since: '2025-02-30',
    hosting: 'Mars',
    dpa: 'yes',
    sponsor: '00000000-0000-4000-8000-000000000000',
    colour: 'red',
  };
  const faults = Object.keys(wrong).map((key) => `fields.${key}`);
  expect(Object.keys((await server.admin.fields(UPDATE, { input: { id, fields: wrong } }))!).sort()).toEqual(faults.sort());
  expect(Object.keys((await server.admin.fields(CREATE, { input: input({ fields: wrong }) }))!).sort()).toEqual(faults.sort());
  for (const fields of [[], 'text', 3]) expect(await server.admin.fields(UPDATE, { input: { id, fields } })).toHaveProperty('fields');
  expect(await valuesOf(id)).toMatchObject({ hosting: 'US', costCentre: null });
  expect(await server.admin.fields(CREATE, { input: input({ fields: { costCentre: 'é'.repeat(2_000) } }) })).toBeUndefined();
});

test('a required one must be there in GraphQL and CSV; REST knows none', async () => {
  const { id } = await create({});
  await set(FIELDS.map((field) => ({ ...field, isRequired: field.key === 'costCentre' })));
  expect(await server.admin.fields(CREATE, { input: input() })).toEqual({ 'fields.costCentre': 'is required' });
  expect(await server.admin.fields(CREATE, { input: input({ fields: { costCentre: ' ' } }) })).toEqual({
    'fields.costCentre': 'is required',
  });
  expect(await server.admin.fields(UPDATE, { input: { id, fields: { costCentre: null } } })).toEqual({
    'fields.costCentre': 'is required',
  });
  // A vendor from before goes on without.
  expect((await update(id, { dpa: true })).fields).toContainEqual({ key: 'dpa', value: true });
  const rest = new RestClient(server.admin);
  const posted = await rest.send<{ id: string }>('POST', '/v1/vendors/import', {
    name: 'By REST',
    contactEmail: 'r@rest.example',
    externalId: 'R-1',
  });
  expect(posted.status).toBe(201);
  expect((await rest.send('PUT', `/v1/vendors/${posted.body.id}`, { notes: 'Still' })).status).toBe(200);
  const imported = async (csv: string) =>
    (await server.admin.data<{ importVendors: { rows: { outcome: string; errors: object[] }[] } }>(IMPORT, { input: { csv } }))
      .importVendors.rows;
  expect(await imported('name,contactEmail\nBy CSV,c@csv.example')).toMatchObject([
    { outcome: 'INVALID', errors: [{ column: 'costCentre', message: 'is required' }] },
  ]);
  expect(await imported('name,contactEmail,costCentre\nBy CSV,c@csv.example,')).toMatchObject([{ outcome: 'INVALID' }]);
  // Of a vendor that has none, an empty cell clears nothing.
  expect(await imported('externalId,costCentre\nR-1,')).toMatchObject([{ outcome: 'UNCHANGED' }]);
  expect(await imported('externalId,costCentre\nR-1,CC 7')).toMatchObject([{ outcome: 'UPDATED', changedFields: ['fields.costCentre'] }]);
  expect(await imported('externalId,costCentre\nR-1,')).toMatchObject([{ outcome: 'INVALID', errors: [{ column: 'costCentre' }] }]);
});

test('CSV reads columns by key, and what is written out imports again unchanged', async () => {
  const { id: sponsor, email } = await newUser('Sandra');
  const csv = [
    'Name,Contact Email,External ID,COST_CENTRE,spend,since,hosting,DPA,sponsor,colour',
    `One,a@one.example,csv-1," =1+1 ",1e3,2025-01-31,On premises,Yes,${email.toUpperCase()},red`,
    'Two,a@two.example,csv-2,,-7.5,,EU,NO,,',
    'Bad,a@bad.example,csv-3,,many,31.1.2025,Mars,maybe,nobody@example.org,',
  ].join('\n');
  const { importVendors } = await server.admin.data<{
    importVendors: { created: number; ignoredColumns: string[]; rows: { vendorId: string; errors: { column: string }[] }[] };
  }>(IMPORT, { input: { csv } });
  expect(importVendors).toMatchObject({ created: 2, ignoredColumns: ['colour'] });
  const [one, two, bad] = importVendors.rows;
  expect(bad!.errors.map(({ column }) => column).sort()).toEqual(['dpa', 'hosting', 'since', 'spend', 'sponsor']);
  expect(await valuesOf(one!.vendorId)).toEqual({
    costCentre: ' =1+1 ',
    spend: 1_000,
    since: '2025-01-31',
    hosting: 'On premises',
    dpa: true,
    sponsor,
  });
  expect(await valuesOf(two!.vendorId)).toEqual({ costCentre: null, spend: -7.5, since: null, hosting: 'EU', dpa: false, sponsor: null });
  // An option that is gone stays with those who have it.
  await set(FIELDS.map((field) => (field.key === 'hosting' ? { ...field, options: ['EU'] } : field)));
  const { keys, cellsOf } = await ownFieldCells(systemContext(server.services), [one!.vendorId, two!.vendorId]);
  const out = csvLines([
    ['externalId', ...keys],
    ['csv-1', ...cellsOf(one!.vendorId)],
    ['csv-2', ...cellsOf(two!.vendorId)],
  ]);
  expect(out).toContain(`On premises,yes,${email}`);
  expect(await server.admin.data(IMPORT, { input: { csv: out } })).toMatchObject({ importVendors: { unchanged: 2, invalid: 0 } });
  expect(await server.admin.fields(UPDATE, { input: { id: two!.vendorId, fields: { hosting: 'US' } } })).toHaveProperty(['fields.hosting']);
});

test('a file can’t say which line breaks a text had, so others are no change', async () => {
  const { id } = await create({ costCentre: 'One\r\nTwo' }, { externalId: 'breaks' });
  const outcome = async (text: string) => {
    const input = { csv: `externalId,costCentre\nbreaks,"${text}"` };
    return (await server.admin.data<{ importVendors: { rows: { outcome: string }[] } }>(IMPORT, { input })).importVendors.rows[0]!.outcome;
  };
  expect(await outcome('One\nTwo')).toBe('UNCHANGED');
  expect(await valuesOf(id)).toMatchObject({ costCentre: 'One\r\nTwo' });
  expect(await outcome('One\nThree')).toBe('UPDATED');
});

test('those who may not see vendors learn nothing from a dry run', async () => {
  await create({ hosting: 'US' }, { externalId: 'blind' });
  const blind = await server.withPermissions('vendors:edit', 'vendors:create');
  const row = async (csv: string) =>
    (await blind.data<{ importVendors: { rows: object[] } }>(IMPORT, { input: { csv, dryRun: true } })).importVendors.rows[0];
  expect(await row('externalId,hosting\nblind,US')).toEqual(await row('externalId,hosting\nblind,EU'));
  await set(FIELDS.map((field) => (field.key === 'hosting' ? { ...field, options: ['EU'] } : field)));
  expect(await row('externalId,hosting\nblind,US')).toMatchObject({ outcome: 'INVALID' });
});

test('vendors are found by them', async () => {
  const tag = `F${made}`;
  const { id: sponsor } = await newUser('Finder');
  const long = 'x'.repeat(1_999);
  const named = async (name: string, fields: object) => create(fields, { name: `${tag} ${name}` });
  await named('a', { costCentre: 'Éclair CC-1', spend: 10, since: '2025-01-01', hosting: 'EU', dpa: true, sponsor });
  await named('b', { costCentre: `${long}b`, spend: 9.5, since: '2025-06-30', hosting: 'US', dpa: false });
  await named('c', { costCentre: `${long}c`, spend: 100, since: '2025-12-31' });
  await named('d', {});
  const odd = String.raw`O'Neil \ "50%" & (co) | !a:* İstanbul_`;
  await named('e', { costCentre: odd });
  const find = async (...fields: object[]) => {
    const query = `query ($filter: VendorFilter) { vendors(filter: $filter) { totalCount nodes { name } } }`;
    const { vendors } = await server.admin.data<{ vendors: { nodes: { name: string }[] } }>(query, { filter: { query: tag, fields } });
    return vendors.nodes.map(({ name }) => name.at(-1)).join('');
  };
  expect(await find({ key: 'costCentre', equals: 'Éclair CC-1' })).toBe('a');
  expect(await find({ key: 'costCentre', equals: 'éclair cc-1' })).toBe('');
  expect(await find({ key: 'costCentre', equals: `${long}b` })).toBe('b');
  expect(await find({ key: 'costCentre', contains: 'éCLAIR' })).toBe('a');
  for (const part of ['É', 'cc', 'C-1', 'lair c', 'éclair cc-1']) expect(await find({ key: 'costCentre', contains: part })).toBe('a');
  for (const part of ['xc', 'xxc', long.slice(0, 150) + 'c']) expect(await find({ key: 'costCentre', contains: part })).toBe('c');
  for (const part of ["O'", '\\', ' "5', '& (', ') |', '!A:', ':*', 'ISTANBUL_'])
    expect(await find({ key: 'costCentre', contains: part })).toBe('e');
  for (const part of ['%_', "''", 'neil \\ 5', 'X' + odd, 'éclaircc']) expect(await find({ key: 'costCentre', contains: part })).toBe('');
  expect(await find({ key: 'spend', equals: 10 })).toBe('a');
  expect(await find({ key: 'spend', from: 9.5, to: 10 })).toBe('ab');
  expect(await find({ key: 'spend', from: 11 })).toBe('c');
  expect(await find({ key: 'since', from: '2025-06-30' })).toBe('bc');
  expect(await find({ key: 'since', to: '2025-06-30' })).toBe('ab');
  expect(await find({ key: 'hosting', equals: 'US' })).toBe('b');
  expect(await find({ key: 'hosting', equals: 'Mars' })).toBe('');
  expect(await find({ key: 'dpa', equals: false })).toBe('b');
  expect(await find({ key: 'sponsor', equals: sponsor.toUpperCase() })).toBe('a');
  expect(await find({ key: 'dpa', isSet: false })).toBe('cde');
  expect(await find({ key: 'dpa', isSet: true })).toBe('ab');
  expect(await find({ key: 'dpa' }, { key: 'spend', equals: null, contains: null, isSet: null })).toBe('abcde');
  expect(await find({ key: 'dpa', equals: true }, { key: 'spend', to: 5 })).toBe('');
  // Where many have it, or have none, the conditions are others.
  const those = async (condition: Sql) => {
    const rows = await server.services.database.query<{ name: string }>(
      sql`select name from vendor where starts_with(name, ${tag + ' '}) and ${condition} order by name`,
    );
    return rows.map(({ name }) => name.at(-1)).join('');
  };
  expect(await those(ownFields.hasValueOften('costCentre', [{ contains: 'Xx' }, { equals: `${long}c` }]))).toBe('c');
  expect(await those(ownFields.hasNoValue('dpa'))).toBe('cde');
  const refused = [
    { key: 'colour' },
    { key: 'spend', contains: '1' },
    { key: 'hosting', contains: 'E' },
    { key: 'costCentre', from: 'a' },
    { key: 'dpa', to: true },
    { key: 'sponsor', from: sponsor },
    { key: 'spend', equals: '10' },
    { key: 'since', from: '2025-02-30' },
    { key: 'dpa', equals: 'yes' },
    { key: 'costCentre', equals: { a: 1 } },
    { key: 'spend', to: [1] },
  ];
  for (const field of refused) expect(await server.admin.code(LIST, { fields: [field] })).toBe('BAD_USER_INPUT');
  expect(await server.admin.fields(LIST, { fields: [{ key: 'spend' }, { key: 'spend', contains: 'x' }] })).toHaveProperty([
    'filter.fields.1.contains',
  ]);
});

test('a filter has at most 100 conditions on them', async () => {
  const fields = Array.from({ length: 101 }, () => ({ key: 'dpa', isSet: true }));
  expect(await server.admin.fields(LIST, { fields })).toEqual({ 'filter.fields': expect.any(String) });
  await server.admin.data(LIST, { fields: fields.slice(1) });
});

test('the audit log tells before and after by field, and the past shows what was', async () => {
  const ann = await newUser('Annabel');
  const { id } = await create({ hosting: 'EU' });
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
  await pause();
  const at = new Date().toISOString();
  await pause();
  await update(id, { hosting: 'US', sponsor: ann.id, spend: 3 });
  const [entry, first] = await changesOf(id);
  expect(entry).toMatchObject({ action: 'UPDATE_VENDOR', meta: { fields: ['fields.spend', 'fields.hosting', 'fields.sponsor'] } });
  expect(entry!.changes).toEqual(
    expect.arrayContaining([
      { field: 'fields.hosting', before: 'EU', after: 'US' },
      { field: 'fields.spend', before: null, after: 3 },
      { field: 'fields.sponsor', before: null, after: { id: ann.id, name: 'Annabel' } },
    ]),
  );
  expect(first!.changes).toContainEqual({ field: 'fields.hosting', before: null, after: 'EU' });
  const past = await server.admin.data<{ vendor: Fields }>(
    `query ($id: ID!, $at: DateTime!) @asOf(at: $at) { vendor(id: $id) { fields { key value } } }`,
    { id, at },
  );
  expect(past.vendor.fields).toContainEqual({ key: 'hosting', value: 'EU' });
  expect(past.vendor.fields).toContainEqual({ key: 'sponsor', value: null });
  const { events } = await server.admin.data<{ events: { nodes: { type: string; changes: { field: string }[] | null }[] } }>(
    `{ events(first: 100, after: "start") { nodes { type changes { field } } } }`,
  );
  expect(events.nodes.some(({ changes }) => changes?.some(({ field }) => field === 'fields.sponsor'))).toBe(true);
});

test('whoever is deleted or erased is in no field any more', async () => {
  const gone = await newUser('Gone');
  const erased = await newUser('Erasmus');
  const one = await create({ sponsor: gone.id, hosting: 'EU' });
  const two = await create({ sponsor: erased.id });
  await server.admin.data(`mutation ($input: DeleteInput!) { deleteUser(input: $input) { deletedId } }`, { input: { id: gone.id } });
  await server.admin.data(`mutation ($input: EraseUserInput!) { eraseUser(input: $input) { erasedId } }`, {
    input: { id: erased.id, confirmName: 'Erasmus' },
  });
  expect(await valuesOf(one.id)).toMatchObject({ sponsor: null, hosting: 'EU' });
  expect(await valuesOf(two.id)).toMatchObject({ sponsor: null });
  expect(JSON.stringify(await changesOf(two.id))).not.toContain('Erasmus');
});

test('a page of vendors takes as many statements as one vendor, persons included', async () => {
  const people = await Promise.all(['Pia', 'Per', 'Pam'].map(newUser));
  await create({ sponsor: people[0]!.id }, { tags: ['few'] });
  for (const { id } of people) await create({ sponsor: id, hosting: 'EU' }, { tags: ['many'] });
  const query = `query ($filter: VendorFilter) { vendors(filter: $filter) { nodes { fields { key value person { name email } } } } }`;
  const sent = async (tag: string) => eachTime(await statementsDuring(() => server.admin.data(query, { filter: { tag } })));
  await sent('few');
  const few = await sent('few');
  const many = await sent('many');
  expect(many).toHaveLength(few.length);
  expect(beyond(many, few).length).toBeLessThanOrEqual(2); // "= any" instead of "="
});

test('a role in one portfolio shows and changes those of its vendors only', async () => {
  const { createPortfolio } = await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(
    `mutation { createPortfolio(input: { name: "Own" }) { portfolio { id } } }`,
  );
  const portfolioId = createPortfolio.portfolio.id;
  const { id } = await create({ costCentre: 'Elsewhere' });
  const mine = await create({ costCentre: 'Here' }, { portfolioId });
  const { roles } = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  const { id: userId, email } = await newUser('Scoped');
  await server.admin.data(`mutation ($input: AssignRoleInput!) { assignRole(input: $input) { user { id } } }`, {
    input: { userId, roleId: roles.find(({ name }) => name === 'Reviewer')!.id, portfolioIds: [portfolioId] },
  });
  const scoped = server.stranger();
  await scoped.login({ email, password: 'a long enough password' });
  const found = await scoped.data(LIST, { fields: [{ key: 'costCentre', isSet: true }] });
  expect(found).toMatchObject({ vendors: { totalCount: 1 } });
  expect(await scoped.code(UPDATE, { input: { id, fields: { costCentre: 'Taken' } } })).toBe('NOT_FOUND');
  expect(await scoped.code(UPDATE, { input: { id: mine.id, fields: { costCentre: 'Mine' } } })).toBeUndefined();
  expect(await valuesOf(id)).toMatchObject({ costCentre: 'Elsewhere' });
  expect(await valuesOf(mine.id)).toMatchObject({ costCentre: 'Mine' });
});

test('the report of an assessment shows them', async () => {
  const { users } = await server.admin.data<{ users: { id: string; email: string }[] }>(`{ users { id email } }`);
  const sponsor = users.find(({ email }) => email === ADMIN.email)!.id;
  const assessor = await Assessor.prepare(server);
  const { id: vendorId } = await create({ costCentre: 'CC-4711', spend: 1_234_567, dpa: true, sponsor, since: '2024-05-06' });
  const { id } = await assessor.sent(vendorId);
  const response = await server.admin.fetch(`/api/assessments/${id}/pdf`);
  const { letters } = await readPdf(new Uint8Array(await response.arrayBuffer()));
  for (const text of ['CC-4711', '1,234,567', 'DPAYes', 'Sponsor']) expect(letters).toContain(text);
  expect(letters).not.toContain(sponsor);
});
