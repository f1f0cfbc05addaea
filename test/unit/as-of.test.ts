import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, parse, separateOperations, print, validate, visit } from 'graphql';
import { asOf, asOfText, IN_PAST, MOMENT } from '../../src/web/api/as-of';

const ROOT = path.join(__dirname, '../..');
const schema = buildSchema(readFileSync(path.join(ROOT, 'schema/schema.graphql'), 'utf8'));

/** The web application's operations, as generated. */
const operations = readdirSync(path.join(ROOT, 'src/web'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.graphql'))
  .flatMap((name) => Object.entries(separateOperations(parse(readFileSync(path.join(ROOT, 'src/web', name), 'utf8')))))
  .map(([name, document]) => [name, print(document)] as const);
const queries = operations.filter(([, text]) => /^query /m.test(text));

test('there are many queries', () => expect(queries.length).toBeGreaterThan(40));

test.each(queries)('%s can be asked of a moment', (_, text) => {
  const document = parse(asOfText(text));
  expect(validate(schema, document)).toEqual([]);
  const [operation] = document.definitions.filter((one) => one.kind === 'OperationDefinition');
  expect(operation!.directives!.map(({ name }) => name.value)).toEqual(['asOf']);
});

test.each(operations)('%s has no variable that stands for the moment', (_, text) => {
  const names: string[] = [];
  visit(parse(text), { Variable: ({ name }) => void names.push(name.value) });
  expect(names).not.toContain(MOMENT);
});

test('a query that skips what has no past is told so', () => {
  const text = `query Keys($${IN_PAST}: Boolean! = false) {\n  apiKeys {\n    lastUsedAt @skip(if: $${IN_PAST})\n  }\n}`;
  const sent = asOf(text, {}, '2026-03-31T23:59:59.999Z');
  expect(sent.variables).toEqual({ [IN_PAST]: true, [MOMENT]: '2026-03-31T23:59:59.999Z' });
});
