export interface GraphQLAnswer<T = Record<string, unknown>> {
  data?: T | null;
  errors?: {
    message: string;
    path?: (string | number)[];
    extensions: { code: string; fields?: Record<string, string> } & Record<string, unknown>;
  }[];
}

/** A client over real HTTP: keeps its cookies, sends its headers. */
export class GraphQLClient {
  /** Of the session. */
  cookie = '';
  /** By which the server knows the browser again. */
  device = '';

  constructor(
    readonly url: string,
    readonly headers: Record<string, string> = {},
  ) {}

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ ...this.headers, ...(this.cookies && { cookie: this.cookies }) });
    new Headers(init.headers).forEach((value, name) => headers.set(name, value));
    const response = await fetch(`${this.url}${path}`, { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const pair = cookie.split(';')[0]!;
      if (/^(__Host-)?vetgraph_device=/.test(pair)) this.device = pair;
      else this.cookie = pair.endsWith('=') ? '' : pair;
    }
    return response;
  }

  private get cookies(): string {
    return [this.cookie, this.device].filter(Boolean).join('; ');
  }

  /** The response with data and errors as received. */
  async ask<T = Record<string, unknown>>(query: string, variables: object = {}): Promise<GraphQLAnswer<T>> {
    const response = await this.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as GraphQLAnswer<T>;
  }

  /** The data; an error fails the test. */
  async data<T = Record<string, never>>(query: string, variables: object = {}): Promise<T> {
    const { data, errors } = await this.ask<T>(query, variables);
    if (errors) throw new Error(JSON.stringify(errors));
    return data as T;
  }

  /** The code of the first error; undefined on success. */
  async code(query: string, variables: object = {}): Promise<string | undefined> {
    return (await this.ask(query, variables)).errors?.[0]?.extensions.code;
  }

  /** The messages of a refused input, by field. */
  async fields(query: string, variables: object = {}): Promise<Record<string, string> | undefined> {
    return (await this.ask(query, variables)).errors?.[0]?.extensions.fields;
  }

  async login(input: { email: string; password: string }): Promise<void> {
    await this.data(`mutation ($input: LoginInput!) { login(input: $input) { user { id } } }`, { input });
  }
}
