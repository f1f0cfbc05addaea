import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Caller } from '../kernel/caller';
import type { Attendance } from '../database/attendance';
import { deviceCookie, MAX_SESSION_DAYS, sessionCookie } from '../auth/sessions';
import { type Charged, RequestContext, type RequestFacts, type Services, type Spent } from '../kernel/context';
import { attendanceOf } from './attendance';
import { STREAMING } from './stream-outlets';

declare module 'express-serve-static-core' {
  interface Request {
    id: string;
    caller: Caller;
    /** An invalid key was sent. */
    isBearerRefused: boolean;
  }
}

const DAY_MS = 86_400_000;
/** The longest that browsers keep a cookie. */
const DEVICE_DAYS = 400;

const SAFE_ID = /^[\w.:-]{1,64}$/;

/** Assigns each request an id, or keeps the one a proxy sent, and logs how the request ended. */
export function requestLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    const given = req.get('x-request-id');
    req.id = given && SAFE_ID.test(given) ? given : randomUUID();
    res.setHeader('X-Request-Id', req.id);
    const started = performance.now();
    const path = loggedPath(req.path); // read now, because routers change it
    const tell = (what: string) => {
      const ms = Math.round((performance.now() - started) * 10) / 10;
      log.info({ requestId: req.id, method: req.method, path, status: res.statusCode, ms, caller: req.caller?.kind }, what);
    };
    const toldAtEnd = () => tell('request');
    res.on('finish', toldAtEnd);
    // Of a stream it is told that it began, and that it ended, whoever ended it.
    res.once(STREAMING, () => {
      res.off('finish', toldAtEnd);
      tell('stream begins');
      res.once('close', () => tell('stream ends'));
    });
    next();
  };
}

/** The paths of links contain a secret, even if slightly mistyped. */
export function loggedPath(path: string): string {
  return path.replace(/((?:portal|reset-password|invitation)(?:\/|%2f|%5c)).+/i, '$1…');
}

/** The value of a cookie. */
export function cookieOf(req: Request, name: string): string | undefined {
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
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
    readonly isRest = false,
    readonly expectedRevision?: number,
  ) {}

  get id(): string {
    return this.req.id;
  }

  get recordsReads(): boolean {
    return this.isRest;
  }

  get address(): string {
    return this.req.ip ?? '';
  }

  get asOf(): string | undefined {
    return this.req.asOf;
  }

  get isSafe(): boolean {
    return this.req.method === 'GET' || this.req.method === 'HEAD';
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
    const name = sessionCookie(this.services.publicUrl);
    if (token === null) this.res.clearCookie(name, this.cookieOptions);
    else this.res.cookie(name, token, { ...this.cookieOptions, maxAge: MAX_SESSION_DAYS * DAY_MS });
  }

  get device(): string | undefined {
    return cookieOf(this.req, deviceCookie(this.services.publicUrl));
  }

  setDeviceCookie(device: string): void {
    this.res.cookie(deviceCookie(this.services.publicUrl), device, { ...this.cookieOptions, maxAge: DEVICE_DAYS * DAY_MS });
  }

  private get cookieOptions() {
    const secure = this.req.secure || this.services.publicUrl.startsWith('https:');
    return { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  }
}
