/** How many the facade reads at once where it passes on a whole list as JSON: most lists are one page. */
export const STREAM_PAGE = 2_500;

/** How many lines of a file are made at once: so few that they are garbage before the next are there. */
export const FILE_PAGE = 500;

/** The largest number GraphQL takes: a page beyond it is empty all the same. */
const MAX_OFFSET = 2_147_483_647;

/** A page of a GraphQL connection. */
export interface Page<Node> {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** The pages of a list, each read when the one before is on its way. */
export async function* pagesFrom<Node>(first: Page<Node>, readAfter: (cursor: string) => Promise<Page<Node>>): AsyncGenerator<Node[]> {
  let page = first;
  yield page.nodes;
  while (page.pageInfo.hasNextPage) {
    page = await readAfter(page.pageInfo.endCursor!);
    yield page.nodes;
  }
}

/** All items of a list that is short enough to be held. */
export async function allFrom<Node>(...from: Parameters<typeof pagesFrom<Node>>): Promise<Node[]> {
  const all: Node[] = [];
  for await (const nodes of pagesFrom(...from)) all.push(...nodes);
  return all;
}

/** What of a connection makes a numbered page. */
export function pageArgs(page: number, pageSize: number): { first: number; offset: number } {
  return { first: pageSize, offset: Math.min((page - 1) * pageSize, MAX_OFFSET) };
}

/** The last moment that a date or date-time includes: a date stands for its whole day, UTC. */
export function endOf(date: string): string {
  return date.includes('T') ? date : `${date}T23:59:59.999Z`;
}
