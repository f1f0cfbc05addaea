import type { Permission } from '../src/auth/permissions';
import { Problem } from '../src/kernel/errors';
import type { ReportRequest } from '../src/reports/request';
import type { Standing } from './conditions';
import type { AnyDocument, Document } from './document';
import type { Reply } from './replies';
import type { Requests } from './requests.generated';

export type OperationId = keyof Requests;

/** What an operation sees of a request: checked by openapi.yaml, without what that doesn't name. */
export type RestRequest<Id extends OperationId = OperationId> = Readonly<Requests[Id]> & {
  /** The revision that If-Match allows to be changed; undefined if it says nothing. */
  readonly expectedRevision?: number;
};

type AnyVariables = Readonly<Record<string, unknown>>;

/** What an operation works with, on behalf of its caller. */
export interface Tools {
  run<Data, Variables extends AnyVariables>(document: Document<string, Data, Variables>, variables: Variables): Promise<Data>;
  /** Makes a report as PDF, for as long as the caller waits. */
  print(report: ReportRequest): Promise<Uint8Array>;
}

/** What `respond` gets besides the data. */
interface Call<Id extends OperationId, Data, Variables> extends Tools {
  readonly request: RestRequest<Id>;
  /** Runs the document once more, with these variables changed: for the next page of a query. */
  again(changes: Partial<Variables>): Promise<Data>;
}

/** What a route's document is asked, and the answer made of its data. */
interface Question<Id extends OperationId, Data, Variables> extends Terms<Id> {
  variables(request: RestRequest<Id>): Variables;
  respond(data: Data, call: Call<Id, Data, Variables>): Reply | Promise<Reply>;
}

/** What holds for a route besides its question. */
interface Terms<Id extends OperationId> {
  /** Reads how the thing stands that is to be changed or deleted: If-Match is judged by it. */
  standing?(request: RestRequest<Id>, tools: Tools): Promise<Standing>;
  /**
   * What the route may read though its caller may not, each with the words of the contract that ask for it. Without them, a
   * caller needs every permission that the document needs.
   */
  readonly grants?: Readonly<Partial<Record<Permission, string>>>;
  /** Puts a refusal into the contract's words. */
  explain?(problem: Problem, request: RestRequest<Id>): Problem;
}

/**
 * One route. Its path and its parameters stand in schema/openapi.yaml; the permission that it needs follows from its
 * document.
 */
export interface RestOperation<Id extends OperationId = OperationId> extends Terms<Id> {
  readonly document: AnyDocument;
  answer(request: RestRequest<Id>, tools: Tools): Promise<Reply>;
}

/** The operation that its document is named after. */
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

/** A refusal in the operation's own words, if it has some. */
export function explained<Id extends OperationId>({ explain }: Terms<Id>, error: unknown, request: RestRequest<Id>): unknown {
  return error instanceof Problem && explain ? explain(error, request) : error;
}
