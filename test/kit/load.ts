import { Agent, request } from 'node:http';

export interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Load {
  /** Counts of the outcomes: the status, with a + if it had Retry-After, or the connection error. */
  readonly outcomes: Record<string, number>;
  /** Resets the counts. */
  reset(): void;
  /** Waits for the current requests to end. */
  stop(): Promise<Record<string, number>>;
}

/** Starts clients that each send the next request as soon as they get a response, with a short wait after a refusal. */
export function startLoad(
  url: string,
  clients: number,
  next: (client: number) => Asked,
  told?: (asked: Asked, status: number, body: string) => void,
): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  let outcomes: Record<string, number> = {};
  let isOver = false;
  const all = Array.from({ length: clients }, async (_, client) => {
    while (!isOver) {
      const asked = next(client);
      const outcome = await ask(url, agent, asked).then(
        ({ status, retryAfter, body }) => {
          told?.(asked, status, body);
          return `${status}${retryAfter ? '+' : ''}`;
        },
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (!outcome.startsWith('2')) await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100));
    }
  });
  return {
    get outcomes() {
      return outcomes;
    },
    reset: () => void (outcomes = {}),
    async stop() {
      isOver = true;
      await Promise.all(all);
      agent.destroy();
      return outcomes;
    },
  };
}

interface Answered {
  status: number;
  retryAfter?: string;
  body: string;
}

export function ask(url: string, agent: Agent | undefined, { method = 'GET', path, headers, body }: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode!, retryAfter: response.headers['retry-after'], body: text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A GraphQL operation as a request. */
export function graphQL(headers: Record<string, string>, query: string, variables: object = {}): Asked {
  return {
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  };
}
