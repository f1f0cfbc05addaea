import { isIP } from 'node:net';
import { Router } from 'express';
import type { Services } from '../kernel/context';
import { allows } from './methods';

const PATH = '/.well-known/security.txt';
const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. The server renews it. */
const VALID_DAYS = 180;

/** Where to report vulnerabilities (RFC 9116). */
export function securityTextRoutes(services: Services): Router {
  const router = Router();
  router.get(PATH, (_req, res) => {
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.send(securityText(services, Date.now()));
  });
  router.all(PATH, allows('GET', 'HEAD'));
  return router;
}

function securityText({ config, publicUrl }: Services, now: number): string {
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS).toISOString();
  return [
    `Contact: ${config.securityContact ?? `mailto:security@${domainOf(publicUrl)}`}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    // URLs in this file must be https.
    ...(config.publicUrl?.startsWith('https:') ? [`Canonical: ${config.publicUrl}${PATH}`] : []),
    '',
  ].join('\n');
}

/** A bare IP address can't have a mailbox. */
function domainOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname;
}
