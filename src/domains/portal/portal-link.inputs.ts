import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { DateTimeScalar } from '../../graphql/scalars';
import { Assessment } from '../assessment/assessment.entity';
import { AssessmentPayload, NewAssessmentInput } from '../assessment/assessment.inputs';

const MESSAGE = 'What to tell the vendor, up to 10,000 characters: included in the e-mail and the comment thread';

@InputType({ description: 'An assessment to send' })
export class SendAssessmentInput {
  @Field(() => ID, { description: 'The assessment' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Password for the link, 8 to 200 characters; it is not in the e-mail: share it by phone or chat',
  })
  portalPassword?: string | null;

  @Field(() => Int, { nullable: true, description: 'Days until the link stops working: 1 to 730, 180 if not given' })
  linkValidDays?: number | null;

  @Field(() => String, { nullable: true, description: MESSAGE })
  message?: string | null;
}

@Allow('assessments:view')
@ObjectType('PortalLink', { description: 'The vendor’s link, without its secret', simpleResolvers: true })
export class WorkingLink {
  @Field(() => DateTimeScalar, { description: 'When it was created' })
  createdAt!: string;

  @Field(() => DateTimeScalar, { description: 'When it stops working' })
  expiresAt!: string;

  @Field(() => Boolean, { description: 'Whether it requires a password' })
  hasPassword!: boolean;
}

@Allow('as-parent')
@ObjectType({ description: 'The assessment that was sent, and the vendor’s link', simpleResolvers: true })
export class SendAssessmentPayload extends AssessmentPayload {
  @Field(() => String, { description: 'The secret in the link, returned only here and in the e-mail to the vendor' })
  portalToken!: string;

  @Field(() => String, { description: 'The link itself' })
  portalUrl!: string;
}

@InputType({ description: 'One questionnaire for many vendors' })
export class SendToVendorsInput extends NewAssessmentInput {
  @Field(() => [ID], { description: 'The vendors, at most 500' })
  vendorIds!: string[];

  @Field(() => String, { nullable: true, description: MESSAGE })
  message?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'Result for one vendor in a bulk send', simpleResolvers: true })
export class SendResult {
  @Field(() => ID, { description: 'The vendor' })
  vendorId!: string;

  @Field(() => Assessment, { nullable: true, description: 'The assessment that was sent; null if it failed' })
  assessment!: Row<Assessment> | null;

  @Field(() => String, { nullable: true, description: 'The link, returned only here and in the e-mail to the vendor; null if it failed' })
  portalUrl!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it failed; null if it was sent' })
  error!: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'A result for each vendor, in the order given', simpleResolvers: true })
export class SendToVendorsPayload {
  @Field(() => [SendResult], { description: 'The results' })
  results!: SendResult[];
}
