import {
  type DocumentNode, execute, getOperationAST, type GraphQLSchema, type OperationDefinitionNode, parse, validate,
} from 'graphql';
import type { Authorizer } from './authorize';
import type { RequestContext } from './context';
import { type ErrorCode, Problem } from './errors';
import { formatError } from './format-error';
import { assertStorableText } from './limits';

/** A document of our own, parsed and valid. */
export interface Prepared {
  document: DocumentNode;
  operation: OperationDefinitionNode;
}

/** Runs documents of our own in process, by the rules of a caller's: storable text, permissions, masked errors. */
export class Executor {
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly authorizer: Authorizer,
  ) {}

  /** Throws if the document doesn't fit the schema or holds more than one operation. */
  prepare(text: string): Prepared {
    const document = parse(text);
    const [error] = validate(this.schema, document);
    if (error) throw error;
    const operation = getOperationAST(document);
    if (!operation) throw new Error('A document holds exactly one operation');
    return { document, operation };
  }

  /** The data; or it throws the Problem that the caller may see. */
  async run<T>({ document, operation }: Prepared, variables: Record<string, unknown>, ctx: RequestContext): Promise<T> {
    assertStorableText(document, variables);
    const refusal = this.authorizer.refusal({ document, operation, variables, caller: ctx.caller });
    if (refusal) throw refusal.problem;
    ctx.begin(operation);
    const { data, errors } = await execute({
      schema: this.schema,
      document,
      variableValues: variables,
      contextValue: ctx,
    });
    if (!errors) return data as T;
    const { message, extensions } = formatError(errors[0], ctx.services.log.child({ requestId: ctx.request.id }));
    throw new Problem(extensions!.code as ErrorCode, message, extensions);
  }
}
