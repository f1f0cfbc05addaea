import { admits, type Permission } from '../../auth/permissions';
import type { RequestContext } from '../../kernel/context';
import { badInput } from '../../kernel/errors';
import { isLongerThan } from '../../platform/characters';
import { type Reading, readingsOf } from '../settings/search-words';
import { allOf, rarestOf } from '../settings/search-words.rules';
import { spreadsOf } from './search.rules';
import * as store from './search.store';
import { type SearchResult, SearchType } from './search.types';

const LONGEST_TEXT = 200;
const MOST_RESULTS = 50;
const USUAL_RESULTS = 20;

/** Who may find what: whoever may read the list of it. */
const SEEN_BY: Record<SearchType, readonly Permission[]> = {
  VENDOR: ['vendors:view'],
  ASSESSMENT: ['assessments:view'],
  FINDING: ['assessments:view'],
  CONTROL: ['frameworks:view'],
  TEMPLATE: ['templates:view'],
  PERSON: ['vendors:view', 'assessments:view'],
};

interface Row {
  id: string;
  title: string;
  subtitle: string | null;
  code: string | null;
  frameworkId: string | null;
}

/** Titles that equal the text, those that begin with it, and the rest. */
type Ranked = Row & { type: SearchType; rank: 0 | 1 | 2 };

interface InName {
  place: number;
  isOften: boolean;
}

interface Asked {
  /** Its words, as titles are compared. */
  text: string;
  conditions: readonly string[];
  most: number;
  /** Which conditions hold for names of vendors or frameworks. */
  inNames: (table: string) => Promise<readonly InName[]>;
}

export async function search(
  ctx: RequestContext,
  given: string,
  types: readonly SearchType[] | null | undefined,
  first: number | null | undefined,
): Promise<SearchResult[]> {
  if (isLongerThan(given, LONGEST_TEXT)) throw badInput({ text: `is longer than ${LONGEST_TEXT} characters` });
  const most = first ?? USUAL_RESULTS;
  if (most < 1 || most > MOST_RESULTS) throw badInput({ first: `must be from 1 to ${MOST_RESULTS}` });
  const wanted = Object.values(SearchType).filter((type) => (types ?? [type]).includes(type) && admits(SEEN_BY[type], ctx.caller));
  for (const reading of await readingsOf(ctx, given)) {
    const found = await find(ctx, reading, wanted, most);
    if (found.length > 0) return found;
  }
  return [];
}

async function find(
  ctx: RequestContext,
  { words, conditions }: Reading,
  wanted: readonly SearchType[],
  most: number,
): Promise<SearchResult[]> {
  const asked: Asked = { text: words.join(' '), conditions, most, inNames: onceEach((table) => findInNames(ctx, table, conditions)) };
  const searches = wanted.map((type) => new TypeSearch(ctx, type, asked));
  const isEnough = () => searches.reduce((sum, { found }) => sum + found.size, 0) >= most;
  await Promise.all(searches.map((one) => one.byTitle()));
  if (!isEnough()) {
    await Promise.all(searches.map((one) => one.amongFirst()));
    await Promise.all(searches.map((one) => one.byWords()));
  }
  return bestOf(
    searches.map(({ found }) => [...found.values()]),
    most,
  ).map((row) => resultOf(ctx, row));
}

/** What more than this share of those looked at first have isn't worth asking an index for. */
const FREQUENT = 0.1;
/** An index is asked for so many frequent words at most: each takes as long as all that have it. */
const MOST_FREQUENT = 4;

/** Things of one type: each way is gone only if those before it found too little. */
class TypeSearch {
  readonly found = new Map<string, Ranked>();
  /** The places of the conditions that hold for many; never of all. */
  private frequent: ReadonlySet<number> = new Set();

  constructor(
    private readonly ctx: RequestContext,
    readonly type: SearchType,
    private readonly asked: Asked,
  ) {}

  private get isEnough(): boolean {
    return this.found.size >= this.asked.most;
  }

  private add(row: Row, rank: Ranked['rank']): void {
    if (!this.isEnough && !this.found.has(row.id)) this.found.set(row.id, { ...row, type: this.type, rank });
  }

  async byTitle(): Promise<void> {
    const { text, most } = this.asked;
    for (const row of await this.ctx.database.query(store.titles(this.type, text, most))) this.add(row, row.isEqual ? 0 : 1);
  }

  /** Also learns which words are frequent. */
  async amongFirst(): Promise<void> {
    if (this.isEnough || !store.areMany(this.type)) return;
    const { conditions } = this.asked;
    const rows = await this.ctx.database.query(store.first(this.type, allOf(conditions), conditions));
    for (const row of rows) if (row.isFound) this.add(row, 2);
    const share = (place: number) => rows.filter(({ hits }) => hits.includes(place + 1)).length / Math.max(1, rows.length);
    const shares = conditions.map((_, place) => ({ place, share: share(place) })).sort((a, b) => a.share - b.share);
    this.frequent = new Set(shares.slice(1).flatMap((one) => (one.share > FREQUENT ? [one.place] : [])));
  }

  async byWords(): Promise<void> {
    if (this.isEnough) return;
    const { conditions, inNames } = this.asked;
    const parent = store.parentOf(this.type);
    const query = (places: readonly number[]) => (places.length > 0 ? allOf(places.map((place) => conditions[place]!)) : null);
    const found = parent ? await inNames(parent) : [];
    const often = new Set(found.flatMap(({ place, isOften }) => (isOften ? [place] : [])));
    const ways = spreadsOf(
      conditions.length,
      found.map(({ place }) => place),
    ).map(({ own, named }) => ({
      named: query(named),
      isNamedOften: named.length > 0 && named.every((place) => often.has(place)),
      own: query(own),
      rare: query(rarestOf(conditions, own, this.frequent)),
    }));
    await this.among(ways, false);
    const unsure = ways.filter(({ own, rare, isNamedOften }) => own !== rare && !isNamedOften);
    if (!this.isEnough && unsure.length > 0 && this.frequent.size <= MOST_FREQUENT) await this.among(unsure, true);
  }

  private async among(ways: readonly store.Way[], isAgain: boolean): Promise<void> {
    const rows = await this.ctx.database.query(store.byWords(this.type, ways, isAgain, this.asked.most));
    for (const row of rows) this.add(row, 2);
  }
}

async function findInNames(ctx: RequestContext, table: string, conditions: readonly string[]): Promise<InName[]> {
  const rows = await ctx.database.query(store.inNames(table as 'vendor' | 'framework', conditions));
  return rows.map(({ place, isOften }) => ({ place: place - 1, isOften })).sort((a, b) => a.place - b.place);
}

function onceEach<T>(find: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    if (!known.has(key)) known.set(key, find(key));
    return known.get(key)!;
  };
}

/** By rank; within a rank the types take turns, so that none crowds out the others. */
function bestOf(found: readonly Ranked[][], most: number): Ranked[] {
  const ordered = [0, 1, 2].flatMap((rank) => {
    const ofRank = found.map((rows) => rows.filter((row) => row.rank === rank));
    const longest = Math.max(0, ...ofRank.map(({ length }) => length));
    return Array.from({ length: longest }, (_, i) => ofRank.flatMap((rows) => rows.slice(i, i + 1))).flat();
  });
  return ordered.slice(0, most);
}

function resultOf(ctx: RequestContext, { type, id, title, subtitle, code, frameworkId }: Ranked): SearchResult {
  const paths: Record<SearchType, () => string> = {
    VENDOR: () => `/vendors/${id}`,
    ASSESSMENT: () => `/assessments/${id}`,
    FINDING: () => `/findings?finding=${id}`,
    CONTROL: () => `/frameworks/${frameworkId}?query=${encodeURIComponent(code ?? '')}`,
    TEMPLATE: () => `/templates/${id}`,
    PERSON: () => personPath(ctx, id),
  };
  return { type, id, title, subtitle, path: paths[type]() };
}

/** Only administrators have pages of people; to others, what a person looks after tells more. */
function personPath({ caller }: RequestContext, id: string): string {
  if (admits(['users:manage'], caller)) return `/settings/users/${id}`;
  return admits(['vendors:view'], caller) ? `/vendors?owner=${id}` : `/assessments?reviewer=${id}`;
}
