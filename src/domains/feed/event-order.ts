import type { Position, Reached } from './event-cursor';
import type { FeedEntry } from './event.store';

/** An entry with how far the lanes are read once it was. */
export interface Placed {
  entry: FeedEntry;
  position: Position;
}

/**
 * The entries of a window in one order: by time, and within a lane always by their numbers, whatever their times say, so that a position
 * of the lanes never skips one. Of a lane that goes on beyond the window nothing later than its last entry is given: what comes then
 * isn't known yet. Returns how far the lanes are read with all that was given.
 */
export function inOrder(
  window: readonly FeedEntry[],
  from: Position,
  until: Position,
  most: number,
): { placed: Placed[]; reached: Position } {
  const lanes = from.map((_, lane) => window.filter((entry) => entry.lane === lane));
  const next = lanes.map(() => 0);
  const latest = lanes.map(() => '');
  const position: Reached[] = [...from];
  const placed: Placed[] = [];
  for (;;) {
    let first: number | undefined;
    for (const [lane, entries] of lanes.entries()) {
      const entry = entries[next[lane]!];
      if (!entry) {
        // A lane that may go on earlier than all others: nothing more can be told apart.
        if (entries.length === most && position[lane]!.seq < until[lane]!.seq) return { placed, reached: position };
        continue;
      }
      if (first === undefined || timeIn(lane, entry) < timeIn(first, lanes[first]![next[first]!]!)) first = lane;
    }
    if (first === undefined) return { placed, reached: until };
    const entry = lanes[first]![next[first]!++]!;
    latest[first] = timeIn(first, entry);
    position[first] = { seq: entry.seq, hash: entry.hash };
    placed.push({ entry, position: [...position] });
  }

  /** A lane never goes back. */
  function timeIn(lane: number, { at }: FeedEntry): string {
    return at > latest[lane]! ? at : latest[lane]!;
  }
}
