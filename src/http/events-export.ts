import { type Request, type RequestHandler, Router } from 'express';
import { assertAdmits } from '../auth/permissions';
import { recordReads } from '../domains/settings/audit-reads';
import type { Executor } from '../graphql/engine/execute';
import type { Services, Subscribed } from '../kernel/context';
import { badInput } from '../kernel/errors';
import { hasNoPast } from './as-of';
import { setPolicy } from './headers';
import { credentialsOf } from './identify';
import { allows } from './methods';
import { queryOf } from './query';
import { countAuditReads, type GraphQLLimits, tell } from './rate-limit';
import { contextOf } from './request';
import { begin, NDJSON, ResponseOutlet } from './stream-outlets';
import type { Streams } from './streams';

const PATH = '/exports/events.ndjson';

/** What a line has. */
const LINES = `subscription ($after: String, $types: [String!], $vendorId: ID) {
  events(after: $after, types: $types, vendorId: $vendorId) {
    id type at cursor entityType entityId entityName actor changes { field before after }
  }
}`;

interface Parts {
  services: Services;
  executor: Executor;
  streams: Streams;
  limits: GraphQLLimits;
}

/** The feed as lines of JSON, for programs that watch over security. It is a subscription of our own, for those who see the audit log. */
export function eventsExportRoutes({ services, executor, streams, limits }: Parts): Router {
  const router = Router();
  const lines = executor.prepare(PATH, LINES);
  const send: RequestHandler = async (req, res) => {
    assertAdmits(['audit:view'], req.caller);
    const { isFollowing, ...variables } = readFilter(req);
    setPolicy(res, "default-src 'none'; sandbox");
    if (req.method === 'HEAD') {
      begin(res, NDJSON);
      return void res.end();
    }
    await limits.meter(req, (rate, used) => tell(res, rate, used)).begin();
    await countAuditReads(services.database, req.caller, 1, (rate, used) => tell(res, rate, used));
    const ctx = contextOf(services, req, res);
    const reading = executor.read(lines, variables, ctx);
    if (reading.errors) throw reading.errors[0]!;
    // Before it begins: without a cursor, it begins behind its own entry.
    const meta = { file: 'events.ndjson', ...variables, follow: isFollowing };
    await recordReads(ctx, [{ action: 'READ_EXPORT', entity: { type: 'AuditLog', id: null, name: 'Audit log' }, meta }]);
    const asked = forReadersOfTheLog(reading.subscribed!);
    const outlet = new ResponseOutlet(res, NDJSON);
    await streams.open({ asked, ctx, credentials: credentialsOf(req, services), outlet, endsNow: !isFollowing });
  };
  router.get(PATH, hasNoPast, send);
  router.all(PATH, allows('GET', 'HEAD'));
  return router;
}

/** The permission is needed for as long as the stream lasts. */
function forReadersOfTheLog(asked: Subscribed): Subscribed {
  return {
    ...asked,
    key: `${asked.key} ${PATH}`,
    refusalTo: (caller) => {
      try {
        assertAdmits(['audit:view'], caller);
        return undefined;
      } catch (error) {
        return error as ReturnType<Subscribed['refusalTo']>;
      }
    },
  };
}

interface Filter {
  after?: string;
  types?: string[];
  vendorId?: string;
  isFollowing: boolean;
}

function readFilter(req: Request): Filter {
  const { follow, types, ...rest } = queryOf(req, ['after', 'follow', 'types', 'vendorId']);
  if (follow && follow !== 'true' && follow !== 'false') throw badInput({ follow: 'must be true or false' });
  const named = types?.split(',').map((type) => type.trim());
  return { ...rest, types: named?.filter(Boolean), isFollowing: follow === 'true' };
}
