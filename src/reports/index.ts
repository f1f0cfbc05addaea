import type { RequestContext } from '../graphql/context';
import { Problem } from '../graphql/errors';
import { PrintRefused } from '../platform/pdf/printer';
import { readAssessment } from './assessment/query';
import { assessmentReport } from './assessment/template';
import { assessmentView } from './assessment/view';
import { printable, type Report } from './layout';

/** Which report: its kind, and what it is about. */
export type ReportRequest =
  | { kind: 'assessment'; assessmentId: string };

/** A report as PDF. The signal takes the job back when nobody waits for it any more. */
export async function printReport(ctx: RequestContext, request: ReportRequest, signal: AbortSignal): Promise<Uint8Array> {
  try {
    return await ctx.services.pdf.print(signal, async () => printable(await makeReport(ctx, request)));
  } catch (error) {
    if (!(error instanceof PrintRefused)) throw error;
    ctx.services.log.warn({ err: error, requestId: ctx.request.id, report: request.kind }, 'a report was not printed');
    throw new Problem('SERVICE_UNAVAILABLE', `${error.message}, try again shortly`, { retryAfter: error.retryAfter });
  }
}

async function makeReport(ctx: RequestContext, request: ReportRequest): Promise<Report> {
  const now = new Date();
  switch (request.kind) {
    case 'assessment':
      return assessmentReport(assessmentView(await readAssessment(ctx, request.assessmentId), now));
  }
}
