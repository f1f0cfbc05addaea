import { Field, ID, InputType } from 'type-graphql';
import { connectionOf } from '../../graphql/connection';
import { describeEnum } from '../../graphql/enums';
import { DateTimeScalar } from '../../graphql/scalars';
import { AuditEntry } from './audit-entry.entity';
import { AUDIT_ACTIONS, type AuditAction } from './audit.actions';

/** The actions by their own names. */
export const AuditActionName = Object.fromEntries(Object.keys(AUDIT_ACTIONS).map((name) => [name, name])) as Record<AuditAction, AuditAction>;
describeEnum(AuditActionName, {
  name: 'AuditAction',
  description: 'What the audit log records. It may hold older names that are no longer written',
  values: AUDIT_ACTIONS,
});

@InputType({ description: 'Which audit entries; all conditions given must hold' })
export class AuditFilter {
  @Field(() => String, { nullable: true, description: 'With this action, such as CREATE_VENDOR' })
  action?: string | null;

  @Field(() => [AuditActionName], { nullable: true, description: 'With one of these actions' })
  actions?: AuditAction[] | null;

  @Field(() => ID, { nullable: true, description: 'By this user' })
  userId?: string | null;

  @Field(() => ID, { nullable: true, description: 'By this API key, also when it is deleted since' })
  apiKeyId?: string | null;

  @Field(() => String, { nullable: true, description: 'About this kind of thing, such as Vendor' })
  entityType?: string | null;

  @Field(() => ID, { nullable: true, description: 'About the thing with this id, whole or by the 8 characters that REST shows' })
  entityId?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'At this moment or later' })
  createdFrom?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'At this moment or earlier' })
  createdTo?: string | null;
}

export const AuditConnection = connectionOf(AuditEntry, 'Audit');
