import { type Request, type Response, Router } from 'express';
import { logoutByProvider } from '../domains/sign-on/logout';
import { Refused, tooMany } from '../domains/sign-on/refused';
import { arriveBack, cookieFor, depart, SIGN_ON_SECONDS, underWay } from '../domains/sign-on/sign-on.service';
import { signOnCookie } from '../auth/sessions';
import { WindowLimit } from '../auth/window-limit';
import type { Services } from '../kernel/context';
import { badRequest, Problem } from '../kernel/errors';
import { networkOf } from '../platform/addresses';
import { escapeHtml } from '../platform/mail/text';
import { readForm } from './body';
import { policy, setPolicy } from './headers';
import { contextOf, cookieOf } from './request';

const POLICY = policy({ 'style-src': "'unsafe-inline'" });
const MOST_TOKEN_CHARACTERS = 20_000;
/** Steps of sign-ins from one network: a large office may come through one address, all in the morning. */
const STEPS = { limit: 600, windowSeconds: 60 };

/** Signing in by a provider: there and back, and out again when the provider says so. Refusals are pages for people. */
export function signOnRoutes(services: Services): Router {
  const router = Router();
  const cookieName = () => signOnCookie(services.publicUrl);
  const cookieOptions = () => ({ httpOnly: true, sameSite: 'lax', secure: services.publicUrl.startsWith('https:'), path: '/' }) as const;

  const keep = (res: Response, cookie: string | undefined) => {
    if (cookie === undefined) res.clearCookie(cookieName(), cookieOptions());
    else res.cookie(cookieName(), cookie, { ...cookieOptions(), maxAge: SIGN_ON_SECONDS * 1_000 });
  };

  const steps = new WindowLimit(STEPS, 'signon');
  const countStep = async ({ ip }: Request) => {
    if (!(await steps.use(networkOf(ip ?? ''))).allowed) throw tooMany();
  };

  router.get('/oidc/:id/start', async (req, res) => {
    await explained(services, req, res, async () => {
      await countStep(req);
      const { returnTo, again } = req.query;
      const wish = { returnTo: typeof returnTo === 'string' ? returnTo : undefined, isAgain: again === 'true' };
      const ctx = contextOf(services, req, res);
      const { url, cookie } = await depart(ctx, req.params.id, wish, underWay(ctx, cookieOf(req, cookieName())));
      keep(res, cookie);
      res.redirect(302, url);
    });
  });

  router.get('/oidc/:id/callback', async (req, res) => {
    await explained(services, req, res, async () => {
      await countStep(req);
      const ctx = contextOf(services, req, res);
      const url = new URL(req.originalUrl, services.publicUrl);
      const state = url.searchParams.get('state');
      const all = underWay(ctx, cookieOf(req, cookieName()));
      const others = all.filter((one) => one.state !== state);
      keep(res, cookieFor(ctx, others));
      const begun = all.find((one) => one.state === state);
      res.redirect(303, await arriveBack(ctx, req.params.id, url, begun));
    });
  });

  // Not counted: a provider may end the sessions of very many people at once.
  router.post('/oidc/:id/backchannel-logout', async (req, res) => {
    const token = (await readForm(req).catch(asBadRequest)).get('logout_token') ?? '';
    const isDone = token.length <= MOST_TOKEN_CHARACTERS && (await logoutByProvider(contextOf(services, req, res), req.params.id, token));
    res.status(isDone ? 200 : 400).end();
  });
  return router;
}

/** Whatever a provider sends that is no form with a token, the standard has one answer. */
function asBadRequest(error: unknown): never {
  const isTheirs = error instanceof Problem && ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE'].includes(error.code);
  throw isTheirs ? badRequest(error.message) : error;
}

/** The way back to the provider, which then asks who it is. */
const asAnother = (id: string) => `/auth/oidc/${encodeURIComponent(id)}/start?again=true`;

/** A refusal is a page, right where the person is. */
async function explained({ log }: Services, req: Request<{ id: string }>, res: Response, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    log.info({ requestId: req.id, reason: error.reason }, 'sign-in refused');
    setPolicy(res, POLICY);
    // Whoever isn't let in would come back as the same person, because the provider remembers them.
    const other = error.status === 403 ? asAnother(req.params.id) : undefined;
    res.status(error.status).type('html').send(page(error, other));
  }
}

function page({ title, advice }: Refused, other: string | undefined): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${escapeHtml(title)} · Vetgraph</title>
    <style>
      :root { color-scheme: light dark; }
      body { max-width: 420px; margin: 12vh auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
      header { margin-bottom: 1rem; font-size: 1.25rem; font-weight: 600; }
      main { padding: 0.25rem 1.25rem; border: 1px solid #8888; border-radius: 8px; }
      h1 { font-size: 1.4rem; }
    </style>
  </head>
  <body>
    <header>Vetgraph</header>
    <main>
      <h1>${escapeHtml(title)}</h1>
      <p>${escapeHtml(advice)}</p>
      <p><a href="/sign-in">Back to sign-in</a></p>${other ? `\n      <p><a href="${escapeHtml(other)}">Sign in as somebody else</a></p>` : ''}
    </main>
  </body>
</html>
`;
}
