import * as oidc from 'openid-client';
import { isLoopback } from './issuer.rules';

/** Everything that a provider answers in one sign-in takes no longer than this. */
export const PATIENCE_MS = 10_000;
export const CLOCK_SKEW_SECONDS = 60;
/** A longer answer of a provider isn't read. */
const MOST_BYTES = 1_048_576;

export interface Client {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/**
 * Reads the provider's discovery document. Nothing of it is remembered, nor are its keys: sign-ins are rare, and a change at the
 * provider counts at once. The signature of the ID token is always checked.
 */
export function connect({ issuer, clientId, clientSecret }: Client, signal: AbortSignal): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  const checks = [oidc.enableNonRepudiationChecks];
  return oidc.discovery(url, clientId, { [oidc.clockTolerance]: CLOCK_SKEW_SECONDS }, secretOf(clientSecret), {
    [oidc.customFetch]: boundedFetch(signal),
    execute: url.protocol === 'http:' && isLoopback(url.hostname) ? [...checks, oidc.allowInsecureRequests] : checks,
  });
}

/** As the standard has it, unless the provider takes the secret only the other way. */
function secretOf(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const isBasic = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
    return (isBasic ? basic : post)(server, client, body, headers);
  };
}

/** A provider gave no answer, or none that can be read. */
export class NoAnswer extends Error {
  constructor(
    readonly isLate: boolean,
    message: string,
  ) {
    super(message);
  }
}

/** The library wraps what the fetch throws. */
export function noAnswerIn(error: unknown): NoAnswer | undefined {
  for (let one = error; one instanceof Object; one = (one as { cause?: unknown }).cause) if (one instanceof NoAnswer) return one;
  return undefined;
}

/** Ends with the signal, and reads only so much. */
export function boundedFetch(signal: AbortSignal): oidc.CustomFetch {
  return async (url, options) => {
    try {
      return await readWhole(url, { ...(options as RequestInit), signal });
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string } };
      throw new NoAnswer(signal.aborted, `${new URL(url).origin}: ${cause?.code ?? message}`);
    }
  };
}

async function readWhole(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    if ((bytes += chunk.length) > MOST_BYTES) throw new Error(`the answer has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return new Response([204, 304].includes(status) ? null : Buffer.concat(chunks), { status, headers });
}

/** What the browser keeps between the two halves of a sign-in. */
export interface Begun {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Beginning extends Begun {
  url: string;
}

interface Wish {
  redirectUri: string;
  scopes: readonly string[];
  /** The person must show again who they are. */
  isAgain?: boolean;
}

export async function begin(config: oidc.Configuration, { redirectUri, scopes, isAgain }: Wish): Promise<Beginning> {
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: [...new Set(['openid', 'email', 'profile', ...scopes])].join(' '),
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(isAgain && { prompt: 'login', max_age: '0' }),
  });
  return { url: url.href, state, nonce, verifier };
}

/** Who came back from the provider. */
export interface Arrival {
  subject: string;
  idToken: string;
  /** Of the session at the provider. */
  sid?: string;
  /** When the person showed who they are, in seconds. */
  authTime?: number;
  claims: Record<string, unknown>;
}

/** Exchanges the code that the browser brought, and checks all there is to check. Claims missing in the ID token come from UserInfo. */
export async function arrive(config: oidc.Configuration, url: URL, begun: Begun, wanted: readonly string[]): Promise<Arrival> {
  const tokens = await oidc.authorizationCodeGrant(config, url, {
    pkceCodeVerifier: begun.verifier,
    expectedState: begun.state,
    expectedNonce: begun.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims()!;
  const isComplete = wanted.every((name) => claimAt(claims, name) !== undefined);
  const isAsked = !isComplete && config.serverMetadata().userinfo_endpoint !== undefined;
  const more = isAsked ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
  return {
    subject: claims.sub,
    idToken: tokens.id_token!,
    sid: typeof claims.sid === 'string' ? claims.sid : undefined,
    authTime: claims.auth_time,
    claims: { ...more, ...claims },
  };
}

/** The value of a claim, by its name or by a path with dots. */
export function claimAt(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((value, step) => {
    return typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
  }, claims);
}

/** Whether the provider doesn't know the client, or its secret. */
export function isClientRefused(error: unknown): boolean {
  if (error instanceof oidc.WWWAuthenticateChallengeError)
    return error.cause.every(({ parameters }) => parameters.error !== 'invalid_token');
  return ['invalid_client', 'unauthorized_client'].includes((error as { error?: string }).error ?? '');
}

/** Shows the client secret with a code that nobody was given. Whether it was accepted; undefined if the provider doesn't say. */
export async function tryClient(config: oidc.Configuration, redirectUri: string): Promise<boolean | undefined> {
  try {
    const code = { code: oidc.randomState(), redirect_uri: redirectUri, code_verifier: oidc.randomPKCECodeVerifier() };
    await oidc.genericGrantRequest(config, 'authorization_code', code);
  } catch (error) {
    if (isClientRefused(error)) return false;
    return (error as { error?: string }).error === 'invalid_grant' || undefined;
  }
  return undefined;
}

/** Where to sign out at the provider too; undefined if it has no such place. */
export function endSessionUrl(config: oidc.Configuration, idToken: string): string | undefined {
  if (!config.serverMetadata().end_session_endpoint) return undefined;
  return oidc.buildEndSessionUrl(config, { id_token_hint: idToken }).href;
}
