import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { EmailScalar } from '../../graphql/scalars';

@InputType({ description: 'Who forgot the password' })
export class RequestPasswordResetInput {
  @Field(() => EmailScalar, { description: 'Address of the account' })
  email!: string;
}

@Allow('as-parent')
@ObjectType({ description: 'The same whether or not there is such an account', simpleResolvers: true })
export class RequestPasswordResetPayload {
  @Field(() => Boolean, { description: 'Always true' })
  isAccepted!: boolean;
}

@InputType({ description: 'A new password, by a link from an e-mail' })
export class ResetPasswordInput {
  @Field(() => String, { description: 'The last part of the link' })
  token!: string;

  @Field(() => String, { description: 'The new password, up to 200 characters' })
  password!: string;
}

@Allow('as-parent')
@ObjectType({ description: 'Whose password was set', simpleResolvers: true })
export class ResetPasswordPayload {
  @Field(() => EmailScalar, { description: 'Address to sign in with' })
  email!: string;
}

@InputType({ description: 'Someone to invite' })
export class InviteUserInput {
  @Field(() => String, { description: "The person's name" })
  name!: string;

  @Field(() => EmailScalar, { description: 'Unique address to sign in with; the link goes there' })
  email!: string;

  @Field(() => ID, { description: 'Role of the user' })
  roleId!: string;

  @Field(() => [ID], { nullable: true, description: 'The portfolios in which it holds, as for assignRole; null: everywhere' })
  portfolioIds?: string[] | null;
}
