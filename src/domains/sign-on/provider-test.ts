import type { RequestContext } from '../../kernel/context';
import { notFound } from '../../kernel/errors';
import type { IdentityProviderCheck } from './identity-provider.inputs';
import { usableProvider } from './identity-provider.service';
import { AnyTenant, boundedFetch, keysUrl, noAnswerIn, PATIENCE_MS, readAnew } from './oidc';
import { callbackUrl } from './sign-on.service';

type Metadata = Awaited<ReturnType<typeof readAnew>>;

/** Asks the provider for its discovery document and its keys, now. That it is at fault is an answer, never an error. */
export async function testProvider(ctx: RequestContext, id: string): Promise<IdentityProviderCheck[]> {
  const provider = await usableProvider(ctx, id);
  if (!provider) throw notFound('Identity provider');
  const { issuer, clientSecret, scopes } = provider;
  if (clientSecret === undefined)
    return [fault('Client secret', 'It can’t be read, because SESSION_SECRET has changed since. Enter the secret again.')];
  let metadata: Metadata;
  try {
    metadata = await readAnew(issuer);
  } catch (error) {
    return [fault('Discovery', discoveryFault(issuer, error))];
  }
  return [
    fine('Discovery', `The provider is ${metadata.issuer}, and says where to sign in.`),
    flow(metadata),
    await keys(issuer, metadata),
    ...scopeChecks(metadata, scopes),
    fine('Address to register', `The provider must allow this address to return to: ${callbackUrl(ctx, id)}`),
  ];
}

const fine = (name: string, message: string): IdentityProviderCheck => ({ name, isOk: true, message });
const fault = (name: string, message: string): IdentityProviderCheck => ({ name, isOk: false, message });

function discoveryFault(issuer: string, error: unknown): string {
  const { code, message, cause } = error as { code?: string; message: string; cause?: { status?: number } };
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const noAnswer = noAnswerIn(error);
  if (noAnswer?.isLate) return `${address} didn’t answer within 10 seconds. Check that this server can reach it.`;
  if (noAnswer) return `${address} can’t be reached (${noAnswer.message}). Check the name, and that this server can reach it.`;
  if (error instanceof AnyTenant)
    return `${address} is for every organisation there is: anyone could sign in as anybody. Enter the issuer with the id of your tenant.`;
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return `${address} names another issuer. Enter the issuer exactly as that document does, with or without the slash at its end.`;
  if (cause?.status && cause.status !== 200)
    return `${address} answered ${cause.status} instead of the discovery document. Check the issuer: it is the part before /.well-known.`;
  return `${address} isn’t a discovery document: ${message}. Check the issuer.`;
}

function flow({
  authorization_endpoint,
  token_endpoint,
  response_types_supported: types,
  code_challenge_methods_supported: pkce,
}: Metadata) {
  if (!authorization_endpoint || !token_endpoint)
    return fault('Sign-in', 'The provider doesn’t say where to sign in: it is no OpenID provider.');
  if (types && !types.includes('code'))
    return fault('Sign-in', 'The provider doesn’t offer the authorization code flow (response type "code").');
  const isSafe = !pkce || pkce.includes('S256');
  return isSafe
    ? fine('Sign-in', 'The provider offers the authorization code flow.')
    : fault('Sign-in', 'The provider doesn’t offer PKCE with S256.');
}

async function keys(issuer: string, metadata: Metadata): Promise<IdentityProviderCheck> {
  const address = metadata.jwks_uri;
  if (!address) return fault('Keys', 'The provider doesn’t say where its keys are (jwks_uri), so nothing it signs can be checked.');
  try {
    const response = await boundedFetch(AbortSignal.timeout(PATIENCE_MS))(keysUrl(issuer, metadata).href, {
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
