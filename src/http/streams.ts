import type { Outlet } from '../domains/feed/batch';
import type { Hub } from '../domains/feed/hub';
import type { Subscribed } from '../graphql/engine/subscribe';
import type { RequestContext } from '../kernel/context';
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
    private readonly hub: Hub,
    private readonly identifier: Identifier,
    private readonly limits: GraphQLLimits,
  ) {}

  open({ asked, ctx, credentials, outlet, endsNow }: Opened): Promise<void> {
    const { caller } = ctx;
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
