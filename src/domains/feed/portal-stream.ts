import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { isDatabaseOutOfReach } from '../../database/failures';
import { formatError } from '../../graphql/format-error';
import { RequestContext, type Services, type Subscribed } from '../../kernel/context';
import { Problem } from '../../kernel/errors';
import { openPortal } from '../portal/portal-link.service';
import { showPortal } from '../portal/portal.service';
import { type Batch, type Outlet, render } from './batch';
import type { Placed } from './event-order';
import { type Hub, PACE, type Watch } from './hub';
import { STALLED_MS } from './stream';

/** A questionnaire isn't shown more often than this, however quickly it changes. */
const SPACING_MS = 500;

export interface PortalStreamParts {
  asked: Subscribed;
  ctx: RequestContext;
  outlet: Outlet;
  /** Counts what each reading costs. */
  charge: (weight: number) => Promise<void>;
}

/** Opens the stream of a questionnaire, for whoever has its link. */
export async function openPortalStream(hub: Hub, services: Services, parts: PortalStreamParts): Promise<void> {
  const link = parts.asked.args as unknown as Link;
  const { assessment } = await openPortal(parts.ctx.byLink(), link.token, link.password);
  await hub.watch(new PortalStream(hub, services, parts, link, assessment.vendorId), `link of ${assessment.id}`);
}

interface Link {
  token: string;
  password?: string | null;
}

/**
 * The questionnaire behind a link, as it is, and again whenever it has changed: others answer, the reviewer replies or sends it back.
 * What happens to the vendor is heard, whatever it is; the questionnaire is sent only if it shows. Nothing waits for a slow reader,
 * who is sent what there is then.
 */
class PortalStream implements Watch {
  /** A hash of what was sent last. */
  private sent = '';
  private isStale = true;
  private isReading = false;
  private fullSince?: number;
  private isOver = false;
  private beats?: NodeJS.Timeout;
  private readonly log: Logger;

  constructor(
    private readonly hub: Hub,
    private readonly services: Services,
    private readonly parts: PortalStreamParts,
    private readonly link: Link,
    private readonly vendorId: string,
  ) {
    const { outlet, ctx } = parts;
    this.log = services.log.child({ requestId: ctx.request.id });
    outlet.onDrain(() => {
      this.fullSince = undefined;
      this.catchUp();
    });
    outlet.onClose(() => this.leave());
  }

  begin(): void {
    this.beats = setInterval(() => this.beat(), PACE.beatMs).unref();
    this.parts.outlet.open();
    this.catchUp();
  }

  hear(placed: readonly Placed[]): void {
    if (!placed.some(({ entry }) => entry.vendorId === this.vendorId)) return;
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
        this.pass(await this.read());
        await new Promise((resolve) => setTimeout(resolve, SPACING_MS).unref());
      }
    } catch (error) {
      // The hub calls again when the database is back.
      if (isDatabaseOutOfReach(error) && !(error instanceof Problem)) this.isStale = true;
      else this.end(error);
    } finally {
      this.isReading = false;
    }
  }

  /** Opens the link each time: it may have ended. */
  private async read(): Promise<Batch> {
    const { asked, ctx: first, charge } = this.parts;
    await charge(asked.weight);
    const ctx = new RequestContext(this.services, first.caller, first.request).byLink();
    const access = await openPortal(ctx, this.link.token, this.link.password);
    return render(asked, ctx, [await showPortal(ctx, access)], this.log);
  }

  private pass(batch: Batch): void {
    const hash = createHash('sha256').update(batch.results[0]!).digest('base64');
    if (this.isOver || hash === this.sent) return;
    this.sent = hash;
    if (!this.parts.outlet.send(batch)) this.fullSince = performance.now();
  }

  private beat(): void {
    if (this.fullSince === undefined) return this.parts.outlet.beat();
    if (performance.now() - this.fullSince > STALLED_MS) this.end();
  }

  end(error?: unknown): void {
    if (this.isOver) return;
    this.leave();
    this.parts.outlet.end(error === undefined ? undefined : formatError(error, this.log));
  }

  private leave(): void {
    this.isOver = true;
    clearInterval(this.beats);
    this.hub.leaveWatch(this);
  }
}
