import type { EntityClass, EntityKey } from '@mikro-orm/core';
import type { GraphQLNamedType, GraphQLResolveInfo } from 'graphql';
import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { Allow } from '../auth/permissions';
import type { Row, WantedColumns } from '../database/rows';
import { join, rawSql, type Sql, sql, where } from '../database/sql';
import { textFault } from '../platform/document-limits';
import { MAX_PAGE, type RequestContext } from '../kernel/context';
import { badInput } from '../kernel/errors';
import { csvUrlOf } from './csv-url';
import { groupBy, loader } from './engine/loaders';
import { fieldsBelow, remembered, wantedOf } from './engine/look-ahead';
import { parseDate, parseDateTime } from '../platform/dates';
import { isId } from '../platform/id';

export const DEFAULT_PAGE = 25;
const MAX_OFFSET = 2_147_483_647;

@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: `Number of items from the start: 1 to ${MAX_PAGE}, ${DEFAULT_PAGE} if neither first nor last is given`,
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Return items after this cursor' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `Number of items from the end, in list order: 1 to ${MAX_PAGE}; not together with first`,
  })
  last?: number | null;

  @Field(() => String, {
    nullable: true,
    description: `Return items before this cursor; without first or last, the ${DEFAULT_PAGE} right before it`,
  })
  before?: string | null;

  @Field(() => Int, { nullable: true, description: 'Skip this many, to jump to a page; only with first' })
  offset?: number | null;
}

@Allow('as-parent')
@ObjectType({ description: 'Position of a page in its list', simpleResolvers: true })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether more items follow' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether items precede this page' })
  hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the first item: pass it as before for the page before; null on an empty page',
  })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the last item: pass it as after for the next page; null on an empty page',
  })
  endCursor!: string | null;
}

export interface Connection<N> {
  edges: { cursor: string; node: N }[];
  nodes: N[];
  pageInfo: PageInfo;
  totalCount?: number;
  csvUrl?: string;
}

export function isConnection({ name }: GraphQLNamedType): boolean {
  return name.endsWith('Connection');
}

/**
 * The connection and edge types of a list: connectionOf(Vendor, 'Vendor') creates VendorConnection. What has a csvUrl is also among
 * the lists that can be fetched (reports/lists.ts).
 */
export function connectionOf<N extends object>(
  node: ClassType<N>,
  name: string,
  { hasCsv = false }: { hasCsv?: boolean } = {},
): ClassType<Connection<N>> {
  @Allow('as-parent')
  @ObjectType(`${name}Edge`, { description: 'An item of a page and its cursor', simpleResolvers: true })
  class Edge {
    @Field(() => String, { description: 'Position of the item in the list' })
    cursor!: string;

    @Field(() => node, { description: 'The item' })
    node!: N;
  }

  @Allow('as-parent')
  @ObjectType(`${name}Connection`, { description: 'A page of a list', simpleResolvers: true })
  class ConnectionType {
    @Field(() => [Edge], { description: 'The items of the page, each with its cursor' })
    edges!: Edge[];

    @Field(() => [node], { description: 'The items of the page' })
    nodes!: N[];

    @Field(() => PageInfo, { description: 'Information about the page' })
    pageInfo!: PageInfo;

    @Field(() => Int, { description: 'Total number of items in the list' })
    totalCount!: number;

    csvUrl!: string;
  }
  if (hasCsv) {
    const description = 'URL of all items that filter and order show, not just this page, as CSV; needs the same credentials';
    Field(() => String, { description })(ConnectionType.prototype, 'csvUrl');
  }
  return ConnectionType;
}

/** The types of values a list can be ordered by, each with a check, because cursors come from outside. */
const ORDER_TYPES = {
  text: (value: unknown) => typeof value === 'string' && textFault(value) === undefined,
  uuid: (value: unknown) => typeof value === 'string' && isId(value),
  // Exactly as the list returned it: PostgreSQL doesn't accept every offset that a date-time may have.
  timestamptz: (value: unknown) => typeof value === 'string' && parseDateTime(value) === value,
  date: (value: unknown) => typeof value === 'string' && parseDate(value) === value,
  float8: (value: unknown) => typeof value === 'number',
  int8: (value: unknown) => Number.isSafeInteger(value),
};

/** One term of a total order. The expression must never be null. */
export interface OrderTerm {
  by: Sql;
  type: keyof typeof ORDER_TYPES;
  descending?: boolean;
  /** Cursors don't contain it, because it tells of more than the item: it is looked up by the id. Such items are never deleted. */
  isUntold?: boolean;
}

/** What a list is read from: a table, or rows that a statement makes. */
interface Source {
  name: Sql;
  /** Precedes the names of its statements. */
  title: string;
  pick(wanted: WantedColumns, always: never): Sql;
}

export interface ListQuery<E> {
  entity: EntityClass<E>;
  conditions: Sql[];
  /** The id is added as the last term, in the direction of the one before it. */
  order: OrderTerm[];
  page: PageArgs;
  /** A statement that returns the total as `count`, if there is a cheaper way than counting the matching rows. */
  total?: Sql<{ count: number }>;
}

/** What a query selects of a connection. */
interface Asked {
  /** Columns of the rows. */
  wanted: WantedColumns;
  cursors: boolean;
  total: boolean;
  /** Where the list can be fetched, of what it is below; undefined if it isn't asked for. It may be refused, so not in a getter. */
  urlOf?: (ctx: RequestContext, parentId?: string) => string;
}

function askedOf(info: GraphQLResolveInfo): Asked {
  const urlOf: Asked['urlOf'] = selects(info, 'csvUrl') ? (ctx, parentId) => csvUrlOf(ctx, info, parentId) : undefined;
  return { wanted: wantedOf(info), cursors: asksForCursors(info), total: selects(info, 'totalCount'), urlOf };
}

/** Reads one page, and the total only if it is selected: at most two statements, started together. */
export function connection<E extends object>(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  query: ListQuery<E>,
): Promise<Connection<Row<E>>> {
  return readPage(ctx, query, askedOf(info), ctx.database.table(query.entity));
}

/** A page of rows that aren't those of a table: each has an id that no other has. */
export function connectionFrom<R extends { id: string }>(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  { rows, title, ...query }: Omit<ListQuery<object>, 'entity'> & { rows: Sql<R>; title: string },
): Promise<Connection<R>> {
  const source = { name: sql`(${rows}) as rows`, title, pick: () => rawSql('*') };
  return readPage(ctx, query, askedOf(info), source) as unknown as Promise<Connection<R>>;
}

type Listing<E> = Omit<ListQuery<E>, 'entity'>;

async function readPage<E extends object>(
  ctx: RequestContext,
  query: Listing<E>,
  asked: Asked,
  source: Source,
): Promise<Connection<Row<E>>> {
  const { name, title } = source;
  const csvUrl = urlIn(ctx, query, asked);
  const count = () => query.total ?? sql<{ count: number }>`select count(*) as count from ${name} ${where(query.conditions)}`;
  const [rows, total] = await Promise.all([
    ctx.database.query(pageStatement(ctx, query, query.conditions, asked, source).named(`${title}.page`)),
    asked.total ? ctx.database.one(count().named(`${title}.total`)) : undefined,
  ]);
  return new Page(ctx, query, rows, { totalCount: total?.count, csvUrl });
}

function urlIn<E>(ctx: RequestContext, query: Listing<E> | ChildListQuery<E>, { urlOf }: Asked): string | undefined {
  return urlOf?.(ctx, 'parentId' in query ? query.parentId : undefined);
}

/** A list below a parent. The lists of all parents on a level are read together. */
export interface ChildListQuery<E> extends ListQuery<E> {
  relation: EntityKey<E>;
  parentId: string;
}

export function childConnection<E extends object>(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  query: ChildListQuery<E>,
): Promise<Connection<Row<E>>> {
  const asked = askedOf(info);
  const { table } = ctx.database;
  const ofParent = sql`${table(query.entity).column(query.relation)} = parent.id`;
  const page = pageStatement(ctx, query, [...query.conditions, ofParent], asked, table(query.entity));
  const group = JSON.stringify([page.compile(table), query.page, asked.total, asked.urlOf !== undefined]);
  return ctx.load(childPages, { query, asked, ofParent, page, group } as unknown as ChildRequest) as Promise<Connection<Row<E>>>;
}

interface ChildRequest {
  query: ChildListQuery<object>;
  asked: Asked;
  ofParent: Sql;
  page: Sql<PageRow<object>>;
  /** Requests that differ only in their parent share a statement. */
  group: string;
}

const requestText = ({ query, group }: ChildRequest) => `${query.parentId} ${group}`;

const childPages = loader<ChildRequest, Connection<object>>(async (requests, ctx) => {
  const answers = new Map<string, Connection<object>>();
  await Promise.all(
    [...groupBy(requests, ({ group }) => group).values()].map(async ([first, ...others]) => {
      const { query, asked, ofParent, page } = first!;
      const table = ctx.database.table(query.entity);
      if (others.length === 0) {
        const own = sql`${table.column(query.relation as never)} = ${query.parentId}`;
        answers.set(requestText(first!), await readPage(ctx, { ...query, conditions: [...query.conditions, own] }, asked, table));
        return;
      }
      const parents = sql`unnest(${[first!, ...others].map((request) => request.query.parentId)}::uuid[]) as parent(id)`;
      const conditions = where([...query.conditions, ofParent]);
      const pages = sql<PageRow<object> & { parent: string }>`
        select parent.id as parent, page.* from ${parents} cross join lateral (${page}) as page`;
      const counts = sql<{ parent: string; count: number }>`
        select parent.id as parent, (select count(*) from ${table.name} ${conditions}) as count from ${parents}`;
      const [rows, totals] = await Promise.all([
        ctx.database.query(pages.named(`${table.title}.pagesOfParents`)),
        asked.total ? ctx.database.query(counts.named(`${table.title}.totalsOfParents`)) : [],
      ]);
      const rowsOf = groupBy(rows, ({ parent }) => parent);
      const totalOf = new Map(totals.map(({ parent, count }) => [parent, count]));
      for (const request of [first!, ...others]) {
        const { parentId } = request.query;
        const found = { totalCount: totalOf.get(parentId), csvUrl: urlIn(ctx, request.query, request.asked) };
        answers.set(requestText(request), new Page(ctx, request.query, rowsOf.get(parentId) ?? [], found));
      }
    }),
  );
  return requests.map((request) => answers.get(requestText(request))!);
}, requestText);

/** A row with its sort values, if cursors are selected: sort0, sort1, … */
type PageRow<E> = Row<E> & { id: string } & { [sort: `sort${number}`]: unknown };

/**
 * Reads one row more than the page, to know whether another page follows. From the end, the list is read in reverse. The limit is
 * part of the text, so that it is considered in cached plans.
 */
function pageStatement<E extends object>(
  ctx: RequestContext,
  query: Listing<E>,
  conditions: Sql[],
  asked: Asked,
  table: Source,
): Sql<PageRow<E>> {
  const { limit, offset, isFromEnd } = pageBounds(query.page, ctx.maxPage);
  const terms = termsOf(query);
  const reversed = terms.map((term) => ({ ...term, descending: !term.descending }));
  const { after, before } = query.page;
  const columns = [table.pick(asked.wanted, 'id' as never)];
  if (asked.cursors) columns.push(...toldOf(query.order).map(({ by }, i) => sql`${by} as ${rawSql(`sort${i}`)}`));
  const within = [...conditions];
  if (after) within.push(followsCursor(terms, decodeCursor(after, terms, table.name, 'after')));
  if (before) within.push(followsCursor(reversed, decodeCursor(before, terms, table.name, 'before')));
  return sql`
    select ${join(columns, ', ')} from ${table.name} ${where(within)}
    order by ${join((isFromEnd ? reversed : terms).map(direction), ', ')}
    limit ${rawSql(String(limit + 1))} ${offset > 0 ? sql`offset ${offset}` : sql``}`;
}

function termsOf<E>({ order }: Listing<E>): OrderTerm[] {
  return [...order, { by: rawSql('id'), type: 'uuid', descending: order.at(-1)?.descending }];
}

/** What cursors contain. */
const toldOf = (terms: readonly OrderTerm[]) => terms.filter(({ isUntold }) => !isUntold);

/** A page and its position, as in the schema. What few queries select is computed on demand. */
class Page<E> implements Connection<Row<E>>, PageInfo {
  readonly nodes: PageRow<E>[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly totalCount?: number;
  readonly csvUrl?: string;

  constructor(
    ctx: RequestContext,
    private readonly query: Listing<E>,
    found: PageRow<E>[],
    { totalCount, csvUrl }: Pick<Connection<E>, 'totalCount' | 'csvUrl'>,
  ) {
    this.totalCount = totalCount;
    this.csvUrl = csvUrl;
    const { limit, offset, isFromEnd } = pageBounds(query.page, ctx.maxPage);
    const { first, after, before } = query.page;
    const nodes = found.length > limit ? found.slice(0, limit) : found;
    const hasMore = found.length > limit;
    this.nodes = isFromEnd ? nodes.toReversed() : nodes;
    // As in Relay's specification: a cursor's own item lies beyond the page.
    this.hasNextPage = isFromEnd ? Boolean(before) : hasMore || (first == null && Boolean(before));
    this.hasPreviousPage = isFromEnd ? hasMore : Boolean(after) || offset > 0;
  }

  get edges(): { cursor: string; node: Row<E> }[] {
    return this.nodes.map((node) => ({ cursor: this.cursorOf(node)!, node }));
  }

  get pageInfo(): PageInfo {
    return this;
  }

  get startCursor(): string | null {
    return this.cursorOf(this.nodes[0]);
  }

  get endCursor(): string | null {
    return this.cursorOf(this.nodes.at(-1));
  }

  private cursorOf(row: PageRow<E> | undefined): string | null {
    return row ? encodeCursor([...toldOf(this.query.order).map((_, i) => row[`sort${i}`]), row.id]) : null;
  }
}

interface PageBounds {
  limit: number;
  offset: number;
  /** Whether the page is the end of what the cursors leave of the list, not its start. */
  isFromEnd: boolean;
}

export function pageBounds({ first, after, last, before, offset }: PageArgs, maxPage: number): PageBounds {
  for (const [name, size] of Object.entries({ first, last })) {
    if (size != null && (size < 1 || size > maxPage)) throw badInput({ [name]: `must be from 1 to ${maxPage}` });
  }
  if (offset != null && (offset < 0 || offset > MAX_OFFSET)) throw badInput({ offset: 'must not be negative' });
  if (first != null && last != null) throw badInput({ last: "can't be combined with first" });
  for (const [name, other] of Object.entries({ after, last, before })) {
    if (other != null && offset != null) throw badInput({ offset: `can't be combined with ${name}` });
  }
  const isFromEnd = last != null || (Boolean(before) && !after && first == null);
  return { limit: first ?? last ?? DEFAULT_PAGE, offset: offset ?? 0, isFromEnd };
}

function direction({ by, descending }: OrderTerm): Sql {
  return descending ? sql`${by} desc` : by;
}

/** Rows after a cursor: a row comparison if all terms have the same direction, else the equivalent conditions. */
function followsCursor(terms: OrderTerm[], values: Sql[]): Sql {
  const all = terms.map((_, i) => i);
  if (new Set(terms.map((term) => Boolean(term.descending))).size === 1) {
    const beyond = rawSql(terms[0]!.descending ? '<' : '>');
    return sql`(${join(
      terms.map(({ by }) => by),
      ', ',
    )}) ${beyond} (${join(values, ', ')})`;
  }
  const steps = all.map((i) => {
    const ties = all.slice(0, i).map((j) => sql`${terms[j]!.by} = ${values[j]!}`);
    const beyond = terms[i]!.descending ? sql`${terms[i]!.by} < ${values[i]!}` : sql`${terms[i]!.by} > ${values[i]!}`;
    return sql`(${join([...ties, beyond], ' and ')})`;
  });
  return sql`(${join(steps, ' or ')})`;
}

function encodeCursor(values: unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** The value of each term at a cursor. */
function decodeCursor(cursor: string, terms: OrderTerm[], table: Sql, argument: 'after' | 'before'): Sql[] {
  const told = toldOf(terms);
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    values = undefined;
  }
  const given: unknown[] = Array.isArray(values) ? values : [];
  const fits = given.length === told.length && told.every(({ type }, i) => ORDER_TYPES[type](given[i]));
  if (!fits) throw badInput({ [argument]: 'is not a cursor of this list' });
  const id = sql`${given.at(-1)}::uuid`;
  return terms.map((term) =>
    term.isUntold ? sql`(select ${term.by} from ${table} where id = ${id})` : sql`${given[told.indexOf(term)]}::${rawSql(term.type)}`,
  );
}

const asksForCursors = remembered((info) => {
  const page = fieldsBelow(info, ['pageInfo']);
  return page.has('startCursor') || page.has('endCursor') || fieldsBelow(info, ['edges']).has('cursor');
});

/** Whether the query selects a field directly below the one being resolved. */
function selects(info: GraphQLResolveInfo, field: string): boolean {
  return fieldsBelow(info, []).has(field);
}
