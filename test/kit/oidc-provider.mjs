// A real OpenID provider on a port of this machine, in a process of its own. Messages of the parent say who is signed in there, and
// how well it behaves.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import process from 'node:process';
import { URL } from 'node:url';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, decodeJwt, importJWK } from 'jose';
import { Provider } from 'oidc-provider';

/** What is asked of it from now on. */
const state = { clients: [], accounts: {}, who: undefined, manner: 'well' };
const cookieKeys = [randomBytes(32).toString('hex')];
let keys = [await newKey()];
let provider;

const server = createServer((req, res) => void answer(req, res));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address();
const issuer = `http://127.0.0.1:${port}`;
build();

async function newKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomBytes(4).toString('hex'), use: 'sig', alg: 'RS256' };
}

function build() {
  provider = new Provider(issuer, {
    clients: state.clients,
    jwks: { keys },
    cookies: { keys: cookieKeys },
    scopes: ['openid', 'email', 'profile', 'groups', 'offline_access'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups', 'realm_access'] },
    // Its own refuses addresses of this machine.
    fetch: (url, { method, headers, body }) =>
      globalThis.fetch(url, { method, headers, body, signal: globalThis.AbortSignal.timeout(5_000) }),
    pkce: { required: () => true },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: false } },
    findAccount: (_ctx, id) => (state.accounts[id] ? { accountId: id, claims: () => ({ sub: id, ...state.accounts[id] }) } : undefined),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { Session: 3_600, Interaction: 600, Grant: 3_600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.body = `<h1>${out.error}</h1><p>${out.error_description ?? ''}</p>`;
    },
    async loadExistingGrant({ oidc }) {
      // Another one would undo the codes that other tabs were given.
      const known = oidc.session.grantIdFor(oidc.client.clientId);
      const found = known && (await oidc.provider.Grant.find(known));
      if (found) return found;
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.route === 'token' && ctx.body?.id_token) ctx.body.id_token = await tampered(ctx.body.id_token);
  });
}

/** The ID token as a provider that is at fault, or somebody in its place, sends it. */
async function tampered(token) {
  const claims = decodeJwt(token);
  const now = Math.floor(Date.now() / 1_000);
  const [key] = keys;
  const sign = async (content, by = key) =>
    new SignJWT(content).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(await importJWK(by, 'RS256'));
  switch (state.manner) {
    case 'wrong nonce':
      return sign({ ...claims, nonce: 'another' });
    case 'wrong audience':
      return sign({ ...claims, aud: 'somebody-else' });
    case 'wrong issuer':
      return sign({ ...claims, iss: 'https://login.example.org' });
    case 'expired':
      return sign({ ...claims, iat: now - 7_200, exp: now - 3_600 });
    case 'alg none':
      return new UnsecuredJWT(claims).encode();
    case 'another key':
      return sign(claims, await newKey());
    case 'slightly old':
      return sign({ ...claims, exp: now - 30 });
    case 'old sign-in':
      return sign({ ...claims, auth_time: now - 7_200 });
    case 'another address':
      return sign({ ...claims, email: 'another@example.org' });
    case 'untold sign-in':
      return sign({ ...claims, auth_time: undefined });
    default:
      return token;
  }
}

async function answer(req, res) {
  if (state.manner === 'slow') return;
  if (state.manner === 'down') return req.socket.destroy();
  if (state.manner === 'nonsense') return void res.writeHead(200, { 'content-type': 'text/html' }).end('<html>hello');
  if (state.manner === 'too much') return void res.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(3_000_000)}"`);
  if (state.manner === 'elsewhere' && req.url.startsWith('/.well-known')) {
    return void res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ issuer: 'https://login.example.org' }));
  }
  const url = new URL(req.url, issuer);
  if (url.pathname.startsWith('/interaction/')) return interact(req, res, url);
  return provider.callback()(req, res);
}

/** Whoever the parent names signs in at once; otherwise a person chooses on a page. */
async function interact(req, res, url) {
  const who = state.who ?? url.searchParams.get('who');
  if (!who) {
    const links = Object.keys(state.accounts).map((id) => `<li><a href="${url.pathname}?who=${id}">Sign in as ${id}</a></li>`);
    return void res.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Provider</title><ul>${links.join('')}</ul>`);
  }
  const result = who === 'cancel' ? { error: 'access_denied', error_description: 'The person cancelled' } : { login: { accountId: who } };
  await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
}

/** A logout token as the provider would send it, with these claims and header changed. */
async function logoutToken({ client, claims, header, isForged }) {
  const now = Math.floor(Date.now() / 1_000);
  const content = {
    iss: issuer,
    aud: client,
    iat: now,
    exp: now + 120,
    jti: randomBytes(8).toString('hex'),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    ...claims,
  };
  const [key] = keys;
  const by = isForged ? await newKey() : key;
  return new SignJWT(Object.fromEntries(Object.entries(content).filter(([, value]) => value !== null)))
    .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'logout+jwt', ...header })
    .sign(await importJWK(by, 'RS256'));
}

process.on('message', async ({ id, order, ...rest }) => {
  let answer;
  if (order === 'set') {
    Object.assign(state, rest.state);
    if (rest.state.clients) build();
  }
  if (order === 'rotate') {
    keys = [await newKey()];
    build();
  }
  if (order === 'logout token') answer = await logoutToken(rest);
  process.send({ id, answer });
});
process.on('disconnect', () => process.exit());
process.send({ issuer });
