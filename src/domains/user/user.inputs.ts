import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { RevisedInput } from '../../graphql/inputs';
import { EmailScalar } from '../../graphql/scalars';
import { User } from './user.entity';

@InputType({ description: 'Sign-in details' })
export class LoginInput {
  @Field(() => EmailScalar, { description: 'E-mail address of the account' })
  email!: string;

  @Field(() => String, { description: 'Password of the account' })
  password!: string;
}

@Allow('as-parent')
@ObjectType({ description: 'The signed-in user', simpleResolvers: true })
export class LoginPayload {
  @Field(() => User, { description: 'The user' })
  user!: Row<User>;
}

@Allow('as-parent')
@ObjectType({ description: 'Setup state of this installation', simpleResolvers: true })
export class Setup {
  @Field(() => Boolean, { description: 'Whether there is an administrator; if not, the first visitor can create one' })
  administratorExists!: boolean;

  @Field(() => Int, { description: 'How many characters a new password must have' })
  minPasswordLength!: number;
}

@InputType({ description: 'The first administrator of this installation' })
export class CreateFirstAdministratorInput {
  @Field(() => String, { description: "The person's name" })
  name!: string;

  @Field(() => EmailScalar, { description: 'Address to sign in with' })
  email!: string;

  @Field(() => String, { description: 'Password: see Settings.minPasswordLength; up to 200 characters' })
  password!: string;
}

@InputType({ description: 'A new password for the signed-in user' })
export class ChangePasswordInput {
  @Field(() => String, { description: 'The current password' })
  currentPassword!: string;

  @Field(() => String, { description: 'The new one: see Settings.minPasswordLength; up to 200 characters' })
  newPassword!: string;
}

@InputType({ description: 'A user to create' })
export class CreateUserInput {
  @Field(() => String, { description: "The person's name" })
  name!: string;

  @Field(() => EmailScalar, { description: 'Unique address to sign in with' })
  email!: string;

  @Field(() => String, { description: 'Initial password: see Settings.minPasswordLength; up to 200 characters' })
  password!: string;

  @Field(() => ID, { description: 'Role of the user' })
  roleId!: string;
}

@InputType({ description: 'Changes to a user; omitted fields keep their value' })
export class UpdateUserInput extends RevisedInput {
  @Field(() => ID, { description: 'The user' })
  id!: string;

  @Field(() => String, { nullable: true, description: "The person's name" })
  name?: string | null;

  @Field(() => EmailScalar, { nullable: true, description: 'Unique address to sign in with' })
  email?: string | null;
}

@InputType({ description: 'Whether a user has access' })
export class SetUserDisabledInput {
  @Field(() => ID, { description: 'The user' })
  id!: string;

  @Field(() => Boolean, { description: 'true revokes access, false restores it' })
  disabled!: boolean;
}

@InputType({ description: 'Another role for a user' })
export class ChangeUserRoleInput {
  @Field(() => ID, { description: 'The user' })
  id!: string;

  @Field(() => ID, { description: 'The new role' })
  roleId!: string;
}

@InputType({ description: 'The role of a user, and where it holds' })
export class AssignRoleInput {
  @Field(() => ID, { description: 'The user' })
  userId!: string;

  @Field(() => ID, { description: 'The role' })
  roleId!: string;

  @Field(() => [ID], {
    nullable: true,
    description:
      'The portfolios in which the role holds; null or left out: everywhere; empty: nowhere. A role with users:manage, roles:manage or settings:manage holds everywhere',
  })
  portfolioIds?: string[] | null;
}

@InputType({ description: 'A new password for a user' })
export class ResetUserPasswordInput {
  @Field(() => ID, { description: 'The user' })
  id!: string;

  @Field(() => String, { description: 'The new password: see Settings.minPasswordLength; up to 200 characters' })
  password!: string;
}

@Allow('as-parent')
@ObjectType({ description: 'The user after the change', simpleResolvers: true })
export class UserPayload {
  @Field(() => User, { description: 'The user' })
  user!: Row<User>;
}
