import type { RequestContext } from '../../kernel/context';
import { notFound } from '../../kernel/errors';
import type { IdentityProviderCheck } from './identity-provider.inputs';
import { usableProvider } from './identity-provider.service';
import { AnyTenant, begin, boundedFetch, connect, noAnswerIn, PATIENCE_MS, tryClient, Unusable } from './oidc';
import { callbackUrl } from './sign-on.service';

type Config = Awaited<ReturnType<typeof connect>>;
type Metadata = ReturnType<Config['serverMetadata']>;

/** Asks the provider for its discovery document and its keys, and shows it the client, now. That it is at fault is an answer, never an error. */
export async function testProvider(ctx: RequestContext, id: string): Promise<IdentityProviderCheck[]> {
  const provider = await usableProvider(ctx, id);
  if (!provider) throw notFound('Identity provider');
  const { issuer, clientId, clientSecret, scopes, roleClaim, roleMappings, defaultRoleId } = provider;
  if (clientSecret === undefined)
    return [fault('Client secret', 'It can’t be read, because SESSION_SECRET has changed since. Enter the secret again.')];
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let config: Config;
  try {
    config = await connect({ issuer, clientId, clientSecret }, signal);
  } catch (error) {
    return [fault('Discovery', discoveryFault(issuer, error))];
  }
  const metadata = config.serverMetadata();
  const signInFault = flowFault(metadata);
  const redirectUri = callbackUrl(ctx, id);
  return [
    fine('Discovery', `The provider is ${metadata.issuer}, and says where to sign in.`),
    signInFault ? fault('Sign-in', signInFault) : fine('Sign-in', 'The provider offers the authorization code flow.'),
    await keys(metadata),
    ...scopeChecks(metadata, scopes),
    ...(roleMappings.length > 0 && !roleClaim ? [fault('Roles', unclaimed(defaultRoleId))] : []),
    ...(signInFault ? [] : await Promise.all([client(config, redirectUri), redirect(config, { redirectUri, scopes, signal })])),
  ];
}

const fine = (name: string, message: string): IdentityProviderCheck => ({ name, isOk: true, message });
const fault = (name: string, message: string): IdentityProviderCheck => ({ name, isOk: false, message });

/** How Node names what is wrong with a certificate, and with TLS. */
const CERTIFICATE_FAULT = /CERT|LEAF_SIGNATURE/;
const TLS_FAULT = /^(ERR_SSL_|ERR_TLS_|EPROTO)/;

function discoveryFault(issuer: string, error: unknown): string {
  const { code, message, cause } = error as { code?: string; message: string; cause?: { status?: number; body?: { issuer?: unknown } } };
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const noAnswer = noAnswerIn(error);
  if (noAnswer?.isLate) return `${address} didn’t answer within 10 seconds. Check that this server can reach it.`;
  if (noAnswer && CERTIFICATE_FAULT.test(noAnswer.code))
    return `${address} has a certificate that this server doesn’t trust (${noAnswer.code}). Renew it, for this name; if your own authority issued it, start the server with that authority’s certificate in the file that NODE_EXTRA_CA_CERTS names.`;
  if (noAnswer && TLS_FAULT.test(noAnswer.code)) return `${address} doesn’t answer by https (${noAnswer.code}). Check the port.`;
  if (noAnswer) return `${address} can’t be reached (${noAnswer.message}). Check the name, and that this server can reach it.`;
  if (error instanceof AnyTenant)
    return `${address} is for every organisation there is: anyone could sign in as anybody. Enter the issuer with the id of your tenant.`;
  if (error instanceof Unusable) return `${address} can’t be used: ${error.message}.`;
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return `${address} names another issuer${named(cause?.body?.issuer)}. Enter the issuer exactly as that document does, with or without the slash at its end.`;
  if (cause?.status && cause.status !== 200)
    return `${address} answered ${cause.status} instead of the discovery document. Check the issuer: it is the part before /.well-known.`;
  return `${address} isn’t a discovery document: ${message}. Check the issuer.`;
}

const unclaimed = (defaultRoleId: string | null) =>
  `There are role mappings, but no role claim to compare: ${defaultRoleId ? 'everybody gets the default role' : 'nobody can sign in'}. Enter the claim, such as groups, or remove the mappings.`;

const named = (issuer: unknown) => (typeof issuer === 'string' ? `: ${issuer.slice(0, 200)}` : '');

function flowFault({
  authorization_endpoint,
  token_endpoint,
  response_types_supported: types,
  code_challenge_methods_supported: pkce,
}: Metadata): string | undefined {
  if (!authorization_endpoint || !token_endpoint) return 'The provider doesn’t say where to sign in: it is no OpenID provider.';
  if (types && !types.includes('code')) return 'The provider doesn’t offer the authorization code flow (response type "code").';
  return !pkce || pkce.includes('S256') ? undefined : 'The provider doesn’t offer PKCE with S256.';
}

async function client(config: Config, redirectUri: string): Promise<IdentityProviderCheck> {
  const isAccepted = await tryClient(config, redirectUri);
  if (isAccepted === false)
    return fault(
      'Client',
      'The provider doesn’t accept the client ID with this client secret. Copy both again; if the secret has expired, create a new one at the provider.',
    );
  return fine(
    'Client',
    isAccepted
      ? 'The provider accepts the client ID and the client secret.'
      : 'The provider doesn’t say whether the secret fits: sign in to see.',
  );
}

interface Return {
  redirectUri: string;
  scopes: readonly string[];
  signal: AbortSignal;
}

/** Asks for a sign-in without a page: a provider sends even a refusal of that back to an address it knows, and to no other. */
async function redirect(config: Config, { redirectUri, scopes, signal }: Return): Promise<IdentityProviderCheck> {
  const url = new URL((await begin(config, { redirectUri, scopes })).url);
  url.searchParams.set('prompt', 'none');
  const options = { method: 'GET' as const, headers: { accept: 'text/html' }, body: undefined, redirect: 'manual' as const };
  const response = await boundedFetch(signal)(url.href, options).catch(() => undefined);
  if (response?.headers.get('location')?.startsWith(redirectUri)) return fine('Redirect URI', 'The provider sends people back here.');
  if (response?.status === 400)
    return fault(
      'Redirect URI',
      `The provider doesn’t know the client ID, or doesn’t allow this redirect URI. Register it there: ${redirectUri}`,
    );
  return fine('Redirect URI', `The provider doesn’t say whether it is registered. It must be exactly: ${redirectUri}`);
}

async function keys({ jwks_uri: address }: Metadata): Promise<IdentityProviderCheck> {
  if (!address) return fault('Keys', 'The provider doesn’t say where its keys are (jwks_uri), so nothing it signs can be checked.');
  try {
    const response = await boundedFetch(AbortSignal.timeout(PATIENCE_MS))(address, {
      method: 'GET',
      headers: { accept: 'application/json' },
      body: undefined,
      redirect: 'manual',
    });
    const { keys: found } = (await response.json()) as { keys?: { use?: string; kty?: string }[] };
    const usable = found?.filter(({ use, kty }) => use !== 'enc' && kty !== 'oct') ?? [];
    return usable.length > 0
      ? fine('Keys', `Found ${usable.length} to check signatures with.`)
      : fault('Keys', `${address} has no key for signatures.`);
  } catch {
    return fault('Keys', `${address} can’t be read.`);
  }
}

function scopeChecks({ scopes_supported: supported }: Metadata, scopes: readonly string[]): IdentityProviderCheck[] {
  const missing = supported ? ['openid', 'email', 'profile', ...scopes].filter((scope) => !supported.includes(scope)) : [];
  if (missing.length === 0) return [];
  return [fault('Scopes', `The provider doesn’t know ${missing.join(', ')}. Remove what you added, or add it at the provider.`)];
}
