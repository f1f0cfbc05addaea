import { Check, Entity, HiddenProps, ManyToOne, Property, type Ref, Unique } from '@mikro-orm/core';
import { Field, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Stored } from '../../graphql/base.entity';
import { Assessment } from '../assessment/assessment.entity';
import { Response } from '../assessment/response.entity';
import { Certification } from '../certification/certification.entity';
import { ResponsibilityAction } from '../certification/responsibility-action.entity';
import { User } from '../user/user.entity';
import { OffboardingStep } from '../vendor/offboarding-step.entity';
import { Vendor } from '../vendor/vendor.entity';
import { Kept } from '../../database/record/kept';
import { ScopedOr } from '../../database/scope/scoped';
import { ASKER } from '../../database/scope/scope';

/** Until a file belongs to something, it is its uploader's. */
const UNATTACHED = `num_nonnulls(t.vendor_id, t.certification_id, t.response_id, t.action_id, t.finding_id, t.offboarding_step_id) = 0
  and (select current_setting('${ASKER}')::uuid) in (t.uploaded_by_id, t.uploaded_by_key_id)`;

/**
 * The record of a file; its bytes are in the file store. It belongs to one record, with which it is deleted. Reached through that
 * record, or through a vendor's link to it.
 */
@Allow('as-parent')
@ObjectType({ description: 'An uploaded file', simpleResolvers: true })
@Kept({ title: 'fileName', path: { name: 'attachments' }, untold: ['sha256', 'storageKey', 'uploadedByKeyId', 'isFromVendor'] })
@ScopedOr(UNATTACHED, 'vendor', 'certification', 'assessment', 'action', 'finding', 'offboardingStep')
@Entity()
@Check({
  name: 'attachment_single_owner',
  expression: 'num_nonnulls("vendor_id", "certification_id", "response_id", "action_id", "finding_id", "offboarding_step_id") <= 1',
})
@Check({ name: 'attachment_assessment_of_response', expression: '("assessment_id" is null) = ("response_id" is null)' })
export class Attachment extends Stored {
  [HiddenProps]?: 'sha256' | 'storageKey';

  @Field(() => String, { description: 'Name of the file as it was uploaded' })
  @Property({ type: 'text' })
  fileName!: string;

  @Field(() => String, { nullable: true, description: 'A display name' })
  @Property({ type: 'text', nullable: true })
  displayName?: string | null;

  @Field(() => String, { description: 'Media type, detected from the content' })
  @Property({ type: 'text' })
  mimeType!: string;

  @Field(() => Int, { description: 'Size in bytes' })
  @Property({ type: 'integer' })
  sizeBytes!: number;

  /** SHA-256 of the content, in hex. */
  @Property({ type: 'text', hidden: true })
  sha256!: string;

  /** The content's key in the file store. */
  @Unique({ name: 'attachment_storage_key_taken' })
  @Property({ type: 'text', hidden: true })
  storageKey!: string;

  @ManyToOne(() => Vendor, { ref: true, nullable: true, deleteRule: 'cascade', index: 'attachment_by_vendor' })
  vendor?: Ref<Vendor> | null;

  @ManyToOne(() => Certification, {
    ref: true,
    nullable: true,
    deleteRule: 'cascade',
    index: 'attachment_by_certification',
  })
  certification?: Ref<Certification> | null;

  @ManyToOne(() => Response, { ref: true, nullable: true, deleteRule: 'cascade', index: 'attachment_by_response' })
  response?: Ref<Response> | null;

  @ManyToOne(() => ResponsibilityAction, {
    ref: true,
    nullable: true,
    deleteRule: 'cascade',
    index: 'attachment_by_action',
  })
  action?: Ref<ResponsibilityAction> | null;

  /** By its name: findings come after files. */
  @ManyToOne('Finding', { ref: true, nullable: true, deleteRule: 'cascade', index: 'attachment_by_finding' })
  finding?: Ref<Stored> | null;

  /** Sent through a vendor's link: of a finding's files the vendor sees these. Null means no, or not known of older ones. */
  @Property({ type: 'boolean', nullable: true })
  isFromVendor?: boolean | null;

  @ManyToOne(() => OffboardingStep, {
    ref: true,
    nullable: true,
    deleteRule: 'cascade',
    index: 'attachment_by_offboarding_step',
  })
  offboardingStep?: Ref<OffboardingStep> | null;

  /** The response's assessment, so that all its evidence can be read at once. */
  @ManyToOne(() => Assessment, { ref: true, nullable: true, deleteRule: 'cascade', index: 'attachment_by_assessment' })
  assessment?: Ref<Assessment> | null;

  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null', index: 'attachment_by_uploader' })
  uploadedBy?: Ref<User> | null;

  /** The API key that uploaded it, which may have been deleted since. */
  @Property({ type: 'uuid', nullable: true })
  uploadedByKeyId?: string | null;
}
