import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { Attachment } from './attachment.entity';

@InputType({ description: 'An uploaded file and the record to attach it to: exactly one of the owners' })
export class AttachFileInput {
  @Field(() => ID, { description: 'The file, as returned by POST /files' })
  id!: string;

  @Field(() => ID, { nullable: true, description: 'The vendor to attach it to' })
  vendorId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The certification to attach it to' })
  certificationId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The shared-responsibility task to attach it to' })
  actionId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The offboarding step to attach it to' })
  offboardingStepId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The response to attach it to' })
  responseId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The finding to attach it to' })
  findingId?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The file after the change', simpleResolvers: true })
export class AttachmentPayload {
  @Field(() => Attachment, { description: 'The file' })
  attachment!: Row<Attachment>;
}
