import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Extensions, FieldResolver, Info, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { type RequestContext } from '../../kernel/context';
import { DeleteInput, DeletePayload } from '../../graphql/inputs';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import { ROWS_READ, USUAL_QUESTIONS } from '../../graphql/engine/weigh';
import { Assessment } from '../assessment/assessment.entity';
import { Response } from '../assessment/response.entity';
import { Certification } from '../certification/certification.entity';
import { ResponsibilityAction } from '../certification/responsibility-action.entity';
import { OffboardingStep } from '../vendor/offboarding-step.entity';
import { User } from '../user/user.entity';
import { userById } from '../user/user.service';
import { Vendor } from '../vendor/vendor.entity';
import { Attachment } from './attachment.entity';
import { AttachFileInput, AttachmentPayload } from './evidence.inputs';
import {
  attachmentById,
  attachmentsOfActions,
  attachmentsOfCertifications,
  attachmentsOfOffboardingSteps,
  attachmentsOfResponses,
  attachmentsOfVendors,
  evidenceOf,
} from './evidence.loaders';
import { attachFile, deleteFile, fileUrl } from './evidence.service';

@Resolver(() => Attachment)
export class AttachmentResolver {
  @Reads(Attachment)
  @FieldResolver(() => String, { description: 'Download URL; requires permission to see the record it belongs to' })
  url(@Root() { id }: Reading<Attachment>, @Ctx() ctx: RequestContext) {
    return fileUrl(ctx.services, id);
  }

  @Reads(Attachment, 'isFromVendor')
  @FieldResolver(() => Boolean, { description: 'Whether the vendor sent it, through a link' })
  isFromVendor(@Root() { isFromVendor }: Reading<Attachment, 'isFromVendor'>) {
    return isFromVendor === true;
  }

  /** Not for vendors, who see their own files through a link. */
  @Allow('vendors:view', 'assessments:view')
  @Reads(Attachment, 'uploadedById')
  @FieldResolver(() => User, { nullable: true, description: 'Who uploaded it; null for vendors, API keys and deleted users' })
  uploadedBy(@Root() { uploadedById }: Reading<Attachment, 'uploadedById'>, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return uploadedById ? ctx.load(userById, uploadedById, info) : null;
  }

  @Allow('vendors:edit', 'assessments:edit', 'assessments:review')
  @Mutation(() => AttachmentPayload, {
    description: 'Attaches an uploaded file to a record; files attached to nothing are removed after a day',
  })
  async attachFile(@Ctx() ctx: RequestContext, @Arg('input', () => AttachFileInput) input: AttachFileInput) {
    await attachFile(ctx, input);
    return { attachment: await ctx.load(attachmentById, input.id) };
  }

  @Allow('vendors:edit', 'assessments:edit', 'assessments:review')
  @Mutation(() => DeletePayload, { description: 'Permanently deletes a file' })
  async deleteFile(@Ctx() ctx: RequestContext, @Arg('input', () => DeleteInput) { id }: DeleteInput) {
    await deleteFile({ ctx }, id);
    return { deletedId: id };
  }
}

@Resolver(() => Vendor)
export class VendorEvidenceResolver {
  @Reads(Vendor)
  @FieldResolver(() => [Attachment], { description: 'Files about the vendor itself, oldest first' })
  attachments(@Root() { id }: Reading<Vendor>, @Ctx() ctx: RequestContext) {
    return ctx.load(attachmentsOfVendors, id);
  }
}

@Resolver(() => Certification)
export class CertificationEvidenceResolver {
  @Reads(Certification)
  @FieldResolver(() => [Attachment], { description: 'Its files, oldest first' })
  attachments(@Root() { id }: Reading<Certification>, @Ctx() ctx: RequestContext) {
    return ctx.load(attachmentsOfCertifications, id);
  }
}

@Resolver(() => ResponsibilityAction)
export class ActionEvidenceResolver {
  @Reads(ResponsibilityAction)
  @FieldResolver(() => [Attachment], { description: 'Its files, oldest first' })
  attachments(@Root() { id }: Reading<ResponsibilityAction>, @Ctx() ctx: RequestContext) {
    return ctx.load(attachmentsOfActions, id);
  }
}

@Resolver(() => OffboardingStep)
export class OffboardingEvidenceResolver {
  @Reads(OffboardingStep)
  @FieldResolver(() => [Attachment], { description: 'Files that prove it, oldest first' })
  evidence(@Root() { id }: Reading<OffboardingStep>, @Ctx() ctx: RequestContext) {
    return ctx.load(attachmentsOfOffboardingSteps, id);
  }
}

@Resolver(() => Response)
export class ResponseEvidenceResolver {
  @Reads(Response)
  @FieldResolver(() => [Attachment], { description: 'Evidence files for the answer' })
  evidence(@Root() response: Reading<Response>, @Ctx() ctx: RequestContext) {
    return ctx.load(attachmentsOfResponses, response.id);
  }
}

@Resolver(() => Assessment)
export class AssessmentEvidenceResolver {
  @Reads(Assessment)
  @Extensions({ [ROWS_READ]: USUAL_QUESTIONS })
  @FieldResolver(() => [Attachment], { description: 'All files attached to answers of visible questions' })
  evidence(@Root() assessment: Reading<Assessment>, @Ctx() ctx: RequestContext) {
    return evidenceOf(ctx, assessment.id);
  }
}
