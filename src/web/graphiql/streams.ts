/** Subscriptions in GraphiQL, over Server-Sent Events. */
import { type DocumentNode, getOperationAST } from 'graphql';

export function isSubscription(document: DocumentNode, operationName: string | null | undefined): boolean {
  return getOperationAST(document, operationName)?.operation === 'subscription';
}

/** The results of a subscription, until it ends or GraphiQL stops it: the request ends with it. */
export function listen(params: object, headers: Record<string, string>): AsyncIterableIterator<object> {
  const abort = new AbortController();
  const results = resultsOf(params, headers, abort.signal);
  return {
    next: () => results.next(),
    return: () => {
      abort.abort();
      return results.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* resultsOf(params: object, headers: Record<string, string>, signal: AbortSignal): AsyncGenerator<object, undefined> {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { ...headers, accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify(params),
      signal,
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const blocks = (text + chunk.value).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const data = /^event: next\ndata: (.*)$/.exec(block)?.[1];
        if (data !== undefined) yield JSON.parse(data) as object;
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
