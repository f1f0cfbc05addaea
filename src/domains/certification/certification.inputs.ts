import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { connectionOf } from '../../graphql/connection';
import { DateScalar } from '../../graphql/scalars';
import { Certification } from './certification.entity';
import { ResponsibilityAction, ResponsibilityStatus } from './responsibility-action.entity';

@InputType()
abstract class CertificationDetailsInput {
  @Field(() => String, { nullable: true, description: 'Who issued it' })
  issuer?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'The day it was issued' })
  issuedDate?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'The last day it is valid, after the day it was issued' })
  expiresDate?: string | null;

  @Field(() => String, { nullable: true, description: 'Notes, up to 20,000 characters' })
  notes?: string | null;
}

@InputType({ description: 'A certification to record' })
export class CreateCertificationInput extends CertificationDetailsInput {
  @Field(() => ID, { description: 'The vendor that holds it' })
  vendorId!: string;

  @Field(() => String, { description: 'Name, 1 to 200 characters, such as ISO 27001 or SOC 2 Type II' })
  name!: string;
}

@InputType({ description: 'Changes to a certification: omitted fields keep their value; null clears a nullable one' })
export class UpdateCertificationInput extends CertificationDetailsInput {
  @Field(() => ID, { description: 'The certification' })
  id!: string;

  @Field(() => Int, { nullable: true, description: 'Fails with CONFLICT unless this is the current revision' })
  expectedRevision?: number | null;

  @Field(() => String, { nullable: true, description: 'Name, 1 to 200 characters' })
  name?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The certification after the change', simpleResolvers: true })
export class CertificationPayload {
  @Field(() => Certification, { description: 'The certification' })
  certification!: Row<Certification>;
}

export const CertificationConnection = connectionOf(Certification, 'Certification', { hasCsv: true });

@InputType({ description: 'Filter for shared-responsibility tasks; all given conditions must match' })
export class ResponsibilityActionFilter {
  @Field(() => ID, { nullable: true, description: 'Of this vendor' })
  vendorId?: string | null;

  @Field(() => [ResponsibilityStatus], { nullable: true, description: 'With one of these statuses' })
  status?: ResponsibilityStatus[] | null;

  @Field(() => ID, { nullable: true, description: 'Assigned to this user; null: to nobody' })
  assigneeId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Part of the code or title of the control, or of the name of the framework, certification or vendor, in any case',
  })
  query?: string | null;
}

export const ResponsibilityActionConnection = connectionOf(ResponsibilityAction, 'ResponsibilityAction', { hasCsv: true });

@InputType({
  description: 'Changes to a responsibility action: omitted fields keep their value; null clears a nullable one',
})
export class UpdateResponsibilityActionInput {
  @Field(() => ID, { description: 'The action' })
  id!: string;

  @Field(() => Int, { nullable: true, description: 'Fails with CONFLICT unless this is the current revision' })
  expectedRevision?: number | null;

  @Field(() => ResponsibilityStatus, { nullable: true, description: 'Progress' })
  status?: ResponsibilityStatus | null;

  @Field(() => ID, { nullable: true, description: 'The assignee' })
  assigneeId?: string | null;

  @Field(() => String, { nullable: true, description: 'Notes, up to 20,000 characters' })
  notes?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The responsibility action after the change', simpleResolvers: true })
export class ResponsibilityActionPayload {
  @Field(() => ResponsibilityAction, { description: 'The action' })
  action!: Row<ResponsibilityAction>;
}

@Allow('vendors:view')
@ObjectType({ description: "Progress of a vendor's shared-responsibility tasks", simpleResolvers: true })
export class ResponsibilityCompliance {
  @Field(() => Int, { description: 'Number of actions' })
  total!: number;

  @Field(() => Int, { description: 'Completed' })
  completed!: number;

  @Field(() => Int, { description: 'In progress' })
  inProgress!: number;

  @Field(() => Int, { description: 'Not started' })
  pending!: number;

  @Field(() => Int, { description: 'Not applicable' })
  notApplicable!: number;

  @Field(() => Int, { description: 'Percentage of applicable actions that are completed, rounded; 0 if none apply' })
  percent!: number;
}
