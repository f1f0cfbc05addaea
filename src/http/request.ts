import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Caller } from '../kernel/caller';
import type { Attendance } from '../database/attendance';
import { MAX_SESSION_DAYS, sessionCookie } from '../auth/sessions';
import { type Charged, RequestContext, type RequestFacts, type Services, type Spent } from '../kernel/context';
import { attendanceOf } from './attendance';

declare module 'express-serve-static-core' {
  interface Request {
    id: string;
    caller: Caller;
    /** An invalid key was sent. */
    isBearerRefused: boolean;
  }
}

const SAFE_ID = /^[\w.:-]{1,64}$/;

/** Assigns each request an id, or keeps the one a proxy sent, and logs how the request ended. */
export function requestLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    const given = req.get('x-request-id');
    req.id = given && SAFE_ID.test(given) ? given : randomUUID();
    res.setHeader('X-Request-Id', req.id);
    const started = performance.now();
    const path = loggedPath(req.path); // read now, because routers change it
    res.on('finish', () => {
      const ms = Math.round((performance.now() - started) * 10) / 10;
      log.info({ requestId: req.id, method: req.method, path, status: res.statusCode, ms, caller: req.caller?.kind }, 'request');
    });
    next();
  };
}

/** Portal paths contain a secret, even if slightly mistyped. */
export function loggedPath(path: string): string {
  return path.replace(/(portal(?:\/|%2f|%5c)).+/i, '$1…');
}

/** The context in which services and resolvers work for this request. */
export function contextOf(services: Services, req: Request, res: Response): RequestContext {
  return new RequestContext(services, req.caller, new HttpFacts(services, req, res));
}

/** Details of a request that services may need, computed on demand. */
export class HttpFacts implements RequestFacts {
  constructor(
    private readonly services: Services,
    private readonly req: Request,
    private readonly res: Response,
    readonly recordsReads = false,
    readonly expectedRevision?: number,
  ) {}

  get id(): string {
    return this.req.id;
  }

  get address(): string {
    return this.req.ip ?? '';
  }

  get asOf(): string | undefined {
    return this.req.asOf;
  }

  get userAgent(): string | undefined {
    return this.req.get('user-agent');
  }

  get attendance(): Attendance {
    return attendanceOf(this.res);
  }

  admitToPast(): void {
    this.req.admitToPast?.();
  }

  async charge(asked: Charged): Promise<void> {
    await this.req.charge?.(asked);
  }

  async spend(work: Spent): Promise<void> {
    await this.req.spend?.(work);
  }

  setSessionCookie(token: string | null): void {
    const { publicUrl } = this.services;
    const secure = this.req.secure || publicUrl.startsWith('https:');
    const options = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
    if (token === null) this.res.clearCookie(sessionCookie(publicUrl), options);
    else this.res.cookie(sessionCookie(publicUrl), token, { ...options, maxAge: MAX_SESSION_DAYS * 86_400_000 });
  }
}
