import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Express, Request } from 'express';
import type { GraphQLFormattedError } from 'graphql';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { Attendance } from '../database/attendance';
import type { Batch, Outlet } from '../domains/feed/batch';
import { PACE } from '../domains/feed/hub';
import { formatError } from '../graphql/format-error';
import { ANONYMOUS, type Caller, idOf } from '../kernel/caller';
import { RequestContext, type RequestFacts, type Services } from '../kernel/context';
import { badRequest, type ErrorCode, Problem, rateLimited, STATUS, unauthenticated } from '../kernel/errors';
import { networkOf } from '../platform/addresses';
import { hasAsOf } from './as-of';
import { jsonIn } from './body';
import { type Credentials, credentialsOf, type Identifier, isOriginOurs, keyIn } from './identify';
import type { Load, Place } from './load';
import { isRecord, runOperation, type Runner } from './operation';
import { assertLeft, type GraphQLLimits, type Meter } from './rate-limit';
import type { Streams } from './streams';
import { refuseTinyPieces } from './tiny-chunks';

const PROTOCOL = 'graphql-transport-ws';

/** As the body of a request. */
const MOST_BYTES = 1_048_576;
/** The first message comes within this time, and has nothing but a key. */
const INIT_MS = 10_000;
const INIT_BYTES = 16_384;
/** Operations at once on one socket. */
const MOST_OPERATIONS = 100;
/** Sockets of people who haven't said who they are: of one network, and of all. They don't stay without doing anything. */
const MOST_STRANGERS = 500;
const MOST_OF_NETWORK = 50;
const STRANGERS_IDLE_MS = 30_000;
/** More than this that a client doesn't read ends its socket. */
const MOST_UNREAD = 4 * 1_048_576;
const MOST_UNREAD_OF_STRANGERS = 262_144;
/** Messages other than operations: their size, and how many of them in a minute. */
const MOST_CONTROL_BYTES = 4_096;
const MOST_CONTROLS = 300;
/** Sockets of one caller. */
const MOST_OF_CALLER = 100;
const LINGER_MS = 10_000;
const CLOSING_MS = 2_000;

/** Close codes of the protocol, and of WebSocket itself. */
const CLOSE = {
  goingAway: [1001, 'Going away'],
  invalid: [4400, 'Invalid message received'],
  unauthorized: [4401, 'Unauthorized'],
  forbidden: [4403, 'Forbidden'],
  subprotocol: [4406, 'Subprotocol not acceptable'],
  initTimeout: [4408, 'Connection initialisation timeout'],
  tooManyInits: [4429, 'Too many initialisation requests'],
  tooMuch: [1008, 'Too much'],
} as const;

interface Parts {
  services: Services;
  runner: Runner;
  streams: Streams;
  limits: GraphQLLimits;
  identifier: Identifier;
  load: Load;
}

/** GraphQL over WebSocket, on the path of the rest of it (the protocol of graphql-ws). */
export class WebSockets {
  private readonly server = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
    autoPong: false,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  });
  /** By network. */
  private readonly strangers = new Map<Connection, string>();
  private readonly open = new Set<Connection>();

  constructor(private readonly parts: Parts) {}

  attach(http: Server, app: Express): void {
    http.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
      socket.on('error', () => undefined);
      // As express would do with a request that passes through it.
      if (!('get' in req)) Object.setPrototypeOf(req, app.request);
      this.admit(req as Request, socket, head).catch((error: unknown) => refuse(socket, error, this.parts.services));
    });
  }

  /** Closes all: what runs is given a moment to end. */
  stop(): void {
    for (const connection of this.open) connection.goAway();
  }

  private async admit(req: Request, socket: Socket, head: Buffer): Promise<void> {
    const { services, identifier, limits } = this.parts;
    if (req.headers.upgrade?.toLowerCase() !== 'websocket') throw badRequest('The only upgrade here is to a WebSocket');
    if (req.method !== 'GET' || !/^\/graphql\/?(\?|$)/.test(req.url)) throw new Problem('NOT_FOUND', 'Page not found');
    if (hasAsOf(req)) throw badRequest('asOf is not known here: GraphQL asks of the past by query @asOf(at: …)');
    const { cookie, ...rest } = credentialsOf(req, services);
    // A browser sends the cookie whoever made the page, which could read everything then.
    const credentials: Credentials = isOriginOurs(req, services) ? { cookie, ...rest } : rest;
    const caller = await identifier.callerOf(credentials, assertLeft);
    if (!caller && credentials.key !== undefined) throw unauthenticated('The API key is not valid');
    await limits.meter({ caller: caller ?? ANONYMOUS, ip: req.ip }, (_rate, used) => assertLeft(used)).begin();
    const network = networkOf(credentials.address);
    if (caller && !this.hasRoomOf(caller)) throw rateLimited(5, `Too many connections: at most ${MOST_OF_CALLER} may be open at once`);
    if (!caller) this.assertRoomFor(network);
    this.server.handleUpgrade(req, socket, head, (ws) => {
      if (ws.protocol !== PROTOCOL) return ws.close(...CLOSE.subprotocol);
      const connection: Connection = new Connection(this.parts, ws, socket, req, credentials, caller, {
        hasRoom: (known) => this.hasRoomOf(known, connection),
        isKnown: (isKnown) => {
          if (isKnown) this.strangers.delete(connection);
          else if (this.open.has(connection)) this.strangers.set(connection, network);
        },
        closed: () => {
          this.strangers.delete(connection);
          this.open.delete(connection);
        },
      });
      this.open.add(connection);
      if (!caller) this.strangers.set(connection, network);
    });
  }

  /** Whether there is room for one more, besides a connection that is open. */
  private hasRoomOf(caller: Caller, connection?: Connection): boolean {
    return [...this.open].filter((one) => one !== connection && one.callerId === idOf(caller)).length < MOST_OF_CALLER;
  }

  private assertRoomFor(network: string): void {
    const ofNetwork = [...this.strangers.values()].filter((one) => one === network).length;
    if (this.strangers.size >= MOST_STRANGERS || ofNetwork >= MOST_OF_NETWORK) throw rateLimited(5, 'Too many connections');
  }
}

/** Answers instead of upgrading. */
function refuse(socket: Socket, error: unknown, { log }: Services): void {
  const { message, extensions } = formatError(error, log);
  const { code, status = STATUS[code], retryAfter } = extensions as { code: ErrorCode; status?: number; retryAfter?: number };
  const body = JSON.stringify({ errors: [{ message, extensions }] });
  const head = [
    `HTTP/1.1 ${status} Refused`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(retryAfter ? [`Retry-After: ${retryAfter}`] : []),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

interface Running {
  /** The caller doesn't want it any more. */
  stop(): void;
}

/** One socket and what runs on it. */
class Connection {
  private readonly running = new Map<string, Running>();
  private isBegun = false;
  private isReady = false;
  private isLeaving = false;
  private isAnswering = true;
  private lastUsed = performance.now();
  private controls = { minute: 0, count: 0 };
  /** The last message that waits. */
  private counting?: Promise<void>;
  private readonly beats: NodeJS.Timeout;
  private readonly started = performance.now();
  private readonly requestId = randomUUID();

  constructor(
    private readonly parts: Parts,
    private readonly ws: WebSocket,
    private readonly socket: Socket,
    private readonly req: Request,
    private credentials: Credentials,
    private caller: Caller | undefined,
    private readonly told: { hasRoom(caller: Caller): boolean; isKnown(isKnown: boolean): void; closed(): void },
  ) {
    socket.setMaxListeners(2 * MOST_OPERATIONS); // each stream waits for room
    const late = setTimeout(() => this.isReady || ws.close(...CLOSE.initTimeout), INIT_MS).unref();
    this.beats = setInterval(() => this.beat(), PACE.beatMs).unref();
    ws.on('pong', () => (this.isAnswering = true));
    ws.on('ping', (data: Buffer) => (this.mayControl() ? ws.pong(data) : this.close(CLOSE.tooMuch)));
    refuseTinyPieces(ws);
    ws.on('error', () => undefined); // it closes next
    ws.on('message', (data, isBinary) => this.receive(data, isBinary));
    ws.once('close', (code) => {
      clearTimeout(late);
      clearInterval(this.beats);
      for (const { stop } of this.running.values()) stop();
      told.closed();
      const ms = Math.round(performance.now() - this.started);
      const { kind } = this.caller ?? ANONYMOUS;
      parts.services.log.info({ requestId: this.requestId, path: '/graphql', code, ms, caller: kind }, 'websocket');
    });
  }

  get callerId(): string | undefined {
    return this.caller && idOf(this.caller);
  }

  send(message: string): void {
    if (this.ws.readyState === this.ws.OPEN) this.ws.send(message);
  }

  /** Sends several as one piece. */
  sendAll(messages: readonly string[]): boolean {
    this.socket.cork();
    for (const message of messages) this.send(message);
    this.socket.uncork();
    return !this.socket.writableNeedDrain;
  }

  goAway(): void {
    this.isLeaving = true;
    if (this.running.size === 0) this.close(CLOSE.goingAway);
    setTimeout(() => this.close(CLOSE.goingAway), CLOSING_MS).unref();
  }

  private close([code, reason]: readonly [number, string]): void {
    this.ws.close(code, reason);
    setTimeout(() => this.ws.terminate(), CLOSING_MS).unref();
  }

  /** A peer that doesn't answer is gone. A stranger who does nothing goes. */
  private beat(): void {
    if (!this.isAnswering) return this.ws.terminate();
    const isIdle = this.running.size === 0 && performance.now() - this.lastUsed > STRANGERS_IDLE_MS;
    if (!this.caller && isIdle) return this.close(CLOSE.goingAway);
    this.isAnswering = false;
    this.ws.ping();
  }

  private receive(data: RawData, isBinary: boolean): void {
    if (this.socket.writableLength > (this.caller ? MOST_UNREAD : MOST_UNREAD_OF_STRANGERS)) return this.ws.terminate();
    const bytes = data as Buffer;
    const isSmall = bytes.length <= MOST_CONTROL_BYTES;
    if (isBinary || (!this.isReady && bytes.length > INIT_BYTES)) return this.close(CLOSE.invalid);
    const isOperation = !isSmall && this.isReady;
    if (!isOperation && !this.counting) return this.take(bytes, isSmall);
    // What is large is an operation, and counted before it is read. What comes behind it, such as that it is complete, waits.
    this.ws.pause();
    const counting = (this.counting ?? Promise.resolve()).then(async () => {
      if (!isOperation || (await this.afford(bytes))) this.take(bytes, isSmall);
      if (this.counting !== counting) return;
      this.counting = undefined;
      this.ws.resume();
    });
    this.counting = counting;
  }

  private async afford({ length: bytes }: Buffer): Promise<boolean> {
    try {
      const { limits } = this.parts;
      await limits
        .meter({ caller: this.caller ?? ANONYMOUS, ip: this.credentials.address }, (_rate, used) => assertLeft(used))
        .spend({ bytes });
      return true;
    } catch {
      this.close(CLOSE.tooMuch);
      return false;
    }
  }

  private take(bytes: Buffer, isSmall: boolean): void {
    const message = this.messageIn(bytes.toString());
    if (!message) return this.close(CLOSE.invalid);
    const { type, id, payload } = message;
    if (type === 'connection_init') return void this.begin(payload);
    if (type !== 'subscribe' && !(isSmall && this.mayControl())) return this.close(CLOSE.tooMuch);
    if (type === 'ping') return this.send(JSON.stringify({ type: 'pong', payload }));
    if (type === 'pong') return;
    if (type === 'complete' && isId(id)) return this.running.get(id)?.stop();
    if (type !== 'subscribe' || !isId(id) || !isRecord(payload)) return this.close(CLOSE.invalid);
    if (!this.isReady) return this.close(CLOSE.unauthorized);
    this.lastUsed = performance.now();
    if (this.running.has(id)) return this.close([4409, `Subscriber for ${id.slice(0, 50)} already exists`]);
    void this.run(id, payload, bytes.length);
  }

  /** Counts a message that is no operation. */
  private mayControl(): boolean {
    const minute = Math.floor(performance.now() / 60_000);
    this.controls = { minute, count: this.controls.minute === minute ? this.controls.count + 1 : 1 };
    return this.controls.count <= MOST_CONTROLS;
  }

  private messageIn(text: string): Record<string, unknown> | undefined {
    try {
      const message = jsonIn('The message', text, this.caller ?? ANONYMOUS);
      return isRecord(message) ? message : undefined;
    } catch {
      return undefined;
    }
  }

  private async begin(payload: unknown): Promise<void> {
    if (this.isBegun) return this.close(CLOSE.tooManyInits);
    this.isBegun = true;
    if (payload != null && !isRecord(payload)) return this.close(CLOSE.invalid);
    const [, authorization] = Object.entries(payload ?? {}).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
    const key = keyIn(typeof authorization === 'string' ? authorization : undefined);
    if (key !== undefined) {
      this.credentials = { key, address: this.credentials.address };
      try {
        this.caller = await this.parts.identifier.callerOf(this.credentials, assertLeft);
      } catch {
        this.caller = undefined;
      }
      if (!this.caller) return this.close(CLOSE.forbidden);
      if (!this.told.hasRoom(this.caller)) return this.close(CLOSE.tooMuch);
      this.told.isKnown(true);
    }
    this.isReady = true;
    this.send(JSON.stringify({ type: 'connection_ack' }));
  }

  /** Runs an operation, as any request does. */
  private async run(id: string, payload: Record<string, unknown>, bytes: number): Promise<void> {
    const attendance = new Attendance();
    let stream: SocketOutlet | undefined;
    const running: Running = {
      stop: () => {
        this.running.delete(id);
        attendance.end();
        stream?.leave();
      },
    };
    const { services, streams, load, limits, runner } = this.parts;
    let place: Place | undefined;
    try {
      if (this.isLeaving) throw new Problem('SERVICE_UNAVAILABLE', 'The server is stopping');
      if (this.running.size >= MOST_OPERATIONS) throw rateLimited(1, `At most ${MOST_OPERATIONS} operations run at once on one connection`);
      this.running.set(id, running);
      const caller = await this.currentCaller();
      const meter = limits.meter({ caller, ip: this.credentials.address }, (_rate, used) => assertLeft(used));
      await meter.begin();
      // The large ones were counted when they came.
      if (bytes <= MOST_CONTROL_BYTES) await meter.spend({ bytes });
      place = load.enter();
      const facts = this.facts(meter, attendance, place);
      const ctx = new RequestContext(services, caller, facts);
      facts.subscribe = async (asked) => {
        const outlet = new SocketOutlet(this, id, () => this.ended(id, running));
        await streams.open({ asked, ctx, credentials: this.credentials, outlet });
        // Whoever has a link is no stranger, as long as they use it.
        this.told.isKnown(true);
        stream = outlet;
        if (this.running.get(id) !== running) outlet.leave();
      };
      const { errors, data } = await runOperation(runner, payload, ctx, 'POST');
      if (stream || this.running.get(id) !== running) return;
      if (data === undefined) return this.refuse(id, running, errors ?? []);
      this.send(JSON.stringify({ id, type: 'next', payload: { errors, data } }));
      this.ended(id, running);
      this.send(JSON.stringify({ id, type: 'complete' }));
    } catch (error) {
      this.refuse(id, running, [formatError(error, services.log.child({ requestId: this.requestId }))]);
    } finally {
      place?.leave();
    }
  }

  private refuse(id: string, running: Running, errors: readonly GraphQLFormattedError[]): void {
    this.ended(id, running);
    this.send(JSON.stringify({ id, type: 'error', payload: errors }));
  }

  private ended(id: string, running: Running): void {
    if (this.running.get(id) === running) this.running.delete(id);
    if (!this.caller && this.running.size === 0) this.told.isKnown(false);
    if (this.isLeaving && this.running.size === 0) setImmediate(() => this.close(CLOSE.goingAway));
  }

  /** Whoever it is now: keys and sessions end, and permissions change. */
  private async currentCaller(): Promise<Caller> {
    if (!this.caller) return ANONYMOUS;
    const caller = await this.parts.identifier.callerOf(this.credentials, assertLeft);
    if (!caller) throw unauthenticated('The session or API key is no longer valid');
    return (this.caller = caller);
  }

  private facts(meter: Meter, attendance: Attendance, place: Place): RequestFacts & { subscribe?: RequestFacts['subscribe'] } {
    return {
      id: this.requestId,
      address: this.credentials.address,
      userAgent: this.req.headers['user-agent'],
      attendance,
      charge: meter.charge,
      spend: meter.spend,
      admitToPast: place.admitToPast,
      setSessionCookie: () => {
        throw badRequest('A WebSocket can’t set the cookie of a session: sign in and out by POST');
      },
    };
  }

  /** A stream of it ended for a reason that holds for all of them. */
  endAs(code: unknown): void {
    if (code === ('UNAUTHENTICATED' satisfies ErrorCode)) setImmediate(() => this.close(CLOSE.forbidden));
    else setTimeout(() => this.socket.writableNeedDrain && this.ws.terminate(), LINGER_MS).unref();
  }

  onDrain(listener: () => void): () => void {
    this.socket.on('drain', listener);
    return () => this.socket.off('drain', listener);
  }
}

const isId = (id: unknown): id is string => typeof id === 'string' && id.length > 0 && id.length <= 200;

/** A stream as messages of a socket. */
class SocketOutlet implements Outlet {
  private readonly head: string;
  private stopDraining?: () => void;
  private left?: () => void;

  constructor(
    private readonly connection: Connection,
    private readonly id: string,
    private readonly ended: () => void,
  ) {
    this.head = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  }

  open(): void {}

  send(batch: Batch): boolean {
    return this.connection.sendAll(batch.results.map((json) => `${this.head}${json}}`));
  }

  onDrain(listener: () => void): void {
    this.stopDraining = this.connection.onDrain(listener);
  }

  onClose(listener: () => void): void {
    this.left = listener;
  }

  /** The socket has its own. */
  beat(): void {}

  /** The caller has left, or wants no more. */
  leave(): void {
    this.stopDraining?.();
    this.left?.();
  }

  end(error?: GraphQLFormattedError): void {
    this.stopDraining?.();
    this.ended();
    const { id } = this;
    this.connection.send(JSON.stringify(error ? { id, type: 'error', payload: [error] } : { id, type: 'complete' }));
    if (error) this.connection.endAs(error.extensions?.code);
  }
}
