import express, { type Request, type Response, Router } from 'express';
import { logoutByProvider } from '../domains/sign-on/logout';
import { Refused } from '../domains/sign-on/refused';
import { arriveBack, depart, SIGN_ON_SECONDS } from '../domains/sign-on/sign-on.service';
import type { Services } from '../kernel/context';
import { notFound } from '../kernel/errors';
import { escapeHtml } from '../platform/mail/text';
import { policy, setPolicy } from './headers';
import { contextOf, cookieOf } from './request';

const POLICY = policy({ 'style-src': "'unsafe-inline'" });
const MOST_TOKEN_BYTES = 20_000;

/** Signing in by a provider: there and back, and out again when the provider says so. Refusals are pages for people. */
export function signOnRoutes(services: Services): Router {
  const router = Router();
  const isSecure = services.publicUrl.startsWith('https:');
  const cookieName = () => (isSecure ? '__Host-vetgraph_sign_on' : 'vetgraph_sign_on');
  const cookieOptions = { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' } as const;

  router.use('/auth/oidc', (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Referrer-Policy', 'no-referrer');
    next();
  });

  router.get('/auth/oidc/:id/start', async (req, res) => {
    await explained(req, res, async () => {
      const { returnTo } = req.query;
      const departure = await depart(contextOf(services, req, res), req.params.id, typeof returnTo === 'string' ? returnTo : undefined);
      if (!departure) throw notFound('Page');
      res.cookie(cookieName(), departure.cookie, { ...cookieOptions, maxAge: SIGN_ON_SECONDS * 1_000 });
      res.redirect(302, departure.url);
    });
  });

  router.get('/auth/oidc/:id/callback', async (req, res) => {
    await explained(req, res, async () => {
      res.clearCookie(cookieName(), cookieOptions);
      const url = new URL(req.originalUrl, services.publicUrl);
      const returnTo = await arriveBack(contextOf(services, req, res), req.params.id, url, cookieOf(req, cookieName()));
      if (returnTo === undefined) throw notFound('Page');
      res.redirect(303, returnTo);
    });
  });

  router.post(
    '/auth/oidc/:id/backchannel-logout',
    express.urlencoded({ extended: false, limit: MOST_TOKEN_BYTES, parameterLimit: 10 }),
    async (req, res) => {
      const { logout_token: token } = (req.body ?? {}) as { logout_token?: unknown };
      const isDone = typeof token === 'string' && (await logoutByProvider(contextOf(services, req, res), req.params.id as string, token));
      if (isDone === undefined) throw notFound('Page');
      res.status(isDone ? 200 : 400).end();
    },
  );
  return router;
}

/** A refusal is a page, right where the person is. */
async function explained(req: Request, res: Response, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    req.log?.info({ reason: error.reason }, 'sign-in refused');
    setPolicy(res, POLICY);
    res.status(error.status).type('html').send(page(error));
  }
}

function page({ title, advice }: Refused): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${escapeHtml(title)} · Vetgraph</title>
    <style>
      :root { color-scheme: light dark; }
      body { max-width: 32em; margin: 12vh auto; padding: 0 1rem; font: 16px/1.5 sans-serif; }
      h1 { font-size: 1.4rem; }
    </style>
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
      <p>${escapeHtml(advice)}</p>
      <p><a href="/sign-in">Back to sign-in</a></p>
    </main>
  </body>
</html>
`;
}
