import type { RequestHandler, Response } from 'express';
import type { Config } from '../kernel/config';

/** Most responses are data, so they may load nothing; pages set what they need with `setPolicy`. */
const HEADERS = {
  'Content-Security-Policy': policy({}),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cache-Control': 'no-store',
};

const HTTPS_HEADERS = { 'Strict-Transport-Security': 'max-age=31536000' };

/** The headers of every response, except CORS (see cors.ts). HSTS is only set if the configured public URL is https. */
export function securityHeaders({ publicUrl }: Config): RequestHandler {
  const headers = Object.entries({ ...HEADERS, ...(publicUrl?.startsWith('https:') && HTTPS_HEADERS) });
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

/** A content security policy that allows only the given sources: `{ 'script-src': "'self'" }`. */
export function policy(sources: Record<string, string>): string {
  const directives = Object.entries(sources).map(([directive, source]) => `; ${directive} ${source}`);
  return `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'${directives.join('')}`;
}

export function setPolicy(res: Response, value: string): void {
  res.setHeader('Content-Security-Policy', value);
}
