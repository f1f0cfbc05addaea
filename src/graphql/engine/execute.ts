import {
  type ArgumentNode,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { type Caller, isSignedIn } from '../../kernel/caller';
import { isByLink, type Refusal, refusalOf, type Requirement, requirementsOf } from './authorize';
import { compile, interpret, type Runnable } from './compile';
import { subscribedTo } from './subscribe';
import type { RequestContext, Subscribed } from '../../kernel/context';
import { badInput, type ErrorCode, Problem } from '../../kernel/errors';
import { PAST_NEEDS } from '../../auth/permissions';
import { assertMoments, fieldsWithoutPast, momentArguments, momentOf } from '../as-of';
import { formatError } from '../format-error';
import { LIMITS } from '../limits';
import {
  type Arguments,
  argumentsOf,
  conditionVariables,
  type NormalForm,
  normalize,
  type ParsedOperation,
  type Variables,
} from './normal-form';
import { assertStorableVariables, declaredVariables } from './storable';
import { assertFewDoors, assertNoListInItself, auditReadsOf, weigh } from './weigh';

/** An operation and the key it is cached under: the same document has the same key. */
export interface NamedOperation extends ParsedOperation {
  readonly id: string;
}

/** A normal form and what is known about it. */
export interface Known {
  readonly normal: NormalForm;
  readonly requirements: readonly Requirement[];
  /** Whether all of it is behind vendors' links. */
  readonly isByLink: boolean;
  readonly auditReads: number;
  /** Fields that can't be asked of the past. */
  readonly withoutPast: readonly string[];
  /** Arguments that are moments in the past. */
  readonly moments: readonly ArgumentNode[];
  /** Interpreted the first time and compiled the second: a one-off isn't worth compiling. */
  readonly runnable: () => Runnable;
}

/** What can't run: invalid variables, or more than an operation may request. */
interface Unusable {
  readonly errors: readonly GraphQLError[];
}

/** A request that was read: what will run, and whether the caller may run it. */
interface Reading {
  readonly errors?: undefined;
  readonly refusal: Refusal | undefined;
  /** Approximately the number of values in the response. */
  readonly weight: number;
  /** How often it reads the audit log. */
  readonly auditReads: number;
  readonly isPast: boolean;
  /** What a subscription asks for, if it is one: it runs for each event. */
  readonly subscribed?: Subscribed;
  /** Runs it. Only now is it cached: refused operations never are. */
  run(): ReturnType<Runnable>;
}

/** Several errors at once. */
class Faults extends Error {
  constructor(readonly errors: readonly GraphQLError[]) {
    super(errors[0]?.message);
  }
}

/** What graphql-js says about a value is meant for the caller, whoever threw it. */
function asCallersFault(error: GraphQLError): GraphQLError {
  if (error instanceof Problem) return error;
  const { message, nodes, extensions } = error;
  return new GraphQLError(message, { nodes, extensions: { code: 'BAD_USER_INPUT' satisfies ErrorCode, ...extensions } });
}

/** The estimated memory for normal forms: each field with its compiled code and its source, and the query's text. */
const KEPT_BYTES = 64 * 1_048_576;
const BYTES_OF_FIELD = 4_096;
const BYTES_OF_NODE = 300;
const BYTES_OF_LETTER = 2;

/** Compiling more fields than this takes longer than a request may. */
const MOST_COMPILED = 500;

/** The most errors reported for variables: each takes time to format. */
const MOST_FAULTS = 5;
/** Longer texts get no suggestions. */
const LONGEST_GUESS = 200;

/**
 * Reads and runs operations: the facade's, in process and with the caller's permissions, and those sent over HTTP. Every decision
 * is made on the normal form, and that is what runs.
 */
export class Executor {
  private readonly known = new LRUCache<string, Known>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ normal: { fieldCount, nodeCount, operation } }, id) =>
      fieldCount * BYTES_OF_FIELD +
      nodeCount * BYTES_OF_NODE +
      (operation.loc?.source.body.length ?? 0) * BYTES_OF_LETTER +
      id.length +
      1_000,
  });
  private readonly conditions = new WeakMap<OperationDefinitionNode, string[]>();

  constructor(private readonly schema: GraphQLSchema) {}

  /** Throws if the document doesn't fit the schema or contains more than one operation. */
  prepare(id: string, text: string): NamedOperation {
    const document = parse(text);
    const [error] = validate(this.schema, document);
    if (error) throw error;
    const operation = getOperationAST(document);
    if (!operation) throw new Error('A document must contain exactly one operation');
    return { id, document, operation };
  }

  /** What an operation requires and counts for, if all its conditions are true. Each run decides again. */
  inspect(source: NamedOperation): Pick<Known, 'requirements' | 'auditReads'> {
    return this.normalForm(source, Object.fromEntries(conditionVariables(source).map((name) => [name, true])));
  }

  /** Returns the data, or throws the Problem that the caller may see. */
  async run<T>(operation: NamedOperation, variables: Variables, ctx: RequestContext): Promise<T> {
    const { data, errors } = await this.perform(operation, variables, ctx);
    if (!errors) return data as T;
    throw problemFor(errors[0]!, ctx);
  }

  /** The variables as they would be used; throws unless the caller may run the operation with them. */
  admitted(operation: NamedOperation, sent: Variables, ctx: RequestContext): Variables {
    const reading = this.read(operation, sent, ctx);
    const [fault] = reading.errors ?? [reading.refusal?.problem];
    if (fault) throw problemFor(fault, ctx);
    return this.coerce(operation.operation, sent, ctx.caller);
  }

  private perform(operation: NamedOperation, variables: Variables, ctx: RequestContext): ReturnType<Runnable> {
    const reading = this.read(operation, variables, ctx);
    if (reading.errors) return reading;
    return reading.refusal ? { errors: [reading.refusal.problem] } : reading.run();
  }

  /** Decides about an operation in the form in which it then runs. */
  read(source: NamedOperation, sent: Variables, ctx: RequestContext): Reading | Unusable {
    try {
      const variables = this.coerce(source.operation, sent, ctx.caller);
      const id = this.idOf(source, variables);
      const known = this.known.get(id) ?? this.normalForm(source, variables);
      const given = argumentsOf(known.normal, variables);
      const weight = weigh(known.normal, given);
      if (!isSignedIn(ctx.caller)) assertFewDoors(known.normal);
      const moment = momentOf(source.operation, sent) ?? ctx.request.asOf;
      const requirements = moment === undefined ? known.requirements : [...known.requirements, pastRequirement(known.normal)];
      const refusal = refusalOf(requirements, ctx.caller);
      if (moment !== undefined && !refusal) assertHasPast(known.withoutPast);
      if (!refusal) assertMoments(known.moments, source.operation, sent);
      const keep = () => void (this.known.has(id) || this.known.set(id, known));
      const isStream = known.normal.kind === OperationTypeNode.SUBSCRIPTION;
      // Streams that ask the same share it for as long as they last.
      if (isStream && !refusal) keep();
      return {
        refusal,
        weight,
        auditReads: known.auditReads,
        isPast: moment !== undefined,
        subscribed: isStream ? subscribedTo(id, known, given, weight) : undefined,
        run: () => {
          keep();
          return moment === undefined ? this.start(known, given, ctx) : this.startInPast(known, given, ctx, moment);
        },
      };
    } catch (error) {
      if (error instanceof Faults) return { errors: error.errors.map(asCallersFault) };
      if (error instanceof GraphQLError) return { errors: [asCallersFault(error)] };
      throw error;
    }
  }

  private start({ normal, runnable, isByLink: byLink }: Known, { carried }: Arguments, asked: RequestContext): ReturnType<Runnable> {
    const ctx = byLink ? asked.byLink() : asked;
    ctx.begin(normal.operation);
    const { operation, name } = normal.operation;
    return ctx.services.tracer.operation(operation, name?.value, () => runnable()(ctx, carried));
  }

  private async startInPast(known: Known, given: Arguments, ctx: RequestContext, moment: string): Promise<Awaited<ReturnType<Runnable>>> {
    await ctx.enterPast(moment);
    return this.start(known, given, ctx);
  }

  /** Coerces variables with graphql-js, once: everything else uses these values. */
  private coerce(operation: OperationDefinitionNode, sent: Variables, caller: Caller): Variables {
    const declared = declaredVariables(operation, sent);
    const { longest } = assertStorableVariables(declared, isSignedIn(caller) ? LIMITS.values : LIMITS.strangersValues);
    const options = { maxErrors: MOST_FAULTS, hideSuggestions: longest > LONGEST_GUESS };
    const { coerced, errors } = getVariableValues(this.schema, operation.variableDefinitions ?? [], declared, options);
    if (errors) throw new Faults(errors);
    return coerced;
  }

  /** An operation has one normal form for each set of values that decide its conditions. */
  private idOf(source: NamedOperation, variables: Variables): string {
    const { operation, id } = source;
    let names = this.conditions.get(operation);
    if (!names) this.conditions.set(operation, (names = conditionVariables(source)));
    const decided = names.map((name) => (variables[name] === true ? 't' : variables[name] === false ? 'f' : 'n')).join('');
    return `${id} ${operation.name?.value ?? ''} ${decided}`;
  }

  private normalForm(source: NamedOperation, variables: Variables): Known {
    const normal = normalize(this.schema, source, variables);
    assertNoListInItself(normal);
    let uses = 0;
    let compiled: Runnable | undefined;
    const isCompiled = () => ++uses > 1 && normal.fieldCount <= MOST_COMPILED;
    const runnable = () => (isCompiled() ? (compiled ??= compile(this.schema, normal)) : interpret(this.schema, normal));
    return {
      normal,
      requirements: requirementsOf(normal),
      isByLink: isByLink(normal),
      auditReads: auditReadsOf(normal),
      withoutPast: fieldsWithoutPast(normal.fields),
      moments: momentArguments(normal.fields),
      runnable,
    };
  }
}

/** An error as the caller may see it. */
function problemFor(error: unknown, ctx: RequestContext): Problem {
  const { message, extensions } = formatError(error, ctx.services.log.child({ requestId: ctx.request.id }));
  return new Problem(extensions!.code as ErrorCode, message, extensions);
}

/** What was is for those who may read the audit log. */
function pastRequirement({ fields }: NormalForm): Requirement {
  return { audiences: ['audit:view'], path: fields[0]?.key ?? '', why: PAST_NEEDS };
}

function assertHasPast(without: readonly string[]): void {
  if (without.length > 0)
    throw badInput({ asOf: `can't be asked of ${without.join(', ')}, which ${without.length > 1 ? 'have' : 'has'} no past` });
}
