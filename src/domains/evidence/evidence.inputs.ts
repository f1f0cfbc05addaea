import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { Attachment } from './attachment.entity';

@InputType({ description: 'A file that belongs to nothing yet, and what to give it to: exactly one of the owners' })
export class AttachFileInput {
  @Field(() => ID, { description: 'The file, as POST /files answered' })
  id!: string;

  @Field(() => ID, { nullable: true, description: 'The vendor to give it to' })
  vendorId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The certification to give it to' })
  certificationId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The responsibility action to give it to' })
  actionId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The response to give it to' })
  responseId?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The file after the change', simpleResolvers: true })
export class AttachmentPayload {
  @Field(() => Attachment, { description: 'The file' })
  attachment!: Row<Attachment>;
}
