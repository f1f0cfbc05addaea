import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { connectionOf } from '../../graphql/connection';
import { describeEnum } from '../../graphql/enums';
import { RevisedInput } from '../../graphql/inputs';
import { DateScalar, DateTimeScalar } from '../../graphql/scalars';
import { AssessmentStatus } from '../assessment/assessment.entity';
import { CommentVisibility } from '../assessment/comment.entity';
import { Tier } from '../vendor/vendor.entity';
import { Finding, FindingStatus, Severity, Treatment } from './finding.entity';

@InputType({ description: 'Filter for findings; all given conditions must match' })
export class FindingFilter {
  @Field(() => FindingStatus, { nullable: true, description: 'With this status' })
  status?: FindingStatus | null;

  @Field(() => Severity, { nullable: true, description: 'Of this severity' })
  severity?: Severity | null;

  @Field(() => ID, { nullable: true, description: 'Of this vendor' })
  vendorId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Part of the title or description, case-insensitive, or words as `search` reads them; at most 200 characters',
  })
  query?: string | null;

  @Field(() => ID, { nullable: true, description: 'Found by this assessment' })
  assessmentId?: string | null;

  @Field(() => String, { nullable: true, description: 'About the control with this code' })
  controlCode?: string | null;

  @Field(() => ID, { nullable: true, description: 'About a control of this framework' })
  frameworkId?: string | null;

  @Field(() => [Severity], { nullable: true, description: 'Of one of these severities' })
  severities?: Severity[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Raised at this time or later' })
  createdFrom?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Raised at this time or earlier' })
  createdTo?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Closed at this time or later' })
  resolvedFrom?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Closed at this time or earlier' })
  resolvedTo?: string | null;

  @Field(() => [Tier], { nullable: true, description: 'Of vendors of one of these tiers' })
  tiers?: Tier[] | null;

  @Field(() => ID, { nullable: true, description: 'Owned by this user; null: by nobody' })
  ownerId?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'Due on this day or later' })
  dueFrom?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'Due on this day or earlier' })
  dueTo?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'true: only those that are open and were due before today; false: only the others' })
  overdue?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'true: only those raised manually; false: only the others' })
  isManual?: boolean | null;

  @Field(() => [AssessmentStatus], {
    nullable: true,
    description: 'Found by an assessment with one of these statuses: [COMPLETED] leaves provisional ones out',
  })
  assessmentStatus?: AssessmentStatus[] | null;
}

export enum FindingOrderField {
  PRIORITY = 'PRIORITY',
  CREATED_AT = 'CREATED_AT',
  TITLE = 'TITLE',
  RESOLVED_AT = 'RESOLVED_AT',
  DUE_ON = 'DUE_ON',
}
describeEnum(FindingOrderField, {
  name: 'FindingOrderField',
  description: 'What findings can be sorted by; PRIORITY: open first, then by severity, then newest',
  values: {
    PRIORITY: 'Open ones first, then by severity, then the newest',
    CREATED_AT: 'By when it was raised',
    TITLE: 'By title, case-insensitive',
    RESOLVED_AT: 'By when it was closed',
    DUE_ON: 'By when it should be closed; those without a date come last',
  },
});

@InputType({ description: 'How findings are sorted' })
export class FindingOrder {
  @Field(() => FindingOrderField, { description: 'Sort key' })
  field!: FindingOrderField;

  @Field(() => Boolean, { nullable: true, description: 'Descending order' })
  descending?: boolean | null;
}

export const FindingConnection = connectionOf(Finding, 'Finding', { hasCsv: true });

@Allow('as-parent')
@ObjectType({ description: 'Findings of one severity', simpleResolvers: true })
export class SeverityCount {
  @Field(() => Severity, { description: 'The severity' })
  severity!: Severity;

  @Field(() => Int, { description: 'How many' })
  count!: number;
}

@InputType({ description: 'A finding raised manually' })
export class CreateFindingInput {
  @Field(() => ID, { description: 'The assessment it was found in' })
  assessmentId!: string;

  @Field(() => String, { description: 'One-line summary of the gap' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'Full description of the gap' })
  description?: string | null;

  @Field(() => Severity, { description: 'Severity' })
  severity!: Severity;

  @Field(() => [String], { nullable: true, description: 'Codes of the affected controls' })
  controlCodes?: string[] | null;
}

const NOTE = 'Resolution note: required to close a CRITICAL or HIGH finding as REMEDIATED';

@InputType({ description: 'A finding to close' })
export class UpdateFindingStatusInput extends RevisedInput {
  @Field(() => ID, { description: 'The finding' })
  id!: string;

  @Field(() => FindingStatus, { description: 'REMEDIATED or RISK_ACCEPTED' })
  status!: FindingStatus;

  @Field(() => String, { nullable: true, description: NOTE })
  resolutionNote?: string | null;
}

@InputType({ description: 'Findings to close' })
export class UpdateFindingsStatusInput {
  @Field(() => [ID], { description: 'The findings, at most 500' })
  ids!: string[];

  @Field(() => FindingStatus, { description: 'REMEDIATED or RISK_ACCEPTED' })
  status!: FindingStatus;

  @Field(() => String, { nullable: true, description: NOTE })
  resolutionNote?: string | null;
}

@InputType({
  description:
    'Changes to a finding: omitted fields keep their value; null clears a nullable one. A closed finding takes vendorVisible only. ' +
    'Another severity leaves the due date as it is',
})
export class UpdateFindingInput extends RevisedInput {
  @Field(() => ID, { description: 'The finding' })
  id!: string;

  @Field(() => ID, { nullable: true, description: 'Who sees to it: a user with access, who may see the finding' })
  ownerId?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'When it should be closed' })
  dueOn?: string | null;

  @Field(() => String, { nullable: true, description: 'How it is to be closed, up to 20,000 characters' })
  plan?: string | null;

  @Field(() => Severity, { nullable: true, description: 'Severity' })
  severity?: Severity | null;

  @Field(() => Treatment, { nullable: true, description: 'What is meant to become of the risk' })
  treatment?: Treatment | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the remediation links that it was sent with show it; false takes it off them at once',
  })
  vendorVisible?: boolean | null;
}

@InputType({ description: 'Findings to change: omitted fields keep their value; null clears' })
export class UpdateFindingsInput {
  @Field(() => [ID], { description: 'The findings, 1 to 500' })
  ids!: string[];

  @Field(() => ID, { nullable: true, description: 'Who sees to them: a user with access, who may see them' })
  ownerId?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'When they should be closed' })
  dueOn?: string | null;
}

@InputType({ description: 'A comment on a finding' })
export class AddFindingCommentInput {
  @Field(() => ID, { description: 'The finding' })
  findingId!: string;

  @Field(() => String, { description: 'The text, up to 10,000 characters' })
  body!: string;

  @Field(() => ID, { nullable: true, description: 'The comment it replies to' })
  parentId?: string | null;

  @Field(() => CommentVisibility, {
    nullable: true,
    description: 'Who can read it; by default the same as the comment it replies to, else INTERNAL',
  })
  visibility?: CommentVisibility | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The finding after the change', simpleResolvers: true })
export class FindingPayload {
  @Field(() => Finding, { description: 'The finding' })
  finding!: Row<Finding>;
}

@Allow('as-parent')
@ObjectType({ description: 'Result for one finding in a bulk change', simpleResolvers: true })
export class FindingResult {
  @Field(() => ID, { description: 'The finding' })
  id!: string;

  @Field(() => Finding, { nullable: true, description: 'The finding after the change; null if it failed' })
  finding!: Row<Finding> | null;

  @Field(() => String, { nullable: true, description: 'Why it failed; null if it was changed' })
  error!: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'A result for each finding, in the order given', simpleResolvers: true })
export class FindingsPayload {
  @Field(() => [FindingResult], { description: 'The results' })
  results!: FindingResult[];
}
