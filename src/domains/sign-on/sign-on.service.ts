import { randomUUID } from 'node:crypto';
import { consume } from '../../auth/rate-limit';
import { endSession, SignInMethod } from '../../auth/sessions';
import type { RequestContext } from '../../kernel/context';
import { onTaken } from '../../kernel/errors';
import { email as emailRule, isVisible } from '../../kernel/validate';
import { networkOf } from '../../platform/addresses';
import { seal, unseal } from '../../platform/seal';
import { admit, type Entered, enter, recordFailure } from '../account/sign-in.service';
import { endOtherWaysIn } from '../account/other-ways-in.service';
import { type Change, changeShared } from '../audit/audit.service';
import { toldPlace } from '../user/role-place.service';
import { givenPlace, giveRole } from '../user/user.service';
import type { StoredMapping } from './identity-provider.entity';
import { Role } from '../user/role.entity';
import * as userStore from '../user/user.store';
import { usableProvider } from './identity-provider.service';
import * as providerStore from './identity-provider.store';
import {
  type Arrival,
  arrive,
  begin,
  type Begun,
  claimAt,
  CLOCK_SKEW_SECONDS,
  connect,
  endSessionUrl,
  LONGEST_AGO_SECONDS,
  PATIENCE_MS,
} from './oidc';
import { expired, plainText, Refused, refusalFor } from './refused';
import * as store from './sign-on.store';

const COOKIE_SEAL = 'vetgraph sign-on';
const END_SESSION_SEAL = 'vetgraph end session';
/** How long someone may take at the provider. */
export const SIGN_ON_SECONDS = 600;

type Provider = NonNullable<Awaited<ReturnType<typeof usableProvider>>>;

/** Between the two halves of a sign-in, in a sealed cookie: any server may take the second half. */
interface Kept extends Begun {
  providerId: string;
  returnTo: string;
  /** The person was asked to show again who they are. */
  isAgain: boolean;
  /** When they left, in milliseconds. */
  at: number;
}

export interface Departure {
  /** The provider's page. */
  url: string;
  /** For the browser to keep. */
  cookie: string;
}

interface Wish {
  /** Where to go afterwards. */
  returnTo?: string;
  /** The person must show again who they are, even if signed in at the provider. */
  isAgain: boolean;
}

/** As many sign-ins can be under way in one browser, each in its tab. */
const MOST_UNDER_WAY = 5;
/** Browsers drop longer cookies. */
const MOST_COOKIE_CHARACTERS = 3_800;

/** The sign-ins that are under way in a browser, the newest first. */
export function underWay(ctx: RequestContext, cookie: string | undefined): Kept[] {
  const text = cookie && unseal(cookie, ctx.services.sessionSecret, COOKIE_SEAL);
  const kept: unknown = text ? JSON.parse(text) : [];
  // One that an older version has begun is alone.
  return ([kept].flat() as Kept[]).filter(({ at }) => now(ctx) - at <= SIGN_ON_SECONDS * 1_000);
}

/** A cookie that keeps sign-ins: as many of the newest as fit. Undefined if there are none. */
export function cookieFor(ctx: RequestContext, kept: readonly Kept[]): string | undefined {
  for (let count = Math.min(kept.length, MOST_UNDER_WAY); count > 0; count--) {
    const cookie = seal(JSON.stringify(kept.slice(0, count)), ctx.services.sessionSecret, COOKIE_SEAL);
    if (count === 1 || cookie.length <= MOST_COOKIE_CHARACTERS) return cookie;
  }
  return undefined;
}

export async function depart(ctx: RequestContext, id: string, { returnTo, isAgain }: Wish, before: readonly Kept[]): Promise<Departure> {
  const provider = await enabledProvider(ctx, id);
  try {
    const client = clientOf(provider);
    const { url, ...begun } = await asking(provider, async (signal) =>
      begin(await connect(client, signal), { redirectUri: callbackUrl(ctx, provider.id), scopes: provider.scopes, isAgain }),
    );
    const kept: Kept = { ...begun, providerId: provider.id, returnTo: ownPath(returnTo), isAgain, at: now(ctx) };
    return { url, cookie: cookieFor(ctx, [kept, ...before])! };
  } catch (error) {
    throw await refused(ctx, provider, error);
  }
}

/** The person comes back from the provider. Sets the cookies, and returns where to go. */
export async function arriveBack(ctx: RequestContext, id: string, url: URL, begun: Kept | undefined): Promise<string> {
  const provider = await enabledProvider(ctx, id);
  let arrival: Arrival | undefined;
  try {
    const kept = await useUp(ctx, provider, begun);
    const client = clientOf(provider);
    const wanted = ['email', ...(provider.roleClaim ? [provider.roleClaim] : [])];
    const arrived = await asking(provider, async (signal) => {
      const config = await connect(client, signal);
      const found = await arrive(config, url, kept, wanted);
      return { found, endUrl: endSessionUrl(config, found.idToken) };
    });
    const { endUrl } = arrived;
    arrival = arrived.found;
    assertShownAgain(kept, arrival);
    admit(ctx, await letIn(ctx, provider, arrival, { endUrl, shownAgoSeconds: shownAgo(ctx, kept, arrival) }));
    return kept.returnTo;
  } catch (error) {
    throw await refused(ctx, provider, error, arrival);
  }
}

/** Whatever goes wrong with the provider is a refusal. What goes wrong here is not. */
const asking = <T>({ name }: Provider, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  work(AbortSignal.timeout(PATIENCE_MS)).catch((error: unknown) => Promise.reject(refusalFor(error, name)));

async function enabledProvider(ctx: RequestContext, id: string): Promise<Provider> {
  const provider = await usableProvider(ctx, id);
  if (provider?.isEnabled) return provider;
  throw notThere();
}

const notThere = () =>
  new Refused(
    'there is no such provider, or it is disabled',
    'There is no such way to sign in',
    'It may have been turned off. Go back to the sign-in page to see which ways there are.',
    404,
  );

/** A provider that remembers people must not answer for someone who left the browser open. */
function assertShownAgain({ isAgain, at }: Kept, { authTime }: Arrival): void {
  if (!isAgain || authTime === undefined || authTime >= at / 1_000 - CLOCK_SKEW_SECONDS) return;
  throw new Refused(
    'the provider did not ask again who it is',
    'The provider didn’t ask who you are',
    'Sign out at the provider, then sign in again.',
  );
}

function clientOf({ issuer, clientId, clientSecret }: Provider) {
  if (clientSecret === undefined)
    throw new Refused(
      'the client secret can’t be read: SESSION_SECRET has changed since it was entered',
      'This way to sign in needs attention',
      'An administrator must enter the client secret of the provider again, under Settings > Sign-in.',
      503,
    );
  return { issuer, clientId, clientSecret };
}

/** Each is good for one use, on whichever server. */
async function useUp(ctx: RequestContext, provider: Provider, kept: Kept | undefined): Promise<Kept> {
  if (kept?.providerId !== provider.id) throw expired();
  const uses = await consume(ctx.database, `signon:${kept.state}`, { limit: 1, windowSeconds: SIGN_ON_SECONDS * 2 });
  if (!uses.allowed) throw expired();
  return kept;
}

/** Records why someone wasn't let in, in as many words as the log needs. */
async function refused(ctx: RequestContext, provider: Provider, error: unknown, arrival?: Arrival): Promise<Error> {
  if (!(error instanceof Refused)) return error as Error;
  const tries = await consume(ctx.database, `signon:address:${networkOf(ctx.request.address)}`, { limit: 50, windowSeconds: 600 });
  const account = arrival && (await ctx.database.one(store.byIdentity(provider.issuer, arrival.subject)));
  // Anyone can call the address: only so many refusals are recorded.
  if (tries.allowed)
    await recordFailure(ctx, {
      email: (arrival && textClaim(arrival, 'email', 254)) ?? null,
      account,
      method: SignInMethod.PROVIDER,
      provider: provider.name,
      reason: error.reason,
    });
  return error;
}

interface Opening {
  /** Where to sign out at the provider. */
  endUrl: string | undefined;
  /** How long ago the person showed who they are. */
  shownAgoSeconds: number;
}

/** A provider that doesn't say when may just have remembered the person, unless it was told to ask. */
function shownAgo(ctx: RequestContext, { isAgain }: Kept, { authTime }: Arrival): number {
  if (authTime === undefined) return isAgain ? 0 : LONGEST_AGO_SECONDS;
  return Math.max(0, now(ctx) / 1_000 - authTime);
}

/**
 * Finds out who it is here, gives them the role that the provider says, and starts the session, all at once or not at all. Where
 * the role holds doesn't depend on who was signed in before.
 */
async function letIn(ctx: RequestContext, provider: Provider, arrival: Arrival, opening: Opening) {
  const attempt = () => changeShared(ctx, (tx) => identifyAndEnter(ctx, tx, provider, arrival, opening)).catch(madeMeanwhile);
  // Two tabs may bring the same new person at once: the second finds who the first has made.
  return attempt().catch((error: unknown) => (error instanceof MadeMeanwhile ? attempt() : Promise.reject(error as Error)));
}

class MadeMeanwhile extends Error {}
const madeMeanwhile = onTaken(['user_identity_subject_taken', 'user_identity_one_an_issuer'], () => new MadeMeanwhile());

async function identifyAndEnter(
  ctx: RequestContext,
  tx: Change,
  provider: Provider,
  arrival: Arrival,
  { endUrl, shownAgoSeconds }: Opening,
): Promise<Entered> {
  const { subject, sid = null } = arrival;
  const user = await findOrMake(tx, provider, arrival);
  // Unlinked since we looked: another look finds whether the address links it again.
  if (!(await tx.one(store.markIdentityUsed(provider.issuer, subject)))) throw new MadeMeanwhile();
  if (!(await tx.one(providerStore.markUsed(provider.id, provider.issuer)))) throw notThere();
  const entered = await enter(ctx, tx, user, { method: SignInMethod.PROVIDER, provider: provider.name, shownAgoSeconds });
  if (!entered) throw disabled();
  const endSessionBox = endUrl ? seal(endUrl, ctx.services.sessionSecret, END_SESSION_SEAL) : null;
  await tx.query(store.markOpenedBy({ sessionId: entered.session.id, providerId: provider.id, subject, sid, endSessionBox }));
  const { sessionId, userId } = ctx.caller;
  if (sessionId && userId === user.id) await endSession(tx, sessionId); // the new one takes its place
  return entered;
}

const disabled = () => new Refused('account is disabled', 'Your account is disabled', 'Ask an administrator to restore your access.');

async function findOrMake(tx: Change, provider: Provider, arrival: Arrival): Promise<store.KnownUser> {
  const { issuer } = provider;
  const { subject } = arrival;
  const given = roleFor(provider, arrival);
  const known = (await tx.one(store.byIdentity(issuer, subject))) ?? (await linkByEmail(tx, provider, arrival));
  if (known) {
    if (known.isDisabled) throw disabled();
    if (provider.roleMappings.length > 0) {
      if (!given) throw noRole();
      const how = { actor: { userId: known.id, name: known.name }, meta: { provider: provider.name } };
      const isWidened = await giveRole(tx, known.id, given, how);
      if (isWidened && known.isTakenOver) await endOtherWaysIn(tx, [known], how);
    }
    return known;
  }
  const email = verifiedEmail(provider, arrival);
  if (!email) throw noEmail(provider, arrival);
  if (!provider.isJitEnabled)
    throw new Refused(
      'nobody here has this identity or this verified e-mail address',
      'You have no account here',
      `Ask an administrator to invite you as ${email}, or to let ${provider.name} create accounts (Settings > Sign-in).`,
    );
  if (!given) throw noRole();
  const { roleId } = given;
  const name = textClaim(arrival, 'name', 200) ?? email;
  const id = randomUUID();
  const role = await tx.em.findOneOrFail(Role, { id: roleId });
  const place = await givenPlace(tx, role, given.portfolioIds);
  if (!(await tx.one(userStore.insertWithoutPassword(id, { name, email, roleId, portfolioIds: place.ids })))) throw new MadeMeanwhile();
  await tx.query(store.link(id, issuer, subject));
  const told = { entity: { type: 'User', id, name }, actor: { userId: id, name } };
  const meta = { role: role.name, ...toldPlace(place), provider: provider.name };
  tx.record({ action: 'CREATE_USER', ...told, meta });
  tx.record({ action: 'LINK_IDENTITY', ...told, meta: { provider: provider.name } });
  return { id, name, email, isDisabled: false, roleId, isTakenOver: false };
}

/** An existing user with the verified address, whom nobody else of that issuer is linked to. */
async function linkByEmail(tx: Change, provider: Provider, arrival: Arrival): Promise<store.KnownUser | undefined> {
  const email = verifiedEmail(provider, arrival);
  const found = email === undefined ? undefined : await tx.one(store.byEmail(email));
  if (!found) return undefined;
  const { id, name } = found;
  const linked = await tx.one(store.subjectOf(id, provider.issuer));
  if (linked?.subject === arrival.subject) throw new MadeMeanwhile(); // since we looked
  if (linked)
    throw new Refused(
      'the user with this e-mail address is linked to another identity of the provider',
      'Your e-mail address belongs to another identity',
      'You signed in before as somebody else at the provider. If that account is gone, ask an administrator to unlink it: Settings > Users, your name, Linked sign-ins.',
    );
  await tx.query(store.link(id, provider.issuer, arrival.subject));
  await tx.query(userStore.takeOver(id));
  const entity = { type: 'User', id, name };
  tx.record({ action: 'LINK_IDENTITY', entity, actor: { userId: id, name }, meta: { provider: provider.name } });
  return { ...found, isTakenOver: true };
}

/** By the first mapping that fits, else the default. */
function roleFor({ roleClaim, roleMappings, defaultRoleId }: Provider, { claims }: Arrival): Omit<StoredMapping, 'value'> | undefined {
  const claim = roleClaim ? claimAt(claims, roleClaim) : undefined;
  const values = new Set([claim].flat().filter((value) => typeof value === 'string'));
  return roleMappings.find(({ value }) => values.has(value)) ?? (defaultRoleId ? { roleId: defaultRoleId } : undefined);
}

function verifiedEmail(provider: Provider, arrival: Arrival): string | undefined {
  const parsed = isVerified(provider, arrival) ? emailRule.safeParse(arrival.claims.email) : undefined;
  return parsed?.success ? parsed.data : undefined;
}

const isVerified = ({ isEmailTrusted }: Provider, { claims: { email_verified: verified } }: Arrival) =>
  isEmailTrusted || verified === true || verified === 'true';

/** A claim that has something to read. People may have written it themselves. */
function textClaim({ claims }: Arrival, name: string, most: number): string | undefined {
  const text = typeof claims[name] === 'string' ? plainText(claims[name], most) : '';
  return isVisible(text) ? text : undefined;
}

const noRole = () =>
  new Refused(
    'no role mapping fits, and there is no default role',
    'You have no role here yet',
    'Ask an administrator to give you a role: at the provider, or by a mapping or a default role under Settings > Sign-in.',
  );

/** Without an address that counts nobody can be found, or created. */
function noEmail(provider: Provider, arrival: Arrival): Refused {
  const { name } = provider;
  const written = textClaim(arrival, 'email', 320);
  if (!written)
    return new Refused(
      'the provider sent no e-mail address',
      `${name} didn’t send your e-mail address`,
      `Ask an administrator to give you one at ${name}, and to add the claim "email" to what ${name} sends.`,
    );
  if (isVerified(provider, arrival))
    return new Refused(
      'the e-mail address can’t be used here',
      'Your e-mail address can’t be used here',
      `${name} sent “${written}”, which Vetgraph can’t use. Ask whoever manages your account there for an address such as name@example.org.`,
    );
  return new Refused(
    'the e-mail address is not verified',
    'Your e-mail address isn’t verified',
    `Verify your address at ${name}. If it is managed by your organisation, ask an administrator to trust the addresses of ${name} (Settings > Sign-in).`,
  );
}

/** Only a path of our own pages. */
function ownPath(returnTo: string | undefined): string {
  return returnTo !== undefined && returnTo.length <= 2_000 && /^\/(?![/\\])[\x21-\x7e]*$/.test(returnTo) ? returnTo : '/';
}

export const callbackUrl = ({ services }: RequestContext, id: string) => `${services.publicUrl}/auth/oidc/${id}/callback`;
export const backchannelLogoutUrl = ({ services }: RequestContext, id: string) =>
  `${services.publicUrl}/auth/oidc/${id}/backchannel-logout`;

/** Where the person of the current session signs out at the provider too. */
export async function endSessionUrlOf({ primary, services }: RequestContext, sessionId: string): Promise<string | null> {
  const box = (await primary.one(store.endSessionBox(sessionId)))?.box;
  return (box && unseal(box, services.sessionSecret, END_SESSION_SEAL)) || null;
}

const now = ({ database }: RequestContext) => database.now().getTime();
