import type { Permission } from '../src/auth/permissions';
import { Problem } from '../src/kernel/errors';
import type { ReportRequest } from '../src/reports/request';
import type { Standing } from './conditions';
import type { AnyDocument, Document } from './document';
import type { Reply } from './replies';
import type { Requests } from './requests.generated';

export type OperationId = keyof Requests;

/** What an operation sees of a request: validated against openapi.yaml, without anything not defined there. */
export type RestRequest<Id extends OperationId = OperationId> = Readonly<Requests[Id]> & {
  /** The revision that If-Match allows to be changed; undefined without that header. */
  readonly expectedRevision?: number;
};

type AnyVariables = Readonly<Record<string, unknown>>;

/** What an operation can use, on behalf of its caller. */
export interface Tools {
  run<Data, Variables extends AnyVariables>(document: Document<string, Data, Variables>, variables: Variables): Promise<Data>;
  /** Prints a report as PDF, for as long as the caller waits. */
  print(report: ReportRequest): Promise<Uint8Array>;
}

/** What `respond` gets besides the data. */
interface Call<Id extends OperationId, Data, Variables> extends Tools {
  readonly request: RestRequest<Id>;
  /** Runs the document again with these variables changed, for the next page of a list. */
  again(changes: Partial<Variables>): Promise<Data>;
}

/** The variables for a route's document, and the reply built from its data. */
interface Question<Id extends OperationId, Data, Variables> extends Terms<Id> {
  variables(request: RestRequest<Id>): Variables;
  respond(data: Data, call: Call<Id, Data, Variables>): Reply | Promise<Reply>;
}

/** Everything else about a route. */
interface Terms<Id extends OperationId> {
  /** Reads the current state of the thing to be changed or deleted, to evaluate If-Match. */
  standing?(request: RestRequest<Id>, tools: Tools): Promise<Standing>;
  /**
   * What the route may read even if its caller may not, each with the words of the contract that require it. Otherwise a caller
   * needs every permission that the document needs.
   */
  readonly grants?: Readonly<Partial<Record<Permission, string>>>;
  /** Rewords an error as the contract has it. */
  explain?(problem: Problem, request: RestRequest<Id>): Problem;
}

/** One route. Its path and parameters are defined in schema/openapi.yaml; the permission it needs follows from its document. */
export interface RestOperation<Id extends OperationId = OperationId> extends Terms<Id> {
  readonly document: AnyDocument;
  answer(request: RestRequest<Id>, tools: Tools): Promise<Reply>;
}

/** Defines the operation that its document is named after. */
export function operation<Id extends OperationId, Data, Variables extends AnyVariables>(
  document: Document<Id, Data, Variables>,
  { variables, respond, ...terms }: Question<NoInfer<Id>, NoInfer<Data>, NoInfer<Variables>>,
): RestOperation<Id> {
  return {
    ...terms,
    document,
    async answer(request, tools) {
      const asked = variables(request);
      const data = await tools.run(document, asked).catch((error: unknown) => {
        throw explained(terms, error, request);
      });
      const again = (changes: Partial<Variables>) => tools.run(document, { ...asked, ...changes });
      return respond(data, { ...tools, request, again });
    },
  };
}

/** An error in the operation's own words, if it has any. */
export function explained<Id extends OperationId>({ explain }: Terms<Id>, error: unknown, request: RestRequest<Id>): unknown {
  return error instanceof Problem && explain ? explain(error, request) : error;
}
