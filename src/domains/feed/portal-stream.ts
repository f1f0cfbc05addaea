import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { isDatabaseOutOfReach } from '../../database/failures';
import { formatError } from '../../graphql/format-error';
import { ANONYMOUS } from '../../kernel/caller';
import { RequestContext, type Services, type Subscribed } from '../../kernel/context';
import { Problem } from '../../kernel/errors';
import { accessTo, assertLinkWorks, openPortal, type PortalAccess } from '../portal/portal-link.service';
import { showPortal } from '../portal/portal.service';
import { type Batch, type Outlet, render } from './batch';
import type { Placed } from './event-order';
import { type Hub, PACE, type Watch } from './hub';
import { STALLED_MS } from './stream';

/** A questionnaire isn't read more often than this, however quickly it changes and however many watch it. */
const SPACING_MS = 500;

interface Opening {
  asked: Subscribed;
  ctx: RequestContext;
  outlet: Outlet;
}

/** The streams of questionnaires, for whoever has a link. */
export class PortalStreams {
  private readonly readings = new Map<string, Readings>();

  constructor(
    private readonly services: Services,
    private readonly hub: Hub,
  ) {}

  async open({ asked, ctx, outlet }: Opening): Promise<void> {
    const { token, password } = asked.args as { token: string; password?: string | null };
    const { assessment, sections } = await openPortal(ctx.byLink(), token, password);
    // Who may see other sections shares no reading.
    const key = JSON.stringify([assessment.id, sections]);
    const readings = this.readings.get(key) ?? new Readings((what) => this.read(assessment.id, sections, what));
    this.readings.set(key, readings);
    readings.watching++;
    const leave = (stream: Watch) => {
      this.hub.leaveWatch(stream);
      if (--readings.watching === 0) this.readings.delete(key);
    };
    const stream = new PortalStream(ctx, { asked, outlet, token, vendorId: assessment.vendorId, readings, leave });
    await this.hub.watch(stream, `questionnaire ${assessment.id}`).catch((error: unknown) => {
      stream.leave();
      throw error;
    });
  }

  private async read(assessmentId: string, sections: PortalAccess['sections'], asked: Subscribed): Promise<Batch> {
    const ctx = new RequestContext(this.services, ANONYMOUS, { id: 'portal', address: '' });
    return render(asked, ctx, [await showPortal(ctx, await accessTo(ctx, assessmentId, sections))], this.services.log);
  }
}

/** Reads one questionnaire for all who watch it: those who ask the same share a reading, which begins after they asked. */
class Readings {
  watching = 0;
  private isReading = false;
  private readonly waiting = new Map<string, { asked: Subscribed; told: ((batch: Promise<Batch>) => void)[] }>();

  constructor(private readonly read: (asked: Subscribed) => Promise<Batch>) {}

  next(asked: Subscribed): Promise<Batch> {
    return new Promise((told) => {
      const same = this.waiting.get(asked.key) ?? { asked, told: [] };
      same.told.push(told);
      this.waiting.set(asked.key, same);
      if (!this.isReading) void this.readAll();
    });
  }

  private async readAll(): Promise<void> {
    this.isReading = true;
    for (const [key, { asked, told }] of this.waiting) {
      this.waiting.delete(key);
      const batch = this.read(asked);
      for (const tell of told) tell(batch);
      await batch.catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, SPACING_MS).unref());
    }
    this.isReading = false;
  }
}

interface Parts {
  asked: Subscribed;
  outlet: Outlet;
  token: string;
  vendorId: string;
  readings: Readings;
  leave: (stream: Watch) => void;
}

/**
 * The questionnaire behind a link, as it is, and again whenever it has changed: others answer, the reviewer replies or sends it back.
 * Whatever happens to the vendor is heard; the questionnaire is sent only if it shows. Nothing waits for a slow reader, who is sent
 * what there is then.
 */
class PortalStream implements Watch {
  isOver = false;
  /** A hash of what was sent last. */
  private sent = '';
  private isStale = true;
  private isReading = false;
  private fullSince?: number;
  private beats?: NodeJS.Timeout;
  private readonly log: Logger;

  constructor(
    private readonly ctx: RequestContext,
    private readonly parts: Parts,
  ) {
    this.log = ctx.services.log.child({ requestId: ctx.request.id });
    parts.outlet.onClose(() => this.leave());
  }

  begin(): void {
    const { outlet } = this.parts;
    this.beats = setInterval(() => void this.beat(), PACE.beatMs).unref();
    outlet.onDrain(() => {
      this.fullSince = undefined;
      this.catchUp();
    });
    outlet.open();
    this.catchUp();
  }

  hear(placed: readonly Placed[]): void {
    if (!placed.some(({ entry }) => entry.vendorId === this.parts.vendorId)) return;
    this.isStale = true;
    this.catchUp();
  }

  catchUp(): void {
    if (this.isStale && !this.isReading) void this.show();
  }

  private async show(): Promise<void> {
    this.isReading = true;
    try {
      while (this.isStale && this.fullSince === undefined && !this.isOver) {
        this.isStale = false;
        await this.checkLink();
        this.pass(await this.parts.readings.next(this.parts.asked));
      }
    } catch (error) {
      this.failedBy(error);
    } finally {
      this.isReading = false;
    }
  }

  /** It may have ended. */
  private checkLink(): Promise<void> {
    return assertLinkWorks(this.ctx.byLink(), this.parts.token);
  }

  private failedBy(error: unknown): void {
    // The hub calls again when the database is back.
    if (isDatabaseOutOfReach(error) && !(error instanceof Problem)) this.isStale = true;
    else this.end(error);
  }

  private pass(batch: Batch): void {
    const hash = createHash('sha256').update(batch.results[0]!).digest('base64');
    if (this.isOver || hash === this.sent) return;
    this.sent = hash;
    if (!this.parts.outlet.send(batch)) this.fullSince = performance.now();
  }

  /** Links also end when their time has come, which is no event. */
  private async beat(): Promise<void> {
    if (this.fullSince === undefined) this.parts.outlet.beat();
    else if (performance.now() - this.fullSince > STALLED_MS) return this.end();
    await this.checkLink().catch((error: unknown) => this.failedBy(error));
  }

  end(error?: unknown): void {
    if (this.isOver) return;
    this.leave();
    this.parts.outlet.end(error === undefined ? undefined : formatError(error, this.log));
  }

  leave(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearInterval(this.beats);
    this.parts.leave(this);
  }
}
