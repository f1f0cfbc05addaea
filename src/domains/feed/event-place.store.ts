import { isOneOf, sql, statement } from '../../database/sql';
import { FEED_COLUMNS, type FeedEntry } from './event.store';

export const entries = statement(
  'event-place.entries',
  (ids: readonly string[]) => sql<FeedEntry>`select ${FEED_COLUMNS} from audit_entry where id ${isOneOf(ids, 'uuid')}`,
);

/** How far a lane is read once an entry of another was. */
export interface PlaceInLane {
  id: string;
  lane: number;
  seq: number;
  /** Of the last entry that is read there; null before the first. */
  hash: string | null;
}

/**
 * How far the other lanes are read once an entry was, in the order of the feed: by time, and of the same time by lane. Within a lane
 * times only grow, so that the place is found by halving, at about 20 looks a lane.
 */
export const places = statement(
  'event-place.places',
  (ids: readonly string[]) => sql<PlaceInLane>`
    with recursive looked_for as materialized (
      select id, lane, created_at as at from audit_entry where id ${isOneOf(ids, 'uuid')}
    ), halved as (
      select o.id, o.lane as own, o.at, l.lane, 0::bigint as least, l.seq::bigint as most from looked_for o join audit_lane l on l.lane <> o.lane
      union all
      select h.id, h.own, h.at, h.lane, case when e.is_before then m.middle else h.least end, case when e.is_before then h.most else m.middle - 1 end
      from halved h
      cross join lateral (select ((h.least + h.most + 1) / 2)::bigint as middle) m
      cross join lateral (
        select created_at < h.at or created_at = h.at and lane < h.own as is_before from audit_entry where lane = h.lane and seq = m.middle
      ) e
      where h.least < h.most
    )
    select id, lane, least as seq, (select e.hash from audit_entry e where e.lane = h.lane and e.seq = h.least) as hash
    from halved h where least = most`,
);
