import type { RequestContext } from '../../kernel/context';
import { badInput, problemOf } from '../../kernel/errors';
import { areDifferent } from '../../kernel/validate';
import { assessmentById } from '../assessment/assessment.loaders';
import { insertAssessment } from '../assessment/assessment.service';
import { change } from '../audit/audit.service';
import type { SendResult, SendToVendorsInput, SendToVendorsPayload } from './portal-link.inputs';
import { checkLinkWishes, send } from './portal-link.service';

const MOST = 500;

/** Each vendor has its own transaction: a failure is reported in that vendor's result and doesn't stop the others. */
export async function sendToVendors(
  ctx: RequestContext,
  { vendorIds, message, ...input }: SendToVendorsInput,
): Promise<SendToVendorsPayload> {
  if (vendorIds.length < 1 || vendorIds.length > MOST) throw badInput({ vendorIds: `must name 1 to ${MOST} vendors` });
  if (!areDifferent(vendorIds)) throw badInput({ vendorIds: 'contains a vendor twice' });
  const wishes = await checkLinkWishes({ message });
  const results: SendResult[] = [];
  for (const vendorId of vendorIds) {
    try {
      const { id, link } = await change(ctx, async (tx) => {
        const made = await insertAssessment(ctx, tx, { ...input, vendorId });
        return { id: made, link: await send(ctx, tx, made, wishes) };
      });
      results.push({ vendorId, assessment: await ctx.load(assessmentById, id), portalUrl: link.portalUrl, error: null });
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) throw error;
      results.push({ vendorId, assessment: null, portalUrl: null, error: problem.message });
    }
  }
  return { results };
}
