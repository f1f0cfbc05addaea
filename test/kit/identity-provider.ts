import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

interface ProviderClient {
  client_id: string;
  client_secret: string;
  redirect_uris: string[];
  backchannel_logout_uri?: string;
  backchannel_logout_session_required?: boolean;
  post_logout_redirect_uris?: string[];
}

interface State {
  clients: ProviderClient[];
  /** The claims of everybody there, by subject. */
  accounts: Record<string, Record<string, unknown>>;
  /** Who signs in at once when somebody comes, or "cancel"; null: a page asks. */
  who: string | null;
  manner:
    | 'well'
    | 'slow'
    | 'down'
    | 'nonsense'
    | 'too much'
    | 'elsewhere'
    | 'wrong nonce'
    | 'wrong audience'
    | 'wrong issuer'
    | 'expired'
    | 'slightly old'
    | 'old sign-in'
    | 'untold sign-in'
    | 'another address'
    | 'alg none'
    | 'another key';
}

interface LogoutToken {
  client: string;
  /** Those that are null are left out. */
  claims: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Signed by a key that isn't the provider's. */
  isForged?: boolean;
}

/** A real OpenID provider (oidc-provider) in a process of its own. */
export class TestIdentityProvider {
  private orders = 0;

  private constructor(
    private readonly child: ChildProcess,
    readonly issuer: string,
  ) {}

  static async start(): Promise<TestIdentityProvider> {
    const child = fork(path.join(__dirname, 'oidc-provider.mjs'), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
    const [{ issuer }] = (await once(child, 'message')) as [{ issuer: string }];
    return new TestIdentityProvider(child, issuer);
  }

  /** From now on. */
  set(state: Partial<State>): Promise<unknown> {
    return this.order({ order: 'set', state });
  }

  /** Signs with a new key, and no longer offers the old one. */
  rotateKeys(): Promise<unknown> {
    return this.order({ order: 'rotate' });
  }

  logoutToken(token: LogoutToken): Promise<string> {
    return this.order({ order: 'logout token', ...token }) as Promise<string>;
  }

  async stop(): Promise<void> {
    this.child.kill();
    await once(this.child, 'exit');
  }

  private order(order: object): Promise<unknown> {
    const id = ++this.orders;
    return new Promise((resolve) => {
      const take = (message: { id: number; answer: unknown }) => {
        if (message.id !== id) return;
        this.child.off('message', take as never);
        resolve(message.answer);
      };
      this.child.on('message', take as never);
      this.child.send({ id, ...order });
    });
  }
}

/** Goes from page to page with cookies, as a browser does without showing anything. */
export class Traveller {
  private readonly cookies = new Map<string, Map<string, string>>();

  /** One request; redirects are answers. */
  async get(url: string): Promise<Response> {
    const { host } = new URL(url);
    const jar = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie, accept: 'text/html' } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (!value || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Follows redirects up to the first page, or until the next address begins like this. */
  async follow(url: string, stopAt?: string): Promise<{ response: Response; url: string }> {
    for (let steps = 0; steps < 20; steps++) {
      if (stopAt && url.startsWith(stopAt) && steps > 0) return { response: new Response(), url };
      const response = await this.get(url);
      const next = response.headers.get('location');
      if (!next || response.status < 300 || response.status >= 400) return { response, url };
      await response.body?.cancel();
      url = new URL(next, url).href;
    }
    throw new Error('too many redirects');
  }

  cookieOf(url: string, name: string): string | undefined {
    return this.cookies.get(new URL(url).host)?.get(name);
  }

  setCookie(url: string, name: string, value: string): void {
    const { host } = new URL(url);
    this.cookies.set(host, (this.cookies.get(host) ?? new Map<string, string>()).set(name, value));
  }
}
