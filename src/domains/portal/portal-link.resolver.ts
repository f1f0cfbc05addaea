import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { IdInput } from '../../graphql/inputs';
import type { RequestContext } from '../../kernel/context';
import { Assessment } from '../assessment/assessment.entity';
import { AssessmentPayload } from '../assessment/assessment.inputs';
import { assessmentPayload } from '../assessment/assessment.loaders';
import { sendToVendors } from './bulk-send.service';
import { SendAssessmentInput, SendAssessmentPayload, SendToVendorsInput, SendToVendorsPayload, WorkingLink } from './portal-link.inputs';
import { workingLinkOf } from './portal-link.loaders';
import { resendLink, revokeLinks, sendAssessment } from './portal-link.service';

/** The team's side of the portal: questionnaires are sent as links. */
@Resolver(() => Assessment)
export class PortalLinkResolver {
  @Reads(Assessment)
  @FieldResolver(() => WorkingLink, { nullable: true, description: 'The vendor’s link; null if none works' })
  portalLink(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext) {
    return ctx.load(workingLinkOf, assessment.id);
  }

  @Allow('assessments:create')
  @Mutation(() => SendAssessmentPayload, {
    description: 'DRAFT to SENT. The portal token is returned only in this payload and in the e-mail to the vendor',
  })
  async sendAssessment(@Ctx() ctx: RequestContext, @Arg('input', () => SendAssessmentInput) input: SendAssessmentInput) {
    const link = await sendAssessment(ctx, input);
    return { ...(await assessmentPayload(ctx, input.id)), ...link };
  }

  @Allow('assessments:create')
  @Mutation(() => SendToVendorsPayload, { description: 'Creates an assessment for each of several vendors and sends it' })
  sendAssessmentToVendors(@Ctx() ctx: RequestContext, @Arg('input', () => SendToVendorsInput) input: SendToVendorsInput) {
    return sendToVendors(ctx, input);
  }

  @Allow('assessments:create')
  @Mutation(() => SendAssessmentPayload, { description: 'Sends the vendor a new link; the old ones stop working' })
  async resendPortalLink(@Ctx() ctx: RequestContext, @Arg('input', () => SendAssessmentInput) input: SendAssessmentInput) {
    const link = await resendLink(ctx, input);
    return { ...(await assessmentPayload(ctx, input.id)), ...link };
  }

  @Allow('assessments:create')
  @Mutation(() => AssessmentPayload, { description: 'Revokes all links to the assessment' })
  async revokePortalLinks(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await revokeLinks(ctx, id);
    return assessmentPayload(ctx, id);
  }
}
