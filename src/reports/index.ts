import { idOf } from '../kernel/caller';
import type { RequestContext } from '../kernel/context';
import { Problem, rateLimited } from '../kernel/errors';
import { isDiskFull } from '../database/failures';
import { PrintRefused } from '../platform/pdf/printer';
import { readAssessment } from './assessment/query';
import { assessmentReport } from './assessment/template';
import { assessmentView } from './assessment/view';
import { readBoard } from './board/query';
import { boardReport } from './board/template';
import { boardView } from './board/view';
import { readFramework } from './framework/query';
import { frameworkReport } from './framework/template';
import { frameworkView } from './framework/view';
import { printable, type Report } from './layout';
import { readPortfolio } from './portfolio/query';
import { portfolioReport } from './portfolio/template';
import { portfolioView } from './portfolio/view';
import type { ReportRequest } from './request';

/** A report as PDF. The signal cancels the job when nobody waits for it any more. */
export async function printReport(ctx: RequestContext, request: ReportRequest, signal: AbortSignal): Promise<Uint8Array> {
  try {
    return await ctx.services.pdf.print(signal, async () => printable(await makeReport(ctx, request), ctx.moment), idOf(ctx.caller));
  } catch (error) {
    if (!(error instanceof PrintRefused) || isDiskFull(error)) throw error;
    ctx.services.log.warn({ err: error, requestId: ctx.request.id, report: request.kind }, 'a report was not printed');
    if (error.isTooMuch) throw rateLimited(error.retryAfter, error.message);
    throw new Problem('SERVICE_UNAVAILABLE', `${error.message}, try again shortly`, { retryAfter: error.retryAfter });
  }
}

async function makeReport(ctx: RequestContext, request: ReportRequest): Promise<Report> {
  const now = ctx.database.now();
  switch (request.kind) {
    case 'assessment':
      return assessmentReport(assessmentView(await readAssessment(ctx, request.assessmentId), now));
    case 'board':
      return boardReport(boardView(await readBoard(ctx, request), now));
    case 'portfolio':
      return portfolioReport(portfolioView(await readPortfolio(ctx), now));
    case 'framework':
      return frameworkReport(frameworkView(await readFramework(ctx, request), now));
  }
}
