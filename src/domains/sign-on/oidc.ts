import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import { textFault } from '../../platform/document-limits';
import { addressFault, isPlain } from './issuer.rules';
import { LastAnswer } from './last-answer';

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
 * So often a minute a provider is asked for each of what it says of itself and its keys, because anyone can make us ask. Beyond that,
 * what it said last counts.
 */
const MOST_ASKED = 600;
const MINUTE_MS = 60_000;

type Metadata = ReturnType<oidc.Configuration['serverMetadata']>;

/** What a provider answered in a minute. */
interface Heard {
  readonly until: number;
  readonly metadata: LastAnswer<Promise<Metadata>>;
  readonly keys: LastAnswer<JWTVerifyGetKey>;
}

/** By issuer: only those of providers that an administrator has added are asked. */
const heard = new Map<string, Heard>();

function heardOf(issuer: string): Heard {
  const now = performance.now();
  for (const [one, { until }] of heard) if (until <= now) heard.delete(one);
  const of = heard.get(issuer) ?? { until: now + MINUTE_MS, metadata: new LastAnswer(MOST_ASKED), keys: new LastAnswer(MOST_ASKED) };
  heard.set(issuer, of);
  return of;
}

const metadataOf = (issuer: string): Promise<Metadata> => heardOf(issuer).metadata.get(() => discover(issuer));

async function discover(issuer: string): Promise<Metadata> {
  const url = new URL(issuer);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const config = await oidc.discovery(url, 'nobody', undefined, undefined, {
    [oidc.customFetch]: boundedFetch(signal),
    execute: isPlain(url) ? [oidc.allowInsecureRequests] : [],
  });
  const metadata = config.serverMetadata();
  if (metadata.issuer.includes('{tenantid}')) throw new AnyTenant(`${issuer} is for all tenants of Entra ID`);
  assertUsable(url, metadata);
  return metadata;
}

const ADDRESSES = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'end_session_endpoint', 'jwks_uri'] as const;
const LISTS = [
  'response_types_supported',
  'code_challenge_methods_supported',
  'scopes_supported',
  'token_endpoint_auth_methods_supported',
] as const;

/** What a provider says of itself may be anything. What it leaves out is for whoever needs it to miss. */
function assertUsable(issuer: URL, metadata: Metadata): void {
  for (const name of ADDRESSES) {
    const address: unknown = metadata[name] ?? undefined;
    const fault = address === undefined ? undefined : addressFault(address);
    if (fault) throw new Unusable(`"${name}" ${fault}`);
    if (address && !isPlain(issuer) && isPlain(new URL(address as string))) throw new Unusable(`"${name}" must begin with https://`);
  }
  for (const name of LISTS) {
    const list: unknown = metadata[name] ?? [];
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'string')) throw new Unusable(`"${name}" must be a list of texts`);
  }
}

/** What is wrong with a discovery document. */
export class Unusable extends Error {}

/** Whoever runs a tenant decides about the addresses in it: an issuer for all of them would let anyone be anybody. */
export class AnyTenant extends Error {}

/** A provider by its discovery document. The signature of the ID token is always checked, with the keys that it has now. */
export async function connect({ issuer, clientId, clientSecret }: Client, signal: AbortSignal): Promise<oidc.Configuration> {
  const metadata = await metadataOf(issuer);
  const config = new oidc.Configuration(metadata, clientId, { [oidc.clockTolerance]: CLOCK_SKEW_SECONDS }, secretOf(clientSecret));
  config[oidc.customFetch] = boundedFetch(signal);
  oidc.enableNonRepudiationChecks(config);
  if (isPlain(new URL(issuer))) oidc.allowInsecureRequests(config);
  return config;
}

/** The issuer's name and keys, for what it sends on its own. */
export async function signerOf(issuer: string): Promise<{ issuer: string; keys: JWTVerifyGetKey }> {
  const metadata = await metadataOf(issuer);
  const keys = heardOf(issuer).keys.get(() =>
    createRemoteJWKSet(new URL(metadata.jwks_uri ?? ''), {
      [customFetch]: (url, options) => boundedFetch(AbortSignal.timeout(PATIENCE_MS))(url, options as never),
    }),
  );
  return { issuer: metadata.issuer, keys };
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
    /** What the connection failed with. */
    readonly code = '',
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
      throw new NoAnswer(signal.aborted, `${new URL(url).origin}: ${cause?.code ?? message}`, cause?.code);
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

/** Nobody needs to have shown who they are to the provider any later than this. */
export const LONGEST_AGO_SECONDS = 31_536_000;

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
    // Whoever is asked for either must say when the person showed who they are.
    ...(isAgain ? { prompt: 'login', max_age: '0' } : { max_age: String(LONGEST_AGO_SECONDS) }),
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
  if (!isName(claims.sub) || (claims.sid !== undefined && !isName(claims.sid))) throw new Error('"sub" or "sid" is no name');
  const isComplete = wanted.every((name) => claimAt(claims, name) !== undefined);
  const isAsked = !isComplete && config.serverMetadata().userinfo_endpoint != null;
  const more: Record<string, unknown> = isAsked ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
  const all: Record<string, unknown> = { ...more, ...claims };
  // Whether an address is verified is for whoever names that address to say.
  const witness = [claims, more].find((one) => one.email === all.email && one.email_verified !== undefined);
  return {
    subject: claims.sub,
    idToken: tokens.id_token!,
    sid: claims.sid as string | undefined,
    authTime: claims.auth_time,
    claims: { ...all, email_verified: witness?.email_verified },
  };
}

/** What a provider calls somebody or something: the standard has 255 characters for it. */
export const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= 500 && !textFault(value);

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
