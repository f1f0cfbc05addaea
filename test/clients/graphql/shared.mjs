import process from 'node:process';

/** The server under test and an API key for it, both passed in by the caller. */
export const endpoint = `${process.env.VETGRAPH_URL}/graphql`;
export const headers = { authorization: `Bearer ${process.env.VETGRAPH_KEY}` };

/** The number of requests sent. */
export const asked = { times: 0 };

export async function countingFetch(input, init) {
  asked.times++;
  return globalThis.fetch(input, init);
}

export async function ask(query, variables) {
  const response = await countingFetch(endpoint, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}
