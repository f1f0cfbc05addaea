/**
 * What is authorised is what runs. Random documents over the real schema and its rules, with aliases, fragments,
 * contradictory conditions and defaults: our executor, interpreted and compiled, must answer as graphql-js does and run the
 * same fields, and must run nothing at all for a caller who may not read one of them. The values come from fake objects that
 * record which of their fields are read.
 */
import {
  type DocumentNode,
  execute,
  getNamedType,
  getNullableType,
  getOperationAST,
  type GraphQLError,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  Source,
  validate,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Caller } from '../../src/kernel/caller';
import { ALL_PERMISSIONS, type Audience } from '../../src/auth/permissions';
import { alsoNeededBy, audiencesOf, findersOf } from '../../src/graphql/engine/authorize';
import { buildGraphQLSchema } from '../../src/schema';
import type { RequestContext } from '../../src/kernel/context';
import { Executor } from '../../src/graphql/engine/execute';
import { Random } from '../kit/random';
import { scaled } from '../kit/scale';

const RUNS = Number(process.env.FUZZ_RUNS ?? scaled(300, 20_000));
/** A failure names its seed; GRAPHQL_SEED repeats it. */
const SEED = Number(process.env.GRAPHQL_SEED ?? scaled(20_261_116, Date.now() % 1_000_000_000));
jest.setTimeout(900_000 + RUNS * 50);

/** Fields that ran, each as the path of "Type.field" from the root. */
type Trace = Set<string>;
let trace: Trace = new Set();

interface Made {
  way: string;
}

/** A hash of a text, to make reproducible decisions. */
const hashOf = (text: string) => [...text].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 7) >>> 0;

/**
 * Whether some values are missing and some fields fail. graphql-js then skips sibling fields, which the compiled form may run
 * and report errors of; the data is the same.
 */
let isFaulty = false;

/** The value of a field, derived from its name, path and arguments. */
function valueOf(type: GraphQLOutputType, way: string, args: object): unknown {
  const inner = getNullableType(type);
  const decides = hashOf(way.slice(way.lastIndexOf('>') + 1));
  if (isFaulty && decides % 17 === 0) throw new Error(`${way} fails`);
  if (isFaulty && decides % 13 === 0) return null; // an error too where null isn't allowed
  return valueIn(inner, way, args);
}

function valueIn(type: GraphQLOutputType, way: string, args: object): unknown {
  const inner = getNullableType(type);
  if (isListType(inner)) return [0, 1].map((i) => valueIn(inner.ofType, `${way}#${i}`, args));
  const named = getNamedType(type);
  if (isObjectType(named)) return new (objectClass(named))(way);
  if (isAbstractType(named)) {
    const possible = schema.getPossibleTypes(named);
    return new (objectClass(possible[hashOf(`${way} ${JSON.stringify(args)}`) % possible.length]!))(way);
  }
  if (isEnumType(named)) return named.getValues()[0]!.value;
  const simple = { Int: 7, Float: 1.5, Boolean: true, JSON: { args }, Date: '2026-01-01', DateTime: '2026-01-01T00:00:00.000Z' }[
    named.name
  ];
  return simple ?? `${way} ${JSON.stringify(args)}`;
}

/** Objects of a type. Fields without a resolver are properties that record being read. */
const classes = new Map<string, new (way: string) => Made>();
function objectClass(type: GraphQLObjectType): new (way: string) => Made {
  let made = classes.get(type.name);
  if (!made) {
    made = class {
      readonly __typename = type.name;
      constructor(readonly way: string) {}
    };
    for (const field of Object.values(type.getFields())) {
      if (field.resolve) continue;
      Object.defineProperty(made.prototype, field.name, {
        get(this: Made) {
          const way = `${this.way}>${type.name}.${field.name}`;
          trace.add(way);
          try {
            return valueOf(field.type, way, {});
          } catch {
            return null; // a property doesn't fail
          }
        },
      });
    }
    classes.set(type.name, made);
  }
  return made;
}

function watchedSchema(): GraphQLSchema {
  const schema = buildGraphQLSchema();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const isRoot = type === schema.getQueryType() || type === schema.getMutationType();
    for (const field of Object.values(type.getFields())) {
      if (!field.resolve && !isRoot) continue;
      field.resolve = async (parent: unknown, args: object, _ctx, info) => {
        const way = `${(parent as Made | undefined)?.way ?? ''}>${type.name}.${field.name}`;
        trace.add(way);
        // Resolvers look at the selection below them: it must be that of this field and no other.
        const { alias, name } = info.fieldNodes[0]!;
        if (info.fieldName !== field.name || (alias ?? name).value !== info.path.key)
          throw new Error(`${way} sees the selection of another field`);
        return valueOf(field.type, way, { ...args });
      };
    }
  }
  return schema;
}

const schema = watchedSchema();

const ALIASES = [
  'a',
  'b',
  'a_b',
  'b_a',
  'idx0',
  'idx0_a',
  'constructor',
  'toString',
  '__proto__',
  '__isNode',
  'hasOwnProperty',
  'then',
  'x1',
];
const TEXTS = [
  'x',
  '',
  'a"b',
  '\\',
  '${1}',
  '`',
  '\u2028',
  '__MAGIC_NAN__57f286b9_4c20_487f_b409_79804ddcb4f8',
  '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74dglobalThis.broken=1',
  '__proto__',
  "'); globalThis.broken = 1; ('",
];

interface Asked {
  text: string;
  variables: Record<string, unknown>;
}

class Maker extends Random {
  private readonly definitions = new Map<string, string>();
  private readonly fragments = new Map<string, string>();
  private readonly variables: Record<string, unknown> = {};
  private fields = 0;

  make(): Asked {
    const isMutation = this.chance(0.2);
    const root = isMutation ? schema.getMutationType()! : schema.getQueryType()!;
    const body = this.selection(root, 0);
    const definitions = [...this.definitions].map(([name, type]) => `$${name}: ${type}`).join(', ');
    const kind = isMutation ? 'mutation' : 'query';
    const text = `${kind} q${definitions && `(${definitions})`} ${body} ${[...this.fragments.values()].join(' ')}`;
    return { text, variables: this.chance(0.1) ? { ...this.variables, nobodyAsked: 'x\u0000' } : this.variables };
  }

  private selection(type: GraphQLObjectType | GraphQLInterfaceType, depth: number): string {
    const fields = Object.values(type.getFields());
    const open = fields.filter((field) => isAbstractType(getNamedType(field.type)));
    const parts: string[] = [];
    const count = 1 + this.below(depth === 0 ? 3 : 4);
    for (let i = 0; i < count; i++) {
      const kind = this.next();
      if (kind < 0.12 && depth < 6)
        parts.push(`... ${this.chance(0.5) ? `on ${type.name}` : ''}${this.conditions()} ${this.selection(type, depth + 1)}`);
      else if (this.chance(isInterfaceType(type) ? 0.6 : 0.05) && depth < 6) parts.push(this.other(type, depth));
      else if (kind < 0.24 && depth < 6) parts.push(`...${this.fragment(type, depth)}${this.conditions()}`);
      else if (kind < 0.3) parts.push(`${this.alias()}__typename${this.conditions()}`);
      else parts.push(this.field(this.pick(open.length > 0 && this.chance(0.2) ? open : fields), depth));
      // The same field under another condition, to test merging.
      if (this.chance(0.25)) parts.push(this.again(parts.at(-1)!));
    }
    return `{ ${parts.join(' ')} }`;
  }

  /** A fragment on another type that the objects have or may have: an interface, or one of its types. */
  private other(type: GraphQLObjectType | GraphQLInterfaceType, depth: number): string {
    const related: readonly (GraphQLObjectType | GraphQLInterfaceType)[] = isInterfaceType(type)
      ? schema.getPossibleTypes(type).slice(0, 6)
      : type.getInterfaces();
    if (related.length === 0) return '__typename';
    const one = this.pick(related);
    return this.chance(0.5)
      ? `... on ${one.name}${this.conditions()} ${this.selection(one, depth + 1)}`
      : `...${this.fragment(one, depth)}`;
  }

  private again(part: string): string {
    return `...${this.conditions()} { ${part} }`;
  }

  private fragment(type: GraphQLObjectType | GraphQLInterfaceType, depth: number): string {
    const known = [...this.fragments.keys()].filter((name) => name.startsWith(`${type.name}_`) && this.fragments.get(name) !== '');
    if (known.length > 0 && this.chance(0.5)) return this.pick(known);
    const name = `${type.name}_${this.fragments.size}`;
    this.fragments.set(name, ''); // must not be used inside itself
    this.fragments.set(name, `fragment ${name} on ${type.name} ${this.selection(type, depth + 1)}`);
    return name;
  }

  private field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const type = getNamedType(field.type);
    if (isCompositeType(type) && (depth > 5 || ++this.fields > 20)) return `${this.alias()}__typename`;
    const given = field.args
      .filter((arg) => isNonNullType(arg.type) || this.chance(0.4))
      .map((arg) => `${arg.name}: ${this.argument(arg)}`);
    const head = `${this.alias()}${field.name}${given.length ? `(${given.join(', ')})` : ''}${this.conditions()}`;
    return isObjectType(type) || isInterfaceType(type) ? `${head} ${this.selection(type, depth + 1)}` : head;
  }

  private alias(): string {
    return this.chance(0.15) ? `${this.pick(ALIASES)}: ` : '';
  }

  private conditions(): string {
    const directives: string[] = [];
    if (this.chance(0.25)) directives.push(`@skip(if: ${this.condition()})`);
    if (this.chance(0.25)) directives.push(`@include(if: ${this.condition()})`);
    return directives.length ? ` ${directives.join(' ')}` : '';
  }

  private condition(): string {
    if (this.chance(0.2)) return this.pick(['true', 'false']);
    const name = `b${this.below(4)}`;
    if (!this.definitions.has(name)) {
      const type = this.pick(['Boolean!', 'Boolean = true', 'Boolean! = false', 'Boolean = false']);
      this.definitions.set(name, type);
      if (type === 'Boolean!' || this.chance(0.5)) this.variables[name] = this.chance(0.5);
    }
    return `$${name}`;
  }

  private argument({ type, defaultValue }: GraphQLArgument): string {
    if (this.chance(0.5)) return this.literal(type, 0);
    return this.variable(type, defaultValue !== undefined);
  }

  private variable(type: GraphQLInputType, mayBeUnset: boolean): string {
    const name = `v${this.definitions.size}`;
    const nullable = getNullableType(type);
    const withDefault = this.chance(0.3) ? ` = ${this.literal(type, 1, false)}` : '';
    this.definitions.set(name, `${withDefault && this.chance(0.5) ? nullable : type}${withDefault}`);
    if (!withDefault && (isNonNullType(type) || !mayBeUnset || this.chance(0.6))) this.variables[name] = this.value(type, 0);
    else if (this.chance(0.4)) this.variables[name] = this.value(type, 0);
    return `$${name}`;
  }

  /** As a literal in the document. */
  private literal(type: GraphQLInputType, depth: number, mayHold = true): string {
    const inner = getNullableType(type);
    if (!isNonNullType(type) && this.chance(0.1)) return 'null';
    if (depth > 0 && mayHold && this.chance(0.2)) return this.variable(type, true);
    if (isListType(inner))
      return this.chance(0.2)
        ? this.literal(inner.ofType, depth + 1, mayHold)
        : `[${this.times(() => this.literal(inner.ofType, depth + 1, mayHold))}]`;
    if (isInputObjectType(inner)) {
      const fields = Object.values(inner.getFields()).filter((one) => isNonNullType(one.type) || (depth < 3 && this.chance(0.3)));
      return `{ ${fields.map((one) => `${one.name}: ${this.literal(one.type, depth + 1, mayHold)}`).join(', ')} }`;
    }
    const value = this.value(type, depth);
    return isEnumType(inner) ? String(value) : JSON.stringify(value);
  }

  private times<T>(make: () => T): T[] {
    return Array.from({ length: this.below(3) }, make);
  }

  /** As a JSON variable. */
  private value(type: GraphQLInputType, depth: number): unknown {
    const inner = getNullableType(type);
    if (!isNonNullType(type) && this.chance(0.1)) return null;
    if (isListType(inner)) return this.times(() => this.value(inner.ofType, depth + 1));
    if (isInputObjectType(inner)) {
      const fields = Object.values(inner.getFields()).filter((one) => isNonNullType(one.type) || (depth < 3 && this.chance(0.3)));
      return Object.fromEntries(fields.map((one) => [one.name, this.value(one.type, depth + 1)]));
    }
    if (isEnumType(inner)) return this.pick(inner.getValues()).name;
    const simple = {
      Int: 5,
      Float: 0.5,
      Boolean: true,
      JSON: { a: [1, 'x'] },
      Date: '2026-02-01',
      DateTime: '2026-02-01T00:00:00Z',
      EmailAddress: 'a@b.example',
    };
    return inner.name === 'JSON' ? [1, 'x'] : (simple[inner.name as 'Int'] ?? this.pick(TEXTS));
  }
}

interface Outcome {
  answer: string;
  data: string;
  faults: string[];
  ran: string;
}

/** A response as sent to the caller, with the fields that ran. Errors by message and path. */
async function outcomeOf(run: () => unknown): Promise<Outcome> {
  trace = new Set();
  const mine = trace;
  const { data, errors } = (await run()) as { data?: unknown; errors?: readonly GraphQLError[] };
  const faults = (errors ?? []).map(({ message, path }) => JSON.stringify([message.replace(/\(([^,()]+)(,\1)+\)/, '$1'), path])).sort();
  return { answer: JSON.stringify({ data, faults }, null, 1), data: JSON.stringify(data), faults, ran: [...mine].sort().join('\n') };
}

const EVERYONE: Caller = { kind: 'user', permissions: new Set(ALL_PERMISSIONS), name: 'Everyone', userId: 'x' };
const services = { tracer: { operation: (_type: string, _name: string | undefined, work: () => unknown) => work() } };
const contextOf = (caller: Caller) => {
  const ctx = { caller, services, request: {}, begin: () => undefined, byLink: () => ctx } as unknown as RequestContext;
  return ctx;
};

/** An executor that runs an operation repeatedly: ours, or one with a planted fault. */
interface Subject {
  runs(document: DocumentNode, asked: Asked, id: string): (() => unknown)[];
}

/** Runs it interpreted, then compiled, then alternating with other values of its conditions. */
function ours(): Subject {
  const executor = new Executor(schema);
  return {
    runs: (document, { variables }, id) => {
      const operation = getOperationAST(document)!;
      const runWith = (values: Asked['variables']) => {
        const reading = executor.read({ id, document, operation }, values, contextOf(EVERYONE));
        return reading.errors ? { errors: reading.errors } : reading.run();
      };
      const run = () => runWith(variables);
      const flipped = Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [name, typeof value === 'boolean' ? !value : value]),
      );
      const runAfterOther = async () => {
        await runWith(flipped);
        trace.clear();
        return run();
      };
      return [run, run, runAfterOther];
    },
  };
}

/** As before the normal form existed: compiles the document itself. */
const PLANTED: Subject = {
  runs: (document, { variables }) => {
    const compiled = compileQuery(schema, document, undefined, { disableLeafSerialization: true, disablingCapturingStackErrors: true });
    return isCompiledQuery(compiled) ? [() => compiled.query(undefined, {}, variables)] : [];
  },
};

/** A valid document, or undefined: many random ones use one response name for two different fields. */
function documentOf(text: string): DocumentNode | undefined {
  const document = parse(new Source(text));
  return validate(schema, document).length === 0 ? document : undefined;
}

const reference =
  (document: DocumentNode, { variables }: Asked) =>
  () =>
    execute({ schema, document, variableValues: variables, contextValue: contextOf(EVERYONE) });

/** What we refuse and graphql-js wouldn't, before anything runs: operations beyond the limits, and invalid arguments. */
const STRICTER = /limit of|could nest without end|Argument "/;

/** Describes the first difference from graphql-js. Variables that it refuses must be refused. */
async function difference(subject: Subject, seed: number): Promise<{ isValid: boolean; found?: string }> {
  const asked = new Maker(seed).make();
  const document = documentOf(asked.text);
  if (!document) return { isValid: false };
  for (isFaulty of [false, true]) {
    const expected = await outcomeOf(reference(document, asked));
    const isRefused = JSON.parse(expected.answer).data === undefined;
    for (const run of subject.runs(document, asked, String(seed))) {
      const actual = await outcomeOf(run);
      const isStricter = STRICTER.test(actual.answer) && JSON.parse(actual.answer).data === undefined;
      const isSame = isFaulty
        ? actual.data === expected.data && expected.faults.length > 0 === actual.faults.length > 0
        : actual.answer === expected.answer && actual.ran === expected.ran;
      if (isRefused || isStricter ? actual.ran === '' : isSame) continue;
      const found = ['graphql-js', expected.answer, expected.ran, 'we', actual.answer, actual.ran].join('\n');
      return { isValid: true, found: `seed ${seed}\n${asked.text}\n${JSON.stringify(asked.variables)}\n${found}` };
    }
  }
  return { isValid: true };
}

test('every document is answered as by graphql-js, interpreted and compiled, with the same fields run', async () => {
  const subject = ours();
  let valid = 0;
  for (let i = 0; i < RUNS; i++) {
    const { isValid, found } = await difference(subject, SEED + i);
    if (isValid) valid++;
    expect(found).toBeUndefined();
  }
  expect(valid).toBeGreaterThan(RUNS / 4);
  expect(globalThis).not.toHaveProperty('broken');
});

test('a planted difference is found: the compiler alone drops conditions and reads arguments differently', async () => {
  let found: string | undefined;
  for (let i = 0; i < 2_000 && !found; i++) found = (await difference(PLANTED, SEED + i)).found;
  expect(found).toBeDefined();
  delete (globalThis as { broken?: unknown }).broken;
});

/** Whether a caller may read a field that ran, by the rules along its path: implemented independently of the executor. */
function mayRead(way: string, caller: Caller): boolean {
  const steps = way
    .split('>')
    .slice(1)
    .map((step) => step.replace(/#\d+/g, '').split('.') as [string, string]);
  let guardsItself = false;
  let byLink = false;
  let foundById = false;
  return steps.every(([typeName, name]) => {
    const type = schema.getType(typeName) as GraphQLObjectType;
    const audiences = audiencesOf(type, type.getFields()[name]!)!;
    const admits = (one: Audience) =>
      one === 'as-parent' ||
      one === 'link' ||
      one === 'anyone' ||
      (one === 'signed-in' ? caller.kind === 'user' || guardsItself : !byLink && caller.permissions.has(one as never));
    // The real resolver returns a record only to callers who may find it; the fake one returns it to all.
    const isAdmitted = foundById ? name === 'id' || (findersOf(type).some(admits) && audiences.some(admits)) : audiences.some(admits);
    foundById = isAbstractType(getNamedType(type.getFields()[name]!.type));
    guardsItself ||= audiences.includes('anyone');
    byLink ||= audiences.includes('link');
    return isAdmitted && alsoNeededBy(type.getFields()[name]!).every((one) => caller.permissions.has(one));
  });
}

test('fields that the caller may not read never run, and all others do, the first time and the second', async () => {
  const executor = new Executor(schema);
  const outcomes = { refused: 0, ran: 0 };
  isFaulty = false;
  for (let i = 0; i < RUNS; i++) {
    const asked = new Maker(SEED + i).make();
    const document = documentOf(asked.text);
    if (!document || document.definitions.some((one) => 'operation' in one && one.operation === 'mutation')) continue;
    const chance = new Random(SEED - i);
    const isStranger = chance.chance(0.3);
    const permissions = new Set(isStranger ? [] : ALL_PERMISSIONS.filter(() => chance.chance(0.6)));
    const caller: Caller = { kind: isStranger ? 'anonymous' : 'user', permissions, name: 'Someone', userId: 'x' };
    const expected = await outcomeOf(reference(document, asked));
    const forbidden = expected.ran.split('\n').filter((way) => way && !mayRead(way, caller));
    for (let time = 0; time < 2; time++) {
      const { ran } = await outcomeOf(() => {
        const reading = executor.read(
          { id: String(i), document, operation: getOperationAST(document)! },
          asked.variables,
          contextOf(caller),
        );
        return reading.errors ? { errors: reading.errors } : reading.refusal ? { errors: [reading.refusal.problem] } : reading.run();
      });
      if (forbidden.length > 0) expect([asked, ran]).toEqual([asked, '']);
      expect([asked, ran.split('\n').filter((way) => way && !mayRead(way, caller))]).toEqual([asked, []]);
      outcomes[ran ? 'ran' : 'refused']++;
    }
  }
  expect(outcomes.ran).toBeGreaterThan(RUNS / 50);
  expect(outcomes.refused).toBeGreaterThan(RUNS / 50);
});
