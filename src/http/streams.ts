import type { Outlet } from '../domains/feed/batch';
import type { Hub } from '../domains/feed/hub';
import { PortalStreams } from '../domains/feed/portal-stream';
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
  private readonly portals: PortalStreams;

  constructor(
    services: Services,
    private readonly hub: Hub,
    private readonly identifier: Identifier,
    private readonly limits: GraphQLLimits,
  ) {
    this.portals = new PortalStreams(services, hub);
  }

  open({ asked, ctx, credentials, outlet, endsNow }: Opened): Promise<void> {
    const { caller } = ctx;
    if (asked.field === 'portal') return this.portals.open({ asked, ctx, outlet });
    return this.hub.open({
      asked,
      ctx,
      outlet,
      endsNow,
      credentials: JSON.stringify(credentials),
      identify: () => this.identifier.stillCallerOf(credentials),
      charge: (weight) =>
        this.limits.meter({ caller, ip: credentials.address }, (_rate, used) => assertLeft(used)).charge({ weight, auditReads: 0 }),
    });
  }
}
