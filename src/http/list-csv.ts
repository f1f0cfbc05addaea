import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { recordReads } from '../domains/settings/audit-reads';
import { CSV_PATH, decodeArguments, type ListArguments } from '../graphql/csv-url';
import { refusalOf, type Requirement } from '../graphql/engine/authorize';
import type { Executor, NamedOperation } from '../graphql/engine/execute';
import { declaredVariables } from '../graphql/engine/storable';
import { idOf } from '../kernel/caller';
import { RequestContext, type Services } from '../kernel/context';
import { notFound, rateLimited } from '../kernel/errors';
import { csvLines } from '../platform/csv';
import { cellsOf, CSV_LISTS, type CsvList, documentOf, type MoreCells } from '../reports/lists';
import { fileNameAt, readAsOf } from './as-of';
import { attachment } from './attachment';
import { setPolicy } from './headers';
import { allows } from './methods';
import { queryOf } from './query';
import { type GraphQLLimits, tell } from './rate-limit';
import { contextOf, HttpFacts } from './request';

const PATH = `${CSV_PATH}/:file`;

/** How many lines are read at once: few enough to be garbage-collected before the next ones. */
const PAGE = 500;

/** A file counts as much as a small operation, however long it is. */
const WEIGHT = 1;

/** How many one caller may fetch at once, which is every list: they are read long after the response has begun, when the load no longer counts them. */
const AT_ONCE = 12;
const RETRY_SECONDS = 5;

interface Parts {
  services: Services;
  executor: Executor;
  limits: GraphQLLimits;
}

interface Prepared {
  list: CsvList;
  named: NamedOperation;
  requirements: readonly Requirement[];
  auditReads: number;
}

interface Page {
  nodes: Record<string, unknown>[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  more?: MoreCells;
}

/** Whole lists as CSV, by the URLs that their pages give. Page by page they are read as anyone reads them, by the caller's permissions. */
export function listCsvRoutes({ services, executor, limits }: Parts): Router {
  const known = new Map<string, Prepared>();
  /** How many each caller is fetching. */
  const fetching = new Map<string, number>();

  /** Prepared on first use. */
  function prepared(name: string): Prepared {
    if (!Object.hasOwn(CSV_LISTS, name)) throw notFound('List');
    let found = known.get(name);
    if (!found) {
      const list = CSV_LISTS[name]!;
      const named = executor.prepare(`${CSV_PATH}/${name}`, documentOf(list));
      known.set(name, (found = { list, named, ...executor.inspect(named) }));
    }
    return found;
  }

  /** Does it among the few that the caller may fetch at once. */
  async function amongFew(caller: string, work: () => Promise<void>): Promise<void> {
    const others = fetching.get(caller) ?? 0;
    if (others >= AT_ONCE) throw rateLimited(RETRY_SECONDS, `You are fetching ${AT_ONCE} lists already; try again when one is complete`);
    fetching.set(caller, others + 1);
    try {
      await work();
    } finally {
      const left = fetching.get(caller)! - 1;
      if (left > 0) fetching.set(caller, left);
      else fetching.delete(caller);
    }
  }

  const admit: RequestHandler = async (req, res) => {
    const asked = prepared(nameOf(req));
    const refusal = refusalOf(asked.requirements, req.caller);
    if (refusal) throw refusal.problem;
    await amongFew(idOf(req.caller), () => send(asked, req, res));
  };

  const send = async ({ list, named, auditReads }: Prepared, req: Request, res: Response): Promise<void> => {
    readAsOf(req);
    // What the list takes, and nothing else: it is recorded, too.
    const variables = declaredVariables(named.operation, argumentsOf(req, list));
    const meter = limits.meter(req, (rate, used) => tell(res, rate, used));
    await meter.begin();
    await meter.charge({ weight: WEIGHT, auditReads, isPast: req.asOf !== undefined });
    const facts = new HttpFacts(services, req, res, true);
    /** A new context for each page, so that no loader's cache grows while a long list is sent. */
    const read = async (after: string | null): Promise<Page> => {
      const ctx = new RequestContext(services, req.caller, facts, PAGE);
      const page = pageIn(list, await executor.run(named, { ...variables, first: PAGE, after }, ctx));
      return {
        ...page,
        more: await list.more?.(
          ctx,
          page.nodes.map(({ id }) => id as string),
        ),
      };
    };
    // First, so that a failure can still be the response.
    const first = await read(null);
    const name = fileNameAt(`${list.file}.csv`, req.asOf);
    const meta = { file: name, ...variables };
    if (req.method !== 'HEAD') await recordReads(contextOf(services, req, res), [{ action: 'READ_EXPORT', entity: list.entity, meta }]);
    begin(res, name);
    if (req.method === 'HEAD') return void res.end();
    await pipeline(Readable.from(linesOf(list, first, read), { highWaterMark: 1 }), res).catch((err: NodeJS.ErrnoException) => {
      // The status has already been sent, so the response is cut off. A caller who left is not an error.
      if (err.code !== 'ERR_STREAM_PREMATURE_CLOSE') services.log.warn({ err, requestId: req.id }, 'a response was cut off');
    });
  };

  const router = Router();
  router.get(PATH, admit);
  router.all(PATH, allows('GET', 'HEAD'));
  return router;
}

const nameOf = (req: Request) => /^(\w+)\.csv$/.exec(String(req.params['file']))?.[1] ?? '';

/** Without arguments, the whole list. */
function argumentsOf(req: Request, { variables }: CsvList): ListArguments {
  const args = decodeArguments(queryOf(req, ['args']).args ?? '');
  return variables?.(args) ?? args;
}

/** Of something that there is not, or not for the caller, there is no list. */
function pageIn({ path }: CsvList, data: Record<string, unknown>): Page {
  const found = path.reduce<unknown>((at, field) => (at as Record<string, unknown> | null)?.[field], data);
  if (!found) throw notFound('List');
  return found as Page;
}

function begin(res: Response, fileName: string): void {
  setPolicy(res, "default-src 'none'; sandbox");
  res.set({ 'Content-Type': 'text/csv; charset=utf-8', 'Cache-Control': 'private, no-cache', ...attachment(fileName) });
}

async function* linesOf(list: CsvList, first: Page, read: (after: string) => Promise<Page>): AsyncGenerator<string> {
  yield csvLines([[...Object.keys(list.columns), ...(first.more?.keys ?? [])]]);
  for (let page = first; ; page = await read(page.pageInfo.endCursor!)) {
    yield csvLines(page.nodes.map((item) => cellsOf(list, item, page.more)));
    if (!page.pageInfo.hasNextPage) return;
  }
}
