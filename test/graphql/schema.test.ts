import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, findBreakingChanges, findDangerousChanges, isEnumType, isInputObjectType, isObjectType, isScalarType } from 'graphql';
import { buildGraphQLSchema, emitSdl } from '../../src/graphql/build-schema';

const root = path.join(__dirname, '../..');
const schema = buildGraphQLSchema();
const committed = readFileSync(path.join(root, 'schema/schema.graphql'), 'utf8');

test('schema/schema.graphql is what the code says (npm run schema)', () => {
  expect(emitSdl(schema)).toBe(committed);
});

test('nothing that clients were promised is gone', () => {
  const promised = buildSchema(readFileSync(path.join(__dirname, 'promised.graphql'), 'utf8'));
  expect(findBreakingChanges(promised, schema).map(({ description }) => description)).toEqual([]);
  expect(findDangerousChanges(promised, schema).filter(({ type }) => type === 'ARG_DEFAULT_VALUE_CHANGE')).toEqual([]);
});

test('every type, field, argument of a mutation and input field is described', () => {
  const bare: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || ['String', 'Int', 'Float', 'Boolean', 'ID'].includes(type.name)) continue;
    if (!type.description) bare.push(type.name);
    if (isObjectType(type) || isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) if (!field.description) bare.push(`${type.name}.${field.name}`);
    }
  }
  expect(bare).toEqual([]);
});

test('one input and one payload a mutation', () => {
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    expect([field.name, field.args.map(({ name }) => name)]).toEqual([field.name, field.args.length ? ['input'] : []]);
  }
});

test('enums and scalars have the promised values', () => {
  const kinds = Object.values(schema.getTypeMap()).filter((type) => isEnumType(type) || isScalarType(type));
  expect(kinds.map(({ name }) => name)).toEqual(expect.arrayContaining(['DateTime', 'Date', 'JSON', 'EmailAddress', 'Tier', 'RagBand']));
});
