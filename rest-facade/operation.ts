import type { Permission } from '../src/auth/permissions';
import type { Problem } from '../src/kernel/errors';
import type { ReportRequest } from '../src/reports/request';
import type { Reply } from './replies';

/** What an operation sees of a request: checked and typed by openapi.yaml, without what that doesn't name. */
export interface RestRequest<Query = Record<string, unknown>> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Query>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The revision that If-Match allows to be changed; undefined if it says nothing. */
  readonly expectedRevision?: number;
}

export type Variables = Record<string, unknown>;

/** What `respond` gets besides the data. */
export interface Call<Data = unknown, Query = Record<string, unknown>> {
  readonly request: RestRequest<Query>;
  /** Runs the document once more, with these variables changed: for the next page. */
  again(changes: Variables): Promise<Data>;
  /** Makes a report as PDF, for as long as the caller waits. */
  print(report: ReportRequest): Promise<Uint8Array>;
}

/** What a GraphQL document is asked, and the answer made of its data. */
export interface Question {
  variables?(request: RestRequest): Variables;
  respond(data: unknown, call: Call): Reply | Promise<Reply>;
}

/** How a thing is read, with its tag and revision. */
export interface Shown extends Question {
  readonly document: string;
  /** By what a thing that was just made is found. */
  madeBy?(reply: Reply): RestRequest['params'];
}

/**
 * One route, with the document documents/<operationId>.graphql. The route itself, its parameters and its permission stand
 * in schema/openapi.yaml.
 */
export interface RestOperation extends Question {
  /** How the thing that it makes, changes or deletes is read: If-Match is judged by it, and the new tag taken from it. */
  readonly shownBy?: Shown;
  /** What the document may read besides the route's permission, because the contract's answer holds it. */
  readonly grants?: readonly Permission[];
  /** Puts a refusal into the contract's words. */
  explain?(problem: Problem): Problem;
}
