import { generatePassword } from '../../auth/passwords';
import { sql } from '../../database/sql';
import { updateSettings } from '../../domains/settings/settings.service';
import { createApiKey } from '../../domains/user/api-key.service';
import { createUser } from '../../domains/user/user.service';
import { createVendor } from '../../domains/vendor/vendor.service';
import type { RequestContext } from '../../graphql/context';
import { conflict, problemOf } from '../../graphql/errors';
import { DEMO_USERS, DEMO_VENDORS } from './portfolio';

/** What became of the demo at the start of the server. */
export interface DemoStart {
  /** Whether the portfolio is there, in words. */
  portfolio: string;
  /** A key to try it with; only when the portfolio was loaded just now. */
  token?: string;
}

const LOADED = `${DEMO_VENDORS.length} vendors and ${DEMO_USERS.length} users were loaded`;

/**
 * Loads the demo portfolio into a database that has no portfolio yet, as if people had typed it. The users get
 * passwords that nobody knows.
 */
export async function loadDemo(ctx: RequestContext): Promise<string> {
  const found = await portfolioOf(ctx);
  if (found) throw conflict(`The demo portfolio needs an empty database; this one has ${found}`);
  const roles = await ctx.database.query<{ id: string; name: string }>(sql`select id, name from role where is_system`);
  const owners = new Map<string, string>();
  // The users come first: should two processes load at once, their addresses stop the second one at its first step.
  for (const { role, ...user } of DEMO_USERS) {
    const roleId = roles.find(({ name }) => name === role)!.id;
    owners.set(user.email, await createUser(ctx, { ...user, roleId, password: generatePassword() }));
  }
  for (const { owner, ...vendor } of DEMO_VENDORS) {
    await createVendor(ctx, { ...vendor, ownerId: owner ? owners.get(owner) : null });
  }
  return LOADED;
}

/** For a start with DEMO=true: an empty database gets the portfolio and a key, one with data stays as it is. */
export async function startDemo(ctx: RequestContext): Promise<DemoStart> {
  try {
    const portfolio = await loadDemo(ctx);
    await updateSettings(ctx, { apiKeysEnabled: true });
    const { token } = await createApiKey(ctx, { name: 'Demo' });
    return { portfolio, token };
  } catch (error) {
    if (problemOf(error)?.code !== 'CONFLICT') throw error;
    const [user] = await ctx.database.query(sql`select 1 from app_user where email = ${DEMO_USERS[0].email}`);
    const portfolio = user ? 'the portfolio is loaded' : `not loaded, as the database has ${await portfolioOf(ctx)}`;
    return { portfolio };
  }
}

/** What there is of a portfolio, in words; empty if nothing. */
async function portfolioOf(ctx: RequestContext): Promise<string> {
  const counts = await ctx.database.query<{ what: string; count: number }>(sql`
    select 'vendors' as what, count(*) as count from vendor
    union all select 'frameworks', count(*) from framework where library_key is null
    union all select 'templates', count(*) from template where library_key is null
    union all select 'assessments', count(*) from assessment`);
  return counts
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => `${count} ${what}`)
    .join(', ');
}
