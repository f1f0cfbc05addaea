import { getOperationAST, getVariableValues, type GraphQLSchema, type OperationDefinitionNode, parse, validate } from 'graphql';
import type { Authorizer } from './authorize';
import { compile, interpret, type Operation, type Runnable } from './compile';
import type { RequestContext } from './context';
import { type ErrorCode, Problem } from './errors';
import { formatError } from './format-error';
import { assertStorableText } from './limits';

type Variables = Readonly<Record<string, unknown>>;

/** Runs operations: those of the facade, in process and by the rules of a caller's, and those that came by HTTP. */
export class Executor {
  /** Interpreted the first time and compiled the second: a text that never comes again is not worth compiling. */
  private readonly runnables = new WeakMap<OperationDefinitionNode, () => Runnable>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly authorizer: Authorizer,
  ) {}

  /** Throws if the document doesn't fit the schema or holds more than one operation. */
  prepare(text: string): Operation {
    const document = parse(text);
    const [error] = validate(this.schema, document);
    if (error) throw error;
    const operation = getOperationAST(document);
    if (!operation) throw new Error('A document holds exactly one operation');
    return { document, operation };
  }

  /** The data; or it throws the Problem that the caller may see. */
  async run<T>(prepared: Operation, variables: Variables, ctx: RequestContext): Promise<T> {
    const { document, operation } = prepared;
    assertStorableText(document, variables);
    const refusal = this.authorizer.refusal({ document, operation, variables, caller: ctx.caller });
    if (refusal) throw refusal.problem;
    const { data, errors } = await this.perform(prepared, variables, ctx);
    if (!errors) return data as T;
    const { message, extensions } = formatError(errors[0], ctx.services.log.child({ requestId: ctx.request.id }));
    throw new Problem(extensions!.code as ErrorCode, message, extensions);
  }

  /** Runs what may run. */
  perform(prepared: Operation, variables: Variables, ctx: RequestContext): ReturnType<Runnable> {
    ctx.begin(prepared.operation);
    // Variables that don't fit: interpreting says why, and does nothing else.
    if (!this.accepts(prepared.operation, variables)) return interpret(this.schema, prepared)(ctx, variables);
    return this.runnable(prepared)(ctx, variables);
  }

  accepts({ variableDefinitions = [] }: OperationDefinitionNode, variables: Variables): boolean {
    return !getVariableValues(this.schema, variableDefinitions, variables).errors;
  }

  private runnable(prepared: Operation): Runnable {
    const known = this.runnables.get(prepared.operation);
    if (known) return known();
    let compiled: Runnable | undefined;
    this.runnables.set(prepared.operation, () => (compiled ??= compile(this.schema, prepared)));
    return interpret(this.schema, prepared);
  }
}
