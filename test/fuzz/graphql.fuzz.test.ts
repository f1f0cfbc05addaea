/**
 * Operations generated from the schema: any field with any arguments, valid, invalid and hostile, as an administrator and
 * anonymously. None may cause a 5xx or leak stack traces or SQL, and every response must match the schema.
 */
import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { buildGraphQLSchema } from '../../src/schema';
import { identifier, sql } from '../../src/database/sql';
import { Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { Random } from '../kit/random';
import { NOWHERE } from '../kit/rest';
import { scaled } from '../kit/scale';
import { startTestServer, type TestServer } from '../kit/server';

const RUNS = Number(process.env.FUZZ_RUNS ?? scaled(300, 5_000));
/** A failure names its seed; GRAPHQL_SEED repeats it. */
const SEED = Number(process.env.GRAPHQL_SEED ?? scaled(20_261_115, Date.now() % 1_000_000_000));
jest.setTimeout(900_000 + RUNS * 200);

const TELLTALE =
  /\n\s+at |node_modules|\.[jt]s:\d|syntax error at|violates|duplicate key|relation "|column "|SQLSTATE|select .* from |Cannot read prop|is not a function|undefined/i;
/** Left out: changes to the administrator's own account, which would end the test, and printing, which is tested elsewhere. */
const LEFT_OUT = new Set([
  'logout',
  'changePassword',
  'resetUserPassword',
  'setUserDisabled',
  'changeUserRole',
  'deleteUser',
  'eraseUser',
  'updateUser',
  'updateRole',
  'deleteRole',
  'login',
]);
const MAX_DEPTH = 6;

const HOSTILE: unknown[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '9'.repeat(400),
  '0x10',
  "'; drop table vendor; --",
  '" or 1=1 --',
  '%',
  '_',
  '\\',
  '$1',
  '${x}',
  '{{x}}',
  '=cmd()',
  '\r\nSet-Cookie: a=b',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'Zoë 東京 🚀',
  'x'.repeat(5_000),
  '2026-02-30',
  '0000-00-00',
  '10000-01-01',
  '-271821-04-19',
  NOWHERE,
  0,
  -1,
  1.5,
  1e308,
  2_147_483_648,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  { a: { b: [1] } },
];

let server: TestServer;
let schema: GraphQLSchema;
/** Ids of existing records of any type: mostly used in the wrong place. */
let ids: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ requestsAtOnce: 1_000 });
  schema = buildGraphQLSchema();
  const assessor = await Assessor.prepare(server);
  const made = [await assessor.completed({ name: 'One' }), await assessor.sent({ name: 'Two' })];
  await assessor.certify(made[0]!.vendorId, { name: 'ISO 27001' });
  await assessor.comment(made[0]!.id, 'Well');
  await collectIds();
});
afterAll(() => server.stop());

async function collectIds(): Promise<void> {
  const tables = [
    'vendor',
    'assessment',
    'finding',
    'framework',
    'control',
    'template',
    'template_question',
    'assessment_question',
    'comment',
    'certification',
    'app_user',
    'role',
    'attachment',
    'mail',
  ];
  ids = [NOWHERE];
  for (const table of tables) {
    const rows = await server.services.database.query<{ id: string }>(sql`select id from ${identifier(table)} limit 5`);
    ids.push(...rows.map(({ id }) => id));
  }
}

class Maker {
  private variables: Record<string, unknown> = {};
  private definitions: string[] = [];
  private fields = 0;

  constructor(private readonly next: () => number) {}

  private chance(of: number): boolean {
    return this.next() < of;
  }

  private pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)]!;
  }

  /** An operation of one or two root fields. */
  operation(kind: 'query' | 'mutation'): { query: string; variables: Record<string, unknown> } {
    const root = (kind === 'query' ? schema.getQueryType() : schema.getMutationType())!;
    const fields = Object.values(root.getFields()).filter(({ name }) => !LEFT_OUT.has(name));
    const chosen = Array.from({ length: this.chance(0.2) && kind === 'query' ? 2 : 1 }, (_, n) =>
      this.field(this.pick(fields), 1, n > 0 ? `r${n}: ` : ''),
    );
    const head = this.definitions.length > 0 ? `(${this.definitions.join(', ')})` : '';
    return { query: `${kind} ${head} { __typename ${chosen.join(' ')} }`, variables: this.variables };
  }

  private field(field: GraphQLField<unknown, unknown>, depth: number, alias = ''): string {
    this.fields++;
    const args = field.args.flatMap((arg) => this.argument(arg));
    const type = getNamedType(field.type);
    const below = isObjectType(type) ? ` { __typename ${this.selections(type, depth + 1)} }` : '';
    const directive = this.chance(0.05) ? ` @${this.pick(['include', 'skip'])}(if: ${this.pick(['true', 'false'])})` : '';
    return `${alias}${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}${directive}${below}`;
  }

  private selections(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields()).filter(({ type: inner }) => depth < MAX_DEPTH || !isObjectType(getNamedType(inner)));
    const few = this.fields > 40 ? 0.1 : 0.35;
    return fields
      .filter(() => this.chance(few))
      .map((field) => this.field(field, depth))
      .join(' ');
  }

  /** As a variable, so that any JSON can be sent. */
  private argument({ name, type, defaultValue }: GraphQLArgument): string[] {
    const isRequired = isNonNullType(type) && defaultValue === undefined;
    if (!isRequired && this.chance(0.5)) return [];
    const variable = `v${this.definitions.length}`;
    this.definitions.push(`$${variable}: ${type.toString()}`);
    this.variables[variable] = this.value(type, 0);
    return [`${name}: $${variable}`];
  }

  private value(type: GraphQLInputType, depth: number): unknown {
    if (this.chance(0.06)) return this.pick(HOSTILE);
    if (isNonNullType(type)) return this.value(type.ofType as GraphQLInputType, depth);
    if (isListType(type))
      return Array.from({ length: Math.floor(this.next() * 4) }, () => this.value(type.ofType as GraphQLInputType, depth));
    const named = getNullableType(type);
    if (isEnumType(named)) return this.pick(named.getValues()).name;
    if (isInputObjectType(named)) {
      const fields = Object.values(named.getFields()).filter((field) => isNonNullType(field.type) || (depth < 4 && this.chance(0.4)));
      return Object.fromEntries(fields.map((field) => [field.name, this.value(field.type, depth + 1)]));
    }
    if (!isScalarType(named)) return null;
    switch (named.name) {
      case 'ID':
        return this.pick(ids);
      case 'Int':
        return this.pick([0, 1, 2, 5, 20, 100]);
      case 'Float':
        return this.pick([0, 0.5, 1, 50]);
      case 'Boolean':
        return this.chance(0.5);
      case 'EmailAddress':
        return 'fuzz@example.org';
      case 'Date':
        return '2027-01-31';
      case 'DateTime':
        return '2027-01-31T10:00:00Z';
      case 'JSON':
        return this.pick<unknown>([null, 'YES', ['EU'], 5, { a: [1, { b: null }] }]);
      default:
        return this.pick(['Fuzz', 'name', 'CREATE_VENDOR', this.pick(ids), 'a long enough password', this.pick(HOSTILE)]);
    }
  }
}

/** Whether a value matches its type in the schema, in every selected field. */
function misfit(value: unknown, type: GraphQLOutputType, place: string): string | undefined {
  if (isNonNullType(type))
    return value === null || value === undefined ? `${place} is null` : misfit(value, type.ofType as GraphQLOutputType, place);
  if (value === null || value === undefined) return undefined;
  if (isListType(type)) {
    if (!Array.isArray(value)) return `${place} is no list`;
    return value.map((one, n) => misfit(one, type.ofType as GraphQLOutputType, `${place}.${n}`)).find(Boolean);
  }
  if (isEnumType(type)) return type.getValue(value as string) ? undefined : `${place} is not of ${type.name}: ${String(value)}`;
  if (isObjectType(type)) {
    if ((value as { __typename?: string }).__typename !== type.name) return `${place} is not a ${type.name}`;
    const fields = type.getFields();
    return Object.entries(value)
      .map(([name, inner]) => (fields[name] ? misfit(inner, fields[name].type, `${place}.${name}`) : undefined))
      .find(Boolean);
  }
  const expected = {
    ID: 'string',
    String: 'string',
    Int: 'number',
    Float: 'number',
    Boolean: 'boolean',
    Date: 'string',
    DateTime: 'string',
    EmailAddress: 'string',
  }[type.toString()];
  if (expected && typeof value !== expected) return `${place} is no ${type.toString()}: ${JSON.stringify(value)}`;
  if (type.toString() === 'DateTime' && !/^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value as string))
    return `${place} is no DateTime: ${String(value)}`;
  return undefined;
}

const CODES = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_USER_INPUT',
  'GRAPHQL_VALIDATION_FAILED',
  'CONFLICT',
  'INVALID_TRANSITION',
  'RATE_LIMITED',
  'PAYLOAD_TOO_LARGE',
];

async function fuzz(client: GraphQLClient, seed: number, kind: 'query' | 'mutation'): Promise<boolean> {
  const { query, variables } = new Maker(new Random(seed).next).operation(kind);
  const response = await client.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  const fail = (why: string) => {
    throw new Error(
      `seed ${seed}: ${why}\n${query}\n${JSON.stringify(variables).slice(0, 2_000)}\n${response.status} ${text.slice(0, 2_000)}`,
    );
  };
  if (response.status >= 500) fail('a 5xx');
  const { data, errors } = JSON.parse(text) as {
    data?: Record<string, unknown> | null;
    errors?: { message: string; extensions: { code: string } }[];
  };
  if (data === undefined && errors === undefined) fail('neither data nor errors');
  for (const error of errors ?? []) {
    if (!CODES.includes(error.extensions?.code)) fail(`an error with an unknown code: ${JSON.stringify(error)}`);
    if (TELLTALE.test(JSON.stringify({ ...error, locations: undefined }).replaceAll(JSON.stringify(variables), '')))
      fail(`it reveals too much: ${error.message}`);
  }
  if (!data) return false;
  const root = (kind === 'query' ? schema.getQueryType() : schema.getMutationType())!;
  for (const [name, value] of Object.entries(data)) {
    const field = root.getFields()[name];
    const wrong = field && !(errors && value === null) && misfit(value, field.type, name);
    if (wrong) fail(wrong);
  }
  return !errors;
}

describe.each(['administrator', 'stranger'])('as %s', (who) => {
  test.each(['mutation', 'query'] as const)('random operations: %s', async (kind) => {
    const client = who === 'stranger' ? server.stranger() : server.admin;
    const offset = (who === 'stranger' ? 1 : 0) + (kind === 'query' ? 2 : 0);
    const runs = Math.ceil(RUNS / 4);
    let good = 0;
    for (let n = 0; n < runs; n++) {
      if (n % 200 === 0) await collectIds();
      if (await fuzz(client, SEED + (n * 4 + offset), kind)) good++;
    }
    if (who === 'administrator') expect(good).toBeGreaterThan(runs / 50);
  });
});

test('the administrator is still signed in, and the audit log is intact', async () => {
  expect((await server.admin.data<{ me: object }>('{ me { id } }')).me).not.toBeNull();
  expect(await server.admin.code('{ vendors { totalCount } auditLog { totalCount } }')).toBeUndefined();
});
