import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { describeEnum } from '../../graphql/enums';
import { RevisedInput } from '../../graphql/inputs';
import { DateScalar } from '../../graphql/scalars';
import { Finding, FindingStatus, Severity } from '../finding/finding.entity';
import { RemediationAnswer, RemediationState } from './remediation.entity';

export enum RemediationDecision {
  ACCEPT = 'ACCEPT',
  SEND_BACK = 'SEND_BACK',
}
describeEnum(RemediationDecision, {
  name: 'RemediationDecision',
  description: 'What becomes of the vendor’s answer',
  values: {
    ACCEPT: 'The gap is closed: the vendor said DONE, and the finding becomes REMEDIATED',
    SEND_BACK: 'The vendor has to answer again',
  },
});

@InputType({ description: 'Open findings of one vendor to send to it by a link of their own: they become vendorVisible' })
export class SendRemediationInput {
  @Field(() => ID, { description: 'The vendor' })
  vendorId!: string;

  @Field(() => [ID], { description: 'The findings, 1 to 100' })
  findingIds!: string[];

  @Field(() => String, {
    nullable: true,
    description: 'What to tell the vendor, up to 10,000 characters: in the e-mail and behind the link',
  })
  message?: string | null;

  @Field(() => Int, { nullable: true, description: 'Days until the link stops working: 1 to 730, 180 if not given' })
  linkValidDays?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Password for the link, 8 to 200 characters; it is not in the e-mail: share it by phone or chat',
  })
  portalPassword?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The findings that were sent, and the vendor’s link', simpleResolvers: true })
export class SendRemediationPayload {
  @Field(() => [Finding], { description: 'The findings, in the order given' })
  findings!: Row<Finding>[];

  @Field(() => String, { description: 'The secret in the link, returned only here and in the e-mail to the vendor' })
  portalToken!: string;

  @Field(() => String, { description: 'The link itself' })
  portalUrl!: string;
}

@InputType({ description: 'A decision on the vendor’s answer to a finding' })
export class DecideRemediationInput extends RevisedInput {
  @Field(() => ID, { description: 'The finding' })
  findingId!: string;

  @Field(() => RemediationDecision, { description: 'Accept it, or send it back' })
  decision!: RemediationDecision;

  @Field(() => String, {
    nullable: true,
    description:
      'ACCEPT: becomes the resolution note, and is required for a CRITICAL or HIGH finding. SEND_BACK: required, and becomes a SHARED comment. ' +
      'Up to 10,000 characters',
  })
  note?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'What the vendor sees of a finding', simpleResolvers: true })
export class PortalFinding {
  @Field(() => ID, { description: 'Its id' })
  id!: string;

  @Field(() => String, { description: 'One-line summary of the gap' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'Full description of the gap' })
  description!: string | null;

  @Field(() => Severity, { description: 'How grave it is' })
  severity!: Severity;

  @Field(() => FindingStatus, { description: 'Whether it is open or closed' })
  status!: FindingStatus;

  @Field(() => DateScalar, { nullable: true, description: 'When it should be closed' })
  dueOn!: string | null;

  @Field(() => RemediationState, { description: 'Whose turn it is' })
  state!: RemediationState;

  @Field(() => RemediationAnswer, { nullable: true, description: 'What the vendor said last' })
  answer!: RemediationAnswer | null;

  @Field(() => String, { nullable: true, description: 'How the vendor means to close it' })
  plan!: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'When the vendor means to have closed it' })
  plannedFor!: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The findings behind a remediation link', simpleResolvers: true })
export class PortalRemediation {
  /** Not shown. */
  linkId!: string;

  @Field(() => String, { description: 'The organisation that asks' })
  organizationName!: string;

  @Field(() => String, { nullable: true, description: 'Where its logo can be fetched; null: it has none' })
  logo!: string | null;

  @Field(() => String, { description: 'The vendor that is asked' })
  vendorName!: string;

  @Field(() => String, { nullable: true, description: 'What the vendor was told' })
  message!: string | null;
}

@InputType({
  description: 'What the vendor says about a finding, instead of what it said before. Not once the finding is closed',
})
export class PortalAnswerFindingInput {
  @Field(() => String, { description: 'The secret of the link' })
  token!: string;

  @Field(() => String, { nullable: true, description: 'The password, if the link requires one' })
  password?: string | null;

  @Field(() => ID, { description: 'The finding' })
  findingId!: string;

  @Field(() => RemediationAnswer, { description: 'The answer' })
  answer!: RemediationAnswer;

  @Field(() => String, { nullable: true, description: 'How it will be closed, up to 20,000 characters; required with PLANNED' })
  plan?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'When it will be closed; required with PLANNED, and not in the past then' })
  plannedFor?: string | null;

  @Field(() => String, { nullable: true, description: 'A comment, up to 10,000 characters; required with DISAGREE' })
  comment?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The findings after the answer', simpleResolvers: true })
export class PortalRemediationPayload {
  @Field(() => PortalRemediation, { description: 'All findings behind the link' })
  remediation!: PortalRemediation;
}
