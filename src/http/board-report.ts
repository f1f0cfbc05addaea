import { type Request, type RequestHandler, Router } from 'express';
import { recordReads } from '../domains/settings/audit-reads';
import type { VendorFilter } from '../domains/vendor/vendor.inputs';
import type { Executor } from '../graphql/engine/execute';
import type { Services } from '../kernel/context';
import { badInput } from '../kernel/errors';
import { printReport } from '../reports';
import { boardReportFile } from '../reports/board/path';
import { dayOf, periodOf } from '../reports/board/period';
import { hasNoPast } from './as-of';
import { attachment } from './attachment';
import { whileConnected } from './attendance';
import { setPolicy } from './headers';
import { allows } from './methods';
import { queryOf } from './query';
import { contextOf } from './request';

const PATH = '/exports/board-report.pdf';

/** Whoever may ask for the address may fetch it, with what GraphQL takes. */
const ADDRESS = `query ($filter: VendorFilter, $from: Date, $to: Date) { boardReportUrl(filter: $filter, from: $from, to: $to) }`;

type Asked = { filter?: VendorFilter | null; from?: string | null; to?: string | null };

export function boardReportRoutes({ services, executor }: { services: Services; executor: Executor }): Router {
  const router = Router();
  const address = executor.prepare(PATH, ADDRESS);
  const send: RequestHandler = async (req, res) => {
    const ctx = contextOf(services, req, res);
    const { filter, from, to } = executor.admitted(address, readQuery(req), ctx) as Asked;
    const period = periodOf({ from, to }, dayOf(ctx.database.now()));
    const name = boardReportFile(period);
    const pdf = req.method === 'HEAD' ? null : await printReport(ctx, { kind: 'board', filter, period }, whileConnected(res));
    if (pdf) await recordReads(ctx, [{ action: 'READ_REPORT', meta: { file: name, ...period, ...(filter && { filter }) } }]);
    setPolicy(res, "default-src 'none'; sandbox");
    res.set({ 'Content-Type': 'application/pdf', 'Cache-Control': 'private, no-cache', ...attachment(name) });
    if (pdf) res.setHeader('Content-Length', pdf.byteLength);
    res.end(pdf);
  };
  router.get(PATH, hasNoPast, send);
  router.all(PATH, allows('GET', 'HEAD'));
  return router;
}

/** The filter is JSON. */
function readQuery(req: Request): Record<string, unknown> {
  const { filter, ...period } = queryOf(req, ['filter', 'from', 'to']);
  return { ...period, ...(filter && { filter: readJson(filter) }) };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badInput({ filter: 'is not valid JSON' });
  }
}
