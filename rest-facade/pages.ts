/** How many items the facade reads at once when it returns a whole list as JSON: most lists fit in one page. */
export const STREAM_PAGE = 2_500;

/** How many lines of a file are produced at once: few enough to be garbage-collected before the next ones. */
export const FILE_PAGE = 500;

/** The largest integer GraphQL accepts: a page beyond it is empty anyway. */
const MAX_OFFSET = 2_147_483_647;

/** A page of a GraphQL connection. */
export interface Page<Node> {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** The pages of a list, each read while the one before is being sent. */
export async function* pagesFrom<Node>(first: Page<Node>, readAfter: (cursor: string) => Promise<Page<Node>>): AsyncGenerator<Node[]> {
  let page = first;
  yield page.nodes;
  while (page.pageInfo.hasNextPage) {
    page = await readAfter(page.pageInfo.endCursor!);
    yield page.nodes;
  }
}

/** All items of a list that is short enough to hold in memory. */
export async function allFrom<Node>(...from: Parameters<typeof pagesFrom<Node>>): Promise<Node[]> {
  const all: Node[] = [];
  for await (const nodes of pagesFrom(...from)) all.push(...nodes);
  return all;
}

/** The connection arguments for a numbered page. */
export function pageArgs(page: number, pageSize: number): { first: number; offset: number } {
  return { first: pageSize, offset: Math.min((page - 1) * pageSize, MAX_OFFSET) };
}

/** The last moment of a date or date-time: a date covers its whole day, in UTC. */
export function endOf(date: string): string {
  return date.includes('T') ? date : `${date}T23:59:59.999Z`;
}
