import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { DateTimeScalar } from '../../graphql/scalars';
import { ApiKey } from './api-key.entity';

@InputType({ description: 'An API key to create' })
export class CreateApiKeyInput {
  @Field(() => String, {
    description: 'What the key is for, up to 100 characters; the audit log shows it. No two active keys share a name',
  })
  name!: string;

  @Field(() => [String], { nullable: true, description: 'Permissions of the key; null: every permission' })
  permissions?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'IP addresses or CIDR ranges it works from; empty: any' })
  allowedIps?: string[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it stops working; null: never' })
  expiresAt?: string | null;
}

@InputType({ description: 'Changes to an API key. Omitted fields keep their value; null: no limit, if the caller has none' })
export class UpdateApiKeyInput {
  @Field(() => ID, { description: 'The key' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'New name; null keeps it' })
  name?: string | null;

  @Field(() => [String], { nullable: true, description: 'Permissions of the key; null: every permission' })
  permissions?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'IP addresses or CIDR ranges it works from; null or empty: any' })
  allowedIps?: string[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it stops working; null: never' })
  expiresAt?: string | null;

  @Field(() => Int, { nullable: true, description: 'Fails with CONFLICT unless this is the current revision' })
  expectedRevision?: number | null;
}

@Allow('as-parent')
@ObjectType({ description: 'A new API key', simpleResolvers: true })
export class CreateApiKeyPayload {
  @Field(() => ApiKey, { description: 'The key without its secret' })
  apiKey!: Row<ApiKey>;

  @Field(() => String, { description: 'The whole key, shown only once' })
  token!: string;
}

@Allow('as-parent')
@ObjectType({ description: 'The API key after the change', simpleResolvers: true })
export class ApiKeyPayload {
  @Field(() => ApiKey, { description: 'The key' })
  apiKey!: Row<ApiKey>;
}
