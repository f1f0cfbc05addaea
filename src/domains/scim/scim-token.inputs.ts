import { Field, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { DateTimeScalar } from '../../graphql/scalars';
import { ScimToken } from './scim-token.entity';

@InputType({ description: 'A SCIM token to create' })
export class CreateScimTokenInput {
  @Field(() => String, { description: 'What the token is for, up to 100 characters; the audit log shows it' })
  name!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it stops working; null: never' })
  expiresAt?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'A new SCIM token', simpleResolvers: true })
export class CreateScimTokenPayload {
  @Field(() => ScimToken, { description: 'The token without its secret' })
  scimToken!: Row<ScimToken>;

  @Field(() => String, { description: 'The whole token, shown only once' })
  token!: string;
}

@Allow('as-parent')
@ObjectType({ description: 'The SCIM token after the change', simpleResolvers: true })
export class ScimTokenPayload {
  @Field(() => ScimToken, { description: 'The token' })
  scimToken!: Row<ScimToken>;
}
