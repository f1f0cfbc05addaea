/** How what a search asks for may be spread over a thing and what it belongs to. Pure. */

/** Conditions, by their places, that hold for a thing itself, and those that hold for the name of what it belongs to. */
interface Spread {
  own: readonly number[];
  named: readonly number[];
}

/** How the conditions may be spread, of which some are possible for names: a finding of Acme is found by "acme backup". */
export function spreadsOf(count: number, possible: readonly number[]): Spread[] {
  const all = Array.from({ length: count }, (_, place) => place);
  return [[], ...choicesOf(possible)].map((named) => ({ named, own: all.filter((place) => !named.includes(place)) }));
}

/** Up to so many, every choice among them is tried; of more, words of a name stand alone or together. */
const ALL_CHOICES = 3;
const MOST_CHOICES = 12;

function choicesOf(possible: readonly number[]): number[][] {
  const count = possible.length;
  if (count <= ALL_CHOICES) {
    return Array.from({ length: 2 ** count - 1 }, (_, chosen) => possible.filter((_place, i) => ((chosen + 1) >> i) % 2 === 1));
  }
  const lengths = [count, ...Array.from({ length: count - 1 }, (_, i) => i + 1)];
  const runs = lengths.flatMap((length) => Array.from({ length: count - length + 1 }, (_, at) => possible.slice(at, at + length)));
  return runs.slice(0, MOST_CHOICES);
}
