import { type ApolloServer, HeaderMap } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { Documents } from '../graphql/documents';
import { documentIdOf, type Named, textOf } from '../graphql/source';
import type { TrustedOperations } from '../graphql/trusted';
import type { RequestContext } from '../kernel/context';
import { badRequest } from '../kernel/errors';

/** What runs operations. */
export interface Runner {
  apollo: ApolloServer<RequestContext>;
  documents: Documents;
  trusted?: TrustedOperations;
}

export interface Answer {
  errors?: readonly GraphQLFormattedError[];
  data?: unknown;
  status?: number;
  headers: ReadonlyMap<string, string>;
}

/** Reads and runs an operation, however it was sent. */
export async function runOperation(
  { apollo, documents, trusted }: Runner,
  given: Record<string, unknown>,
  ctx: RequestContext,
  method: string,
): Promise<Answer> {
  const { named, ...rest } = readOperation(given);
  const query = textOf(named, documents, trusted);
  await ctx.request.spend?.({ fields: documents.measure(query) });
  const http = { method, headers: new HeaderMap(), search: '', body: undefined };
  const { body, http: head } = await apollo.executeOperation({ query, ...rest, http }, { contextValue: ctx });
  if (body.kind !== 'single') throw new Error('Incremental delivery was not requested');
  const { errors, data } = body.singleResult;
  return { errors, data, status: head.status, headers: head.headers };
}

interface Asked {
  named: Named;
  operationName?: string;
  variables?: Record<string, unknown>;
}

function readOperation(given: Record<string, unknown>): Asked {
  const { query, operationName, variables, extensions, documentId } = given;
  for (const [name, value] of Object.entries({ query, operationName })) {
    if (value !== undefined && value !== null && typeof value !== 'string') throw badRequest(`${name} must be a string`);
  }
  for (const [name, value] of Object.entries({ variables, extensions })) {
    if (value !== undefined && value !== null && !isRecord(value)) throw badRequest(`${name} must be an object`);
  }
  const { persistedQuery } = (extensions ?? {}) as { persistedQuery?: unknown };
  return {
    named: { query: (query as string | null | undefined) || undefined, id: documentIdOf(persistedQuery, documentId) },
    operationName: (operationName as string | null | undefined) || undefined,
    variables: (variables as Record<string, unknown> | null | undefined) ?? undefined,
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
