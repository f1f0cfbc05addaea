import { asOf } from './as-of';
import { ApiError, type ErrorCode, type IdentityQuestion, inPast, offline } from './error';
import type { Operation } from './operation';

interface Answer {
  data?: unknown;
  errors?: {
    message: string;
    extensions?: { code?: ErrorCode; fields?: Record<string, string>; retryAfter?: number } & Partial<IdentityQuestion>;
  }[];
}

interface Sending {
  signal?: AbortSignal;
  /** Asks about a moment in the past, where nothing can be changed; undefined: now. */
  moment?: string;
}

/**
 * Sends an operation to the server. The browser adds the session cookie. No other site's form can send this content type,
 * which is why the server requires it against request forgery.
 */
export async function request<Result, Variables>(
  { name, text }: Operation<Result, Variables>,
  variables: Variables,
  { signal, moment }: Sending = {},
): Promise<Result> {
  if (moment !== undefined && /^mutation /m.test(text)) throw inPast();
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ operationName: name, ...(moment === undefined ? { query: text, variables } : asOf(text, variables, moment)) }),
    signal,
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : offline();
  });
  const { data, errors } = (await response.json().catch(() => ({ errors: [{ message: response.statusText }] }))) as Answer;
  const [error] = errors ?? [];
  if (error) {
    const { code = 'INTERNAL', fields, retryAfter, challenge, methods = [], passkeyOptions } = error.extensions ?? {};
    const asks = challenge === undefined ? undefined : { challenge, methods, passkeyOptions };
    throw new ApiError(code, error.message, fields, retryAfter, asks);
  }
  return data as Result;
}
