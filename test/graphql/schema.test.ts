import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  buildSchema,
  findBreakingChanges,
  findDangerousChanges,
  getNamedType,
  type GraphQLEnumType,
  type GraphQLScalarType,
  graphqlSync,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { ALL_PERMISSIONS } from '../../src/auth/permissions';
import { AUDIT_ACTIONS } from '../../src/domains/audit/audit.actions';
import { emitSdl } from '../../src/graphql/build-schema';
import { sharedGraphQLSchema } from '../../src/schema';

const root = path.join(__dirname, '../..');
const schema = sharedGraphQLSchema();
const committed = readFileSync(path.join(root, 'schema/schema.graphql'), 'utf8');

test('schema/schema.graphql matches the code (npm run schema)', () => {
  expect(emitSdl(schema)).toBe(committed);
});

test('nothing promised to clients has been removed', () => {
  const promised = buildSchema(readFileSync(path.join(__dirname, 'promised.graphql'), 'utf8'));
  expect(findBreakingChanges(promised, schema).map(({ description }) => description)).toEqual([]);
  expect(findDangerousChanges(promised, schema).filter(({ type }) => type === 'ARG_DEFAULT_VALUE_CHANGE')).toEqual([]);
});

/** Everything that can be described, by its full name. */
function* describable(): Generator<[string, { name: string; description?: string | null }]> {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue;
    yield [type.name, type];
    if (isEnumType(type)) for (const value of type.getValues()) yield [`${type.name}.${value.name}`, value];
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      yield [`${type.name}.${field.name}`, field];
      if ('args' in field) for (const arg of field.args) yield [`${type.name}.${field.name}(${arg.name})`, arg];
    }
  }
}

test('every type, field, input field, argument and enum value has a description that says more than its name', () => {
  const wordless = (text: string) =>
    text
      .toLowerCase()
      .replace(/^(a|an|the|its) /, '')
      .replace(/[^a-z0-9]/g, '');
  const all = [...describable()];
  expect(all.filter(([, { description }]) => !description?.trim()).map(([name]) => name)).toEqual([]);
  const repeated = all.filter(([place, { name, description }]) =>
    /\(|^[^.]+$/.test(place) || /^[A-Z_0-9]+$/.test(name) ? wordless(description!) === wordless(name) : false,
  );
  expect(repeated.map(([name]) => name)).toEqual([]);
});

test('scalars name their specification, also in the SDL', () => {
  const own = Object.values(schema.getTypeMap()).filter(
    (type) => isScalarType(type) && !isSpecifiedScalarType(type),
  ) as GraphQLScalarType[];
  expect(own.map(({ name }) => name).sort()).toEqual(['Date', 'DateTime', 'EmailAddress', 'JSON']);
  for (const { name, specifiedByURL } of own) {
    expect([name, specifiedByURL]).toEqual([name, expect.stringMatching(/^https:/)]);
    expect(committed).toContain(`scalar ${name} @specifiedBy(url: "${specifiedByURL}")`);
  }
  const told = graphqlSync({ schema, source: `{ __type(name: "DateTime") { specifiedByURL } }` });
  expect(told.data).toMatchObject({ __type: { specifiedByURL: expect.stringContaining('rfc3339') } });
});

test('every connection but the stream of events can be paged in both directions', () => {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()) : []));
  const paged = fields.filter(({ type, name }) => getNamedType(type).name.endsWith('Connection') && name !== 'events');
  expect(paged.length).toBeGreaterThan(7);
  for (const { name, args } of paged)
    expect([name, args.map((arg) => arg.name)]).toEqual([name, expect.arrayContaining(['first', 'after', 'last', 'before', 'offset'])]);
});

test('every permission and every action of the audit log is a value of an enum', () => {
  const valuesOf = (name: string) => (schema.getType(name) as GraphQLEnumType).getValues().map((value) => value.name);
  expect(valuesOf('Permission')).toEqual(ALL_PERMISSIONS.map((one) => one.toUpperCase().replace(':', '_')));
  expect(valuesOf('AuditAction')).toEqual(Object.keys(AUDIT_ACTIONS));
});

test('every mutation has one input and one payload', () => {
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    expect([field.name, field.args.map(({ name }) => name)]).toEqual([field.name, field.args.length ? ['input'] : []]);
  }
});

test('enums and scalars have the promised values', () => {
  const kinds = Object.values(schema.getTypeMap()).filter((type) => isEnumType(type) || isScalarType(type));
  expect(kinds.map(({ name }) => name)).toEqual(expect.arrayContaining(['DateTime', 'Date', 'JSON', 'EmailAddress', 'Tier', 'RagBand']));
});
