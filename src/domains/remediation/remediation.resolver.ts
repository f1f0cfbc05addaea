import { Arg, Ctx, Extensions, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { NoPast } from '../../graphql/as-of';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { LIST_SIZE } from '../../graphql/engine/weigh';
import { IdInput } from '../../graphql/inputs';
import type { RequestContext } from '../../kernel/context';
import { sharedCommentsOfFinding } from '../assessment/assessment.loaders';
import { Comment } from '../assessment/comment.entity';
import { Attachment } from '../evidence/attachment.entity';
import { attachmentsOfFindings } from '../evidence/evidence.loaders';
import { Finding } from '../finding/finding.entity';
import { FindingPayload } from '../finding/finding.inputs';
import { VendorPayload } from '../vendor/vendor.inputs';
import { vendorById } from '../vendor/vendor.loaders';
import * as portal from './remediation-portal.service';
import { Remediation } from './remediation.entity';
import {
  DecideRemediationInput,
  PortalAnswerFindingInput,
  PortalFinding,
  PortalRemediation,
  PortalRemediationPayload,
  SendRemediationInput,
  SendRemediationPayload,
} from './remediation.inputs';
import { findingsBehind, newestTurnOf } from './remediation.loaders';
import { decideRemediation, revokeRemediationLinks, sendRemediation } from './remediation.service';

/** The team's side: findings are sent to the vendor as a link, and the answers decided on. */
@Resolver(() => Finding)
export class RemediationResolver {
  @Reads(Finding)
  @FieldResolver(() => Remediation, { nullable: true, description: 'Its newest turn with the vendor; null if it was never sent' })
  remediation(@Root() finding: Reading<Finding>, @Ctx() ctx: RequestContext) {
    return ctx.load(newestTurnOf, finding.id);
  }

  @Allow('assessments:review')
  @Mutation(() => SendRemediationPayload, {
    description:
      'Sends open findings to their vendor, who answers them without an account. The token is returned only here and in the e-mail',
  })
  sendRemediation(@Ctx() ctx: RequestContext, @Arg('input', () => SendRemediationInput) input: SendRemediationInput) {
    return sendRemediation(ctx, input);
  }

  @Allow('assessments:review')
  @Mutation(() => FindingPayload, {
    description: 'Decides on a vendor’s answer that waits for it: accepts that the gap is closed, or sends it back with a word',
  })
  async decideRemediation(@Ctx() ctx: RequestContext, @Arg('input', () => DecideRemediationInput) input: DecideRemediationInput) {
    return { finding: await decideRemediation(ctx, input) };
  }

  @Allow('assessments:review')
  @Mutation(() => VendorPayload, { description: 'Revokes all remediation links of a vendor, which the id names' })
  async revokeRemediationLinks(@Ctx() ctx: RequestContext, @Arg('input', () => IdInput) { id }: IdInput) {
    await revokeRemediationLinks(ctx, id);
    return { vendor: await ctx.load(vendorById, id) };
  }
}

/** More than most links have. */
const USUAL_FINDINGS = 20;

/** The vendor's side: the link is the permission, and each field here checks it. */
@Resolver(() => PortalRemediation)
export class PortalRemediationResolver {
  @Allow('link')
  @NoPast()
  @Query(() => PortalRemediation, { description: 'The findings behind a remediation link; needs no sign-in, only the token' })
  async portalRemediation(
    @Ctx() ctx: RequestContext,
    @Arg('token', () => String, { description: 'The secret part of the vendor’s link' }) token: string,
    @Arg('password', () => String, { nullable: true, description: 'The password of the link, if it has one' }) password?: string | null,
  ) {
    return portal.showRemediation(ctx, await portal.openRemediation(ctx, token, password));
  }

  @Extensions({ [LIST_SIZE]: USUAL_FINDINGS })
  @FieldResolver(() => [PortalFinding], {
    description: 'The findings that it was sent with and that are visible: open first, then by severity',
  })
  findings(@Root() { linkId }: PortalRemediation, @Ctx() ctx: RequestContext) {
    return ctx.load(findingsBehind, linkId);
  }

  @Allow('link')
  @Mutation(() => PortalRemediationPayload, { description: 'The vendor’s answer to a finding' })
  async portalAnswerFinding(@Ctx() ctx: RequestContext, @Arg('input', () => PortalAnswerFindingInput) input: PortalAnswerFindingInput) {
    return { remediation: await portal.showRemediation(ctx, await portal.answerFinding(ctx, input)) };
  }
}

@Resolver(() => PortalFinding)
export class PortalFindingResolver {
  @FieldResolver(() => [Comment], { description: 'Shared comments, oldest first' })
  comments(@Root() { id }: PortalFinding, @Ctx() ctx: RequestContext) {
    return ctx.load(sharedCommentsOfFinding, id);
  }

  @FieldResolver(() => [Attachment], { description: 'The files that the vendor sent, oldest first' })
  async evidence(@Root() { id }: PortalFinding, @Ctx() ctx: RequestContext) {
    return (await ctx.load(attachmentsOfFindings, id)).filter(({ isFromVendor }) => isFromVendor);
  }
}
