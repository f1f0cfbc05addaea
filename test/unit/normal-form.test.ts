import { buildSchema, getOperationAST, GraphQLSchema, parse, print } from 'graphql';
import { normalize } from '../../src/graphql/engine/normal-form';

const schema = buildSchema('type Query { list(ids: [ID!]): [Query!] text: String } scalar JSON');

/** Every object that a value keeps in memory, except those of the schema. */
function keptWith(value: object): Set<object> {
  const kept = new Set<object>();
  const own = new Set<unknown>([...Object.values(schema.getTypeMap()), ...Object.values(schema.getQueryType()!.getFields())]);
  const look = (one: unknown): void => {
    if (typeof one !== 'object' || one === null || kept.has(one) || own.has(one) || one instanceof GraphQLSchema) return;
    kept.add(one);
    Object.values(one).forEach(look);
  };
  look(value);
  return kept;
}

test.each([
  ['is excluded by conditions', (much: string) => `query named { text ... @skip(if: true) { list(ids: [${much}]) { text } } }`],
  ['belongs to another operation', (much: string) => `query named { text } query other { list(ids: [${much}]) { text } }`],
  ['is unused', (much: string) => `query named { text } fragment other on Query { list(ids: [${much}]) { text } }`],
])('a normal form keeps no part of the document that %s', (_, text) => {
  const document = parse(text('1 '.repeat(2_000)));
  const operation = getOperationAST(document, 'named')!;
  expect(keptWith(normalize(schema, { document, operation }, {})).size).toBeLessThan(50);
});

test('and counts what it keeps of the arguments', () => {
  const document = parse(`{ list(ids: [${'1 '.repeat(2_000)}]) { text } }`);
  const { nodeCount } = normalize(schema, { document, operation: getOperationAST(document)! }, {});
  expect(nodeCount).toBeGreaterThan(2_000);
});

describe('an interface', () => {
  const open = buildSchema(`scalar JSON interface Node { id: ID! } type Query { node: Node a: A }
    type A implements Node { id: ID! name: String b: B } type B implements Node { id: ID! size: Int }`);
  const written = (text: string) => {
    const document = parse(text);
    return print(normalize(open, { document, operation: getOperationAST(document)! }, {}).document).replace(/\s+/g, ' ');
  };

  test('is expanded type by type, with the fields of each in order', () => {
    expect(written('{ node { ... on A { name } id ...f } } fragment f on B { size id }')).toBe(
      '{ node { ... on A { name id } ... on B { id size } } }',
    );
  });

  test('runs nothing on an object of another type', () => {
    expect(written('{ a { ... on Node { id ... on B { size } ...f } } } fragment f on B { id }')).toBe('{ a { id } }');
  });
});
