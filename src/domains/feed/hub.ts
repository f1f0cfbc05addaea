import { LostHistory, type Position, type Reached } from './event-cursor';
import type { Placed } from './event-order';
import { headsOf, heardBy, isWanted, readOn, standingOf } from './event.reader';
import { eventOf, isBefore, wantedBy } from './event.service';
import type { Event } from './event.types';
import { isDatabaseOutOfReach, isStatementGivenUp } from '../../database/failures';
import { groupBy } from '../../graphql/engine/loaders';
import { type Caller, idOf } from '../../kernel/caller';
import type { RequestContext, Services, Subscribed } from '../../kernel/context';
import { rateLimited, unavailable } from '../../kernel/errors';
import { Batch, type Outlet, render } from './batch';
import { Listener } from './listener';
import { Stream, TOGETHER } from './stream';

/** How often things are done while somebody listens. Tests are less patient. */
export const PACE = {
  /** The lanes are looked at this often, and after our own changes: but not more often than `busyMs`, so that many are sent together. */
  lookMs: 250,
  busyMs: 40,
  /** Callers are looked at again. A stream ends within 5 s of its key or session. */
  refreshMs: 3_000,
  beatMs: 15_000,
};

/** Changes to these change nobody's permissions. */
const HARMLESS = new Set([
  'Assessment',
  'Attachment',
  'Certification',
  'Comment',
  'Finding',
  'Framework',
  'Mail',
  'ResponsibilityAction',
  'SavedView',
  'Template',
  'Vendor',
  'VendorRequest',
]);

const changesAccess = ({ entry }: Placed) => !HARMLESS.has(entry.entityType ?? '');

export interface Listening {
  asked: Subscribed;
  ctx: RequestContext;
  outlet: Outlet;
  /** By what the caller is known again, and the caller as of now. */
  credentials: string;
  identify: () => Promise<Caller | undefined>;
  /** Counts what a heavy subscription costs. */
  charge?: (weight: number) => Promise<void>;
  /** Ends where the log ends now. */
  endsNow?: boolean;
}

/** Is told of everything that happens, whoever may see it, and decides by itself what to make of it. */
export interface Watch {
  readonly isOver: boolean;
  /** It is told of what commits from here on. */
  begin(): void;
  hear(placed: readonly Placed[]): void;
  /** Called now and then: what couldn't be done may be possible now. */
  catchUp(): void;
  end(): void;
}

/**
 * All open streams of this process. While there are any, it looks how long the lanes of the audit log are; what is new is read
 * once for all of them, and shown once to all who see the same. Without any it asks nothing.
 */
export class Hub {
  /** How far everything is read and told; undefined while nobody listens. */
  position?: Position;
  /** The hashes of the last entries that were read of each lane, by their numbers. */
  private recent: Map<number, string>[] = [];
  /** With what is to be cleared when they end. */
  private readonly streams = new Map<Stream, () => void>();
  /** With what gives their places back. */
  private readonly watches = new Map<Watch, () => void>();
  private readonly listeners = new Map<string, Listener>();
  private readonly countOf = new Map<string, number>();
  private taken = 0;
  private joining: { join: (heads: Position) => void; fail: (error: unknown) => void }[] = [];
  private isLooking = false;
  private isStopped = false;
  private isAway = false;
  private isTouched = false;
  private wake?: () => void;
  private refreshedAt = 0;

  constructor(private readonly services: Services) {}

  get openStreams(): number {
    return this.streams.size + this.watches.size;
  }

  /** Something was committed here. */
  touch(): void {
    this.isTouched = true;
    this.wake?.();
  }

  /** Opens a stream: from the cursor, or from now. Its outlet is open when this resolves, and nothing that commits later is missed. */
  async open({ asked, ctx, outlet, credentials, identify, charge, endsNow }: Listening): Promise<void> {
    const { after, ...filter } = asked.args as { after?: string | null; types?: string[] | null; vendorId?: string | null };
    const { types, vendorId } = wantedBy(ctx, filter);
    const wanted = { types, vendorId, isBare: asked.field === 'pageChanges' };
    const release = this.takePlace(idOf(ctx.caller));
    try {
      const { database, sessionSecret } = this.services;
      const begin = after == null ? undefined : (await standingOf(database, after, sessionSecret)).position;
      await this.joined((heads) => {
        const position = begin ?? heads;
        const listener = this.listenerBy(credentials, ctx.caller, identify);
        const until = endsNow ? heads : undefined;
        const { services } = this;
        const parts = { services, listener, asked, wanted, facts: ctx.request, outlet, position, until, charge };
        const stream = new Stream({ ...parts, hub: this });
        const beats = setInterval(() => stream.beat(), PACE.beatMs).unref();
        this.streams.set(stream, () => {
          clearInterval(beats);
          listener.streams.delete(stream);
          if (listener.streams.size === 0) this.listeners.delete(credentials);
          release();
        });
        listener.streams.add(stream);
        // Its reader may have left while it waited.
        if (stream.isOver) return this.leave(stream);
        outlet.open();
        void stream.pump();
      });
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Watches what happens, until it is left. The id is by whom it is counted. */
  async watch(watch: Watch, id: string): Promise<void> {
    const release = this.takePlace(id);
    try {
      await this.joined(() => {
        // Its reader may have left while it waited.
        if (watch.isOver) return release();
        this.watches.set(watch, release);
        watch.begin();
      });
    } catch (error) {
      release();
      throw error;
    }
  }

  leaveWatch(watch: Watch): void {
    const release = this.watches.get(watch);
    this.watches.delete(watch);
    release?.();
  }

  leave(stream: Stream): void {
    const clear = this.streams.get(stream);
    this.streams.delete(stream);
    clear?.();
  }

  /** Counts a stream against the limits. Returns what takes it back. */
  private takePlace(id: string): () => void {
    const { streams, streamsPerCaller } = this.services.config;
    const own = this.countOf.get(id) ?? 0;
    if (own >= streamsPerCaller) throw rateLimited(RETRY_SECONDS, `Too many streams: at most ${streamsPerCaller} may be open at once`);
    if (this.taken >= streams) throw rateLimited(RETRY_SECONDS, 'Too many streams are open on this server');
    this.countOf.set(id, own + 1);
    this.taken++;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.taken--;
      const left = this.countOf.get(id)! - 1;
      if (left > 0) this.countOf.set(id, left);
      else this.countOf.delete(id);
    };
  }

  private listenerBy(credentials: string, caller: Caller, identify: () => Promise<Caller | undefined>): Listener {
    const known = this.listeners.get(credentials);
    if (known) return known;
    const listener = new Listener(identify, caller);
    this.listeners.set(credentials, listener);
    return listener;
  }

  /** Joins between two looks, the first of which began after this: what was committed before is read, what comes later is not. */
  private joined(join: (heads: Position) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.joining.push({
        fail: reject,
        join: (heads) => {
          try {
            if (this.isStopped) throw unavailable();
            join(heads);
            resolve();
          } catch (error) {
            reject(error as Error);
          }
        },
      });
      this.wake?.();
      void this.look();
    });
  }

  /** Looks again and again while there is somebody to look for. */
  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    while (this.joining.length > 0 || this.openStreams > 0) {
      const joining = this.joining.splice(0);
      this.isTouched = false;
      const began = performance.now();
      try {
        await this.readOn();
        this.isAway = false;
        for (const { join } of joining) join(this.position!);
        for (const stream of this.streams.keys()) if (!stream.isLive) void stream.pump();
        for (const watch of this.watches.keys()) watch.catchUp();
        await this.refreshIfDue();
      } catch (error) {
        for (const { fail } of joining) fail(error);
        this.tellOfFailure(error);
      }
      await this.rest(Math.max(PACE.busyMs, performance.now() - began));
    }
    this.position = undefined;
    this.isLooking = false;
  }

  /** Until something was committed here, somebody comes, or it is time. */
  private async rest(leastMs: number): Promise<void> {
    await this.wait(Math.min(leastMs, MOST_REST_MS), () => this.joining.length > 0);
    await this.wait(PACE.lookMs - PACE.busyMs, () => this.joining.length > 0 || this.isStopped || (this.isTouched && !this.isAway));
  }

  private async wait(ms: number, isEnough: () => boolean): Promise<void> {
    if (isEnough()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        if (!isEnough()) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
  }

  /** The streams stay, and go on when the database is back. */
  private tellOfFailure(error: unknown): void {
    if (!this.isAway) this.services.log.error({ err: error }, 'the feed can’t be read');
    this.isAway = true;
  }

  private async readOn(): Promise<void> {
    const { database } = this.services;
    const heads = await headsOf(database);
    if (!this.position || this.openStreams === 0) return this.beginAt(heads);
    const { position } = this;
    try {
      if (position.some((reached, lane) => this.isOther(lane, reached, heads[lane]!))) throw new LostHistory();
      // A database that took over may have lost the last entries: their numbers come again.
      if (position.some(({ seq }, lane) => seq > heads[lane]!.seq))
        this.move(position.map((reached, lane) => (reached.seq > heads[lane]!.seq ? heads[lane]! : reached)));
      while (isBefore(this.position, heads)) {
        const { placed, reached } = await readOn(database, this.position, heads);
        this.remember(placed.map(({ entry }) => entry));
        if (placed.some(changesAccess)) await this.refresh();
        await this.tell(placed, reached);
      }
    } catch (error) {
      if (!(error instanceof LostHistory)) throw error;
      this.beginAnew(heads, error);
    }
  }

  private beginAt(heads: Position): void {
    this.position = heads;
    this.recent = heads.map(() => new Map());
    this.remember(heads.map(({ seq, hash = '' }, lane) => ({ lane, seq, hash })));
  }

  private remember(entries: readonly Required<Reached & { lane: number }>[]): void {
    for (const { lane, seq, hash } of entries) {
      const recent = this.recent[lane]!;
      recent.delete(seq);
      recent.set(seq, hash);
      if (recent.size > MOST_RECENT) recent.delete(recent.keys().next().value!);
    }
  }

  /** Whether a lane ends, no later than where it was read to, with another entry than was read there; also if that can't be told. */
  private isOther(lane: number, reached: Reached, head: Reached): boolean {
    if (reached.seq < head.seq) return false;
    return head.hash !== (reached.seq === head.seq ? reached.hash : this.recent[lane]!.get(head.seq));
  }

  /** They have come already: where those that were read end among those that are there now can't be told. */
  private beginAnew(heads: Position, error: unknown): void {
    this.beginAt(heads);
    // Those who read by themselves find out where something follows what they have read.
    const isBeyond = ({ seq, hash }: Reached, lane: number) => seq >= heads[lane]!.seq && hash !== heads[lane]!.hash;
    for (const stream of this.streams.keys()) if (stream.isLive || stream.position.some(isBeyond)) stream.end(error);
    // They show what is there.
    for (const watch of this.watches.keys()) watch.end();
  }

  /** Moves those who are live along. */
  private move(reached: Position): void {
    const live = this.liveStreams();
    this.position = reached;
    for (const stream of live) stream.position = reached;
  }

  private liveStreams(): Stream[] {
    return [...this.streams.keys()].filter((stream) => stream.isLive && stream.position === this.position);
  }

  /** Tells all who are live. Those who became so meanwhile read it by themselves. */
  private async tell(placed: readonly Placed[], reached: Position): Promise<void> {
    const live = this.liveStreams();
    const events = new Map(placed.map((one) => [one, eventOf(one, this.services.sessionSecret)]));
    // Whom some of it is for alone, hears by themselves.
    const persons = new Set(placed.flatMap(({ entry }) => entry.personId ?? []));
    const alone = ({ personId = '' }: Listener) => (persons.has(personId) ? personId : '');
    const audiences = groupBy(live, ({ listener, wanted }) => `${listener.audience} ${wanted.isBare} ${alone(listener)}`);
    await allOf(
      [...audiences.values()].map((streams) =>
        this.tellAudience(streams, placed, events, reached).catch((error: unknown) => leaveToThemselves(streams, error)),
      ),
    );
    this.position = reached;
    for (const stream of this.streams.keys()) if (stream.isLive && stream.position !== reached) stream.isLive = false;
    for (const watch of this.watches.keys()) watch.hear(placed);
  }

  /** Tells those who may see the same, which is asked once for all of them. */
  private async tellAudience(
    streams: readonly Stream[],
    placed: readonly Placed[],
    events: ReadonlyMap<Placed, Event>,
    reached: Position,
  ): Promise<void> {
    const channels = [...groupBy(streams, ({ key }) => key).values()];
    const wanted = placed.filter((one) => channels.some(([stream]) => isWanted(stream!.wanted, one)));
    const ctx = streams[0]!.context();
    const heard =
      wanted.length > 0 ? await heardBy(ctx.services.database, { caller: ctx.caller, isBare: streams[0]!.wanted.isBare }, wanted) : [];
    await allOf(
      channels.map((channel) => {
        const some = heard.filter((one) => isWanted(channel[0]!.wanted, one));
        return this.tellChannel(channel, some, events, reached).catch((error: unknown) => leaveToThemselves(channel, error));
      }),
    );
  }

  /** Tells those who asked the same. */
  private async tellChannel(
    channel: readonly Stream[],
    heard: readonly Placed[],
    events: ReadonlyMap<Placed, Event>,
    reached: Position,
  ): Promise<void> {
    const [one] = channel as [Stream, ...Stream[]];
    const pass = (batch: Batch, position: Position) => {
      for (const stream of channel) {
        stream.deliver(batch, position);
        stream.position = position;
      }
    };
    for (let i = 0; i < heard.length; i += TOGETHER) {
      // Everybody else has a turn between.
      if (i > 0) await new Promise((resolve) => setImmediate(resolve));
      const some = heard.slice(i, i + TOGETHER);
      const batch = await render(
        one.asked,
        one.context(),
        some.map((placed) => events.get(placed)!),
        this.services.log,
      );
      pass(batch, some.at(-1)!.position);
    }
    pass(NOTHING, reached);
  }

  private async refreshIfDue(): Promise<void> {
    if (performance.now() - this.refreshedAt >= PACE.refreshMs) await this.refresh();
  }

  /** Looks again who everybody is: all of them in one or two statements. */
  private async refresh(): Promise<void> {
    await allOf(
      [...this.listeners.values()].map(async (listener) => {
        const isStill = await listener.refresh();
        for (const stream of listener.streams) {
          if (!isStill) stream.endSignedOut();
          else stream.endIfRefused();
        }
      }),
    );
    this.refreshedAt = performance.now();
  }

  /** Ends all streams, as complete: their readers go on elsewhere. */
  stop(): void {
    this.isStopped = true;
    for (const stream of [...this.streams.keys(), ...this.watches.keys()]) stream.end();
    this.wake?.();
  }
}

const NOTHING = new Batch([]);
const RETRY_SECONDS = 5;
/** So many entries of a lane may be lost without ending streams. */
const MOST_RECENT = 256;
/** However long the last look took. */
const MOST_REST_MS = 1_000;

/**
 * What can't be told together, each reads by itself, and finds out what is wrong. While the database is away nobody can: it is tried
 * again.
 */
function leaveToThemselves(streams: readonly Stream[], error: unknown): void {
  if (isDatabaseOutOfReach(error) && !isStatementGivenUp(error)) throw error;
  for (const stream of streams) stream.isLive = false;
}

/** Fails if one does, but not before all have ended: what is left running would tell the same again. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
