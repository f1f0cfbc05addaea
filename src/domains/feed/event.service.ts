import type { RequestContext } from '../../kernel/context';
import { badInput } from '../../kernel/errors';
import { isId } from '../../platform/id';
import { DEFAULT_PAGE } from '../../graphql/connection';
import { EVENT_TYPES, typeOf } from './event-types';
import { cursorAt, type Position } from './event-cursor';
import type { Placed } from './event-order';
import { heardBy, readInTurn, standingOf, type Wanted } from './event.reader';
import type { Event, EventConnection } from './event.types';

/** So many windows of the log are searched for a page: whoever wants what is rare goes on with the cursor. */
const MOST_WINDOWS = 4;
/** What an entry that is read costs, in values. */
export const COST_OF_ENTRY = 10;

export interface EventFilter {
  types?: string[] | null;
  vendorId?: string | null;
}

const NOBODY = '';

/** What a caller asks for, checked. */
export function wantedBy({ caller }: RequestContext, { types, vendorId }: EventFilter): Wanted {
  const unknown = types?.filter((type) => !EVENT_TYPES.has(type)) ?? [];
  if (unknown.length > 0) throw badInput({ types: `has no such type: ${unknown.slice(0, 5).join(', ')}; eventTypes lists them` });
  return {
    caller,
    types: types && types.length > 0 ? new Set(types) : undefined,
    // About what is no id nothing happened.
    vendorId: vendorId == null ? undefined : isId(vendorId) ? vendorId.toLowerCase() : NOBODY,
  };
}

interface PageOfEvents extends EventFilter {
  after?: string | null;
  first?: number | null;
}

export async function listEvents(ctx: RequestContext, { after, first, ...filter }: PageOfEvents): Promise<EventConnection> {
  if (first != null && (first < 1 || first > ctx.maxPage)) throw badInput({ first: `must be from 1 to ${ctx.maxPage}` });
  const most = first ?? DEFAULT_PAGE;
  const wanted = wantedBy(ctx, filter);
  const { primary, services } = ctx;
  const secret = services.sessionSecret;
  const { heads, position: begin } = await standingOf(primary, after, secret);
  let position = begin;
  const found: Placed[] = [];
  if (wanted.vendorId === NOBODY) position = heads;
  for (let n = 0; n < MOST_WINDOWS && found.length <= most && isBefore(position, heads); n++) {
    const { placed, reached } = await readInTurn(ctx.caller, primary, position, heads);
    await ctx.request.charge?.({ weight: placed.length * COST_OF_ENTRY, auditReads: 0 });
    found.push(...(await heardBy(primary, wanted, placed)));
    position = reached;
  }
  const isMore = found.length > most;
  const page = found.slice(0, most);
  const end = isMore ? page.at(-1)!.position : position;
  const nodes = page.map((one) => eventOf(one, secret));
  return {
    nodes,
    edges: nodes.map((node) => ({ cursor: node.cursor, node })),
    pageInfo: {
      hasNextPage: isMore || isBefore(end, heads),
      hasPreviousPage: after != null,
      startCursor: nodes[0]?.cursor ?? null,
      endCursor: cursorAt(end, secret),
    },
  };
}

export const isBefore = (position: Position, heads: Position) => position.some(({ seq }, lane) => seq < heads[lane]!.seq);

/** The cursor is made when it is asked for: it costs more than the rest. */
export function eventOf({ entry, position }: Placed, secret: string): Event {
  let cursor: string | undefined;
  return {
    ...entry,
    type: typeOf(entry),
    get cursor() {
      return (cursor ??= cursorAt(position, secret));
    },
  };
}
