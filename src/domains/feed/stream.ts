import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isDatabaseOutOfReach } from '../../database/failures';
import { formatError } from '../../graphql/format-error';
import { RequestContext, type RequestFacts, type Services, type Subscribed } from '../../kernel/context';
import { Problem, unauthenticated } from '../../kernel/errors';
import { Batch, type Outlet, render } from './batch';
import { cursorAt, type Position } from './event-cursor';
import type { Placed } from './event-order';
import { heardBy, readInTurn, type Wanted } from './event.reader';
import { COST_OF_ENTRY, eventOf, isBefore } from './event.service';
import type { Listener } from './listener';

/** What may wait for a reader that is slower than the events come. */
const MOST_WAITING = 2_000;
const MOST_BYTES = 1_048_576;
/** A reader that takes nothing for this long, though there is something, has gone. */
export const STALLED_MS = 20_000;

/** Events that are run together. */
export const TOGETHER = 100;
/** A subscription that asks for more of each event reads by itself: others don't wait for it, and each event is counted. */
const LIGHT = 100;

export interface StreamParts {
  services: Services;
  listener: Listener;
  asked: Subscribed;
  wanted: Omit<Wanted, 'caller'>;
  facts: RequestFacts;
  outlet: Outlet;
  /** What was read before. */
  position: Position;
  /** Where it ends; undefined: never. */
  until?: Position;
  /** Counts what is read for one that asks for much. */
  charge?: (weight: number) => Promise<void>;
  /** How far the hub is. */
  hub: { readonly position?: Position; leave(stream: Stream): void };
}

const NOTHING = new Batch([]);

const tooSlow = () => new Problem('SERVICE_UNAVAILABLE', 'The stream was read too slowly: go on from extensions.cursor');

/**
 * One open stream. It reads what it missed by itself, page by page, as fast as its reader takes it; once it has reached the hub, it
 * hears of what happens from there.
 */
export class Stream {
  readonly listener: Listener;
  readonly asked: Subscribed;
  readonly wanted: Omit<Wanted, 'caller'>;
  /** How far it has heard. The very position of the hub, while it is live. */
  position: Position;
  isLive = false;
  /** How far its reader was told. */
  private told: Position;
  private readonly waiting: { batch: Batch; position: Position }[] = [];
  private waitingResults = 0;
  private waitingBytes = 0;
  /** Since when the reader takes nothing. */
  private fullSince?: number;
  private hasRoom?: () => void;
  private isPumping = false;
  isOver = false;
  private readonly log: Logger;

  constructor(private readonly parts: StreamParts) {
    const { services, listener, asked, wanted, facts, outlet, position } = parts;
    this.listener = listener;
    this.asked = asked;
    this.wanted = wanted;
    this.position = this.told = position;
    this.log = services.log.child({ requestId: facts.id });
    outlet.onDrain(() => this.flush());
    outlet.onClose(() => this.leave());
  }

  /** Equal for those who are sent the same. */
  get key(): string {
    const { types, vendorId = '' } = this.wanted;
    const { audience, id } = this.listener;
    return [this.asked.key, types ? [...types].sort().join() : '', vendorId, audience, this.asked.isPlain ? '' : id].join('\n');
  }

  /** Whether it can hear from the hub, together with others. */
  get isLight(): boolean {
    return this.asked.weight <= LIGHT && this.parts.until === undefined;
  }

  /** A context of the caller as they are now. */
  context(): RequestContext {
    const { services, facts } = this.parts;
    return new RequestContext(services, this.listener.caller, facts);
  }

  /** Takes what was read up to a position. */
  deliver(batch: Batch, position: Position): void {
    if (this.isOver) return;
    if (this.fullSince === undefined) return this.pass(batch, position);
    const last = this.waiting.at(-1);
    if (batch.results.length === 0 && last) return void (last.position = position);
    this.waiting.push({ batch, position });
    this.waitingResults += batch.results.length;
    this.waitingBytes += batch.bytes;
    if (this.waitingResults > MOST_WAITING || this.waitingBytes > MOST_BYTES) this.end(tooSlow());
  }

  private pass(batch: Batch, position: Position): void {
    this.told = position;
    if (batch.results.length > 0 && !this.parts.outlet.send(batch)) this.fullSince = performance.now();
  }

  private flush(): void {
    this.fullSince = undefined;
    while (this.fullSince === undefined && !this.isOver) {
      const next = this.waiting.shift();
      if (!next) break;
      this.waitingResults -= next.batch.results.length;
      this.waitingBytes -= next.batch.bytes;
      this.pass(next.batch, next.position);
    }
    if (this.fullSince === undefined) this.hasRoom?.();
  }

  /** Resolves once the reader takes more, or has left. */
  private async room(): Promise<void> {
    while (this.fullSince !== undefined && !this.isOver) await new Promise<void>((resolve) => (this.hasRoom = resolve));
  }

  /** Reads on, up to where the hub is. Whoever calls it again meanwhile is served by the same reading. */
  async pump(): Promise<void> {
    if (this.isPumping || this.isOver) return;
    this.isPumping = true;
    try {
      while (!this.isOver && this.readsOn()) await this.readPage();
    } catch (error) {
      // The hub calls again when the database is back.
      if (!isDatabaseOutOfReach(error) || error instanceof Problem) this.end(error);
    } finally {
      this.isPumping = false;
    }
  }

  /** Whether there is something left to read. Where there isn't, it is live, or complete. */
  private readsOn(): boolean {
    const { hub, until = hub.position } = this.parts;
    if (!until) return false;
    if (isBefore(this.position, until)) return true;
    if (this.parts.until) this.end();
    this.position = until;
    this.isLive = this.isLight;
    return false;
  }

  private async readPage(): Promise<void> {
    const { hub, until = hub.position! } = this.parts;
    await this.room();
    if (!(await this.listener.refresh())) return this.end(signedOut());
    if (this.endIfRefused()) return;
    const ctx = this.context();
    const { placed, reached } = await readInTurn(ctx.caller, ctx.primary, this.position, until);
    await this.pay(placed.length * COST_OF_ENTRY);
    const heard = await heardBy(ctx.primary, { caller: ctx.caller, ...this.wanted }, placed);
    for (let i = 0; i < heard.length && !this.isOver; i += TOGETHER) {
      const some = heard.slice(i, i + TOGETHER);
      if (this.asked.weight > LIGHT) await this.pay(this.asked.weight * some.length);
      await this.show(some);
    }
    if (this.isOver) return;
    this.deliver(NOTHING, reached);
    this.position = reached;
  }

  /** What is too much together is shown one by one. */
  private async show(some: readonly Placed[]): Promise<void> {
    const events = some.map((one) => eventOf(one, this.parts.services.sessionSecret));
    let batch: Batch;
    try {
      batch = await render(this.asked, this.context(), events, this.log);
    } catch (error) {
      if (some.length === 1 || isDatabaseOutOfReach(error)) throw error;
      const half = Math.ceil(some.length / 2);
      for (const part of [some.slice(0, half), some.slice(half)]) if (!this.isOver) await this.show(part);
      return;
    }
    await this.room();
    this.deliver(batch, some.at(-1)!.position);
    this.position = some.at(-1)!.position;
  }

  /** Counts what is read. Whoever has read too much waits. */
  private async pay(weight: number): Promise<void> {
    while (!this.isOver) {
      try {
        return await this.parts.charge?.(weight);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'RATE_LIMITED') throw error;
        await sleep(1_000 * Number(error.extensions.retryAfter ?? 1), undefined, { ref: false });
      }
    }
  }

  /** A caller who may no longer ask this is told so. */
  endIfRefused(): boolean {
    const problem = this.asked.refusalTo(this.listener.caller);
    if (problem) this.end(problem);
    return problem !== undefined;
  }

  endSignedOut(): void {
    this.end(signedOut());
  }

  beat(): void {
    if (this.fullSince === undefined) return this.parts.outlet.beat();
    if (performance.now() - this.fullSince > STALLED_MS) this.end(tooSlow());
  }

  /** Ends it: with an error and where to go on, or because it is complete. */
  end(error?: unknown): void {
    if (this.isOver) return;
    this.leave();
    if (error === undefined) return this.parts.outlet.end();
    const { message, extensions } = formatError(error, this.log);
    const cursor = cursorAt(this.told, this.parts.services.sessionSecret);
    this.parts.outlet.end({ message, extensions: { ...extensions, cursor } });
  }

  private leave(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.waiting.length = 0;
    this.hasRoom?.();
    this.parts.hub.leave(this);
  }
}

const signedOut = () => unauthenticated('The session or API key is no longer valid: sign in again, and go on from extensions.cursor');
