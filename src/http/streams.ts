import type { Outlet } from '../domains/feed/batch';
import type { Hub } from '../domains/feed/hub';
import { openPortalStream } from '../domains/feed/portal-stream';
import type { RequestContext, Services, Subscribed } from '../kernel/context';
import type { Credentials, Identifier } from './identify';
import { assertLeft, type GraphQLLimits } from './rate-limit';

interface Opened {
  asked: Subscribed;
  ctx: RequestContext;
  credentials: Credentials;
  outlet: Outlet;
  endsNow?: boolean;
}

/** Opens streams for callers, whichever way they are sent. */
export class Streams {
  constructor(
    private readonly services: Services,
    private readonly hub: Hub,
    private readonly identifier: Identifier,
    private readonly limits: GraphQLLimits,
  ) {}

  open({ asked, ctx, credentials, outlet, endsNow }: Opened): Promise<void> {
    const { caller } = ctx;
    // As a request of its own each time.
    const charge = async (weight: number) => {
      const meter = this.limits.meter({ caller, ip: credentials.address }, (_rate, used) => assertLeft(used));
      await meter.begin();
      await meter.charge({ weight, auditReads: 0 });
    };
    if (asked.field === 'portal') return openPortalStream(this.hub, this.services, { asked, ctx, outlet, charge });
    return this.hub.open({
      asked,
      ctx,
      outlet,
      endsNow,
      credentials: JSON.stringify(credentials),
      identify: () => this.identifier.stillCallerOf(credentials),
      charge,
    });
  }
}
