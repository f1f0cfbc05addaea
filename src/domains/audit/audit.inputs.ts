import { Field, ID, InputType } from 'type-graphql';
import { connectionOf } from '../../graphql/connection';
import { describeEnum } from '../../graphql/enums';
import { DateTimeScalar } from '../../graphql/scalars';
import { AuditEntry } from './audit-entry.entity';
import { AUDIT_ACTIONS, type AuditAction } from './audit.actions';

/** The actions as an enum. */
export const AuditActionName = Object.fromEntries(Object.keys(AUDIT_ACTIONS).map((name) => [name, name])) as Record<
  AuditAction,
  AuditAction
>;
describeEnum(AuditActionName, {
  name: 'AuditAction',
  description: 'The actions the audit log records. The log may contain older names that are no longer used',
  values: AUDIT_ACTIONS,
});

@InputType({ description: 'Filter for audit entries; all given conditions must match' })
export class AuditFilter {
  @Field(() => String, { nullable: true, description: 'With this action, such as CREATE_VENDOR' })
  action?: string | null;

  @Field(() => [String], { nullable: true, description: 'With one of these actions' })
  actions?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Part of who did it, of the action or its label, or of the name of the record, in any case; at most 200 characters',
  })
  query?: string | null;

  @Field(() => ID, { nullable: true, description: 'By this user' })
  userId?: string | null;

  @Field(() => ID, { nullable: true, description: 'By this API key, even if since deleted' })
  apiKeyId?: string | null;

  @Field(() => String, { nullable: true, description: 'About this type of record, such as Vendor' })
  entityType?: string | null;

  @Field(() => ID, { nullable: true, description: 'About the record with this id, in full or the 8 characters that REST shows' })
  entityId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'About the record with this id, or about another one, but it changed this one or a part of it',
  })
  changedId?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'At this time or later' })
  createdFrom?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'At this time or earlier' })
  createdTo?: string | null;
}

export const AuditConnection = connectionOf(AuditEntry, 'Audit', { hasCsv: true });
