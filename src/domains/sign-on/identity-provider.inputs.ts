import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { RevisedInput } from '../../graphql/inputs';
import { Role } from '../user/role.entity';
import { Portfolio } from '../vendor/portfolio.entity';
import { IdentityProvider } from './identity-provider.entity';

@Allow('as-parent')
@ObjectType({ description: 'A value of the role claim, and the role that it gives', simpleResolvers: true })
export class RoleMapping {
  @Field(() => String, { description: 'The value, exactly as the provider sends it' })
  value!: string;

  @Field(() => Role, { description: 'The role' })
  role!: Row<Role>;

  @Field(() => [Portfolio], { nullable: true, description: 'Where the role holds; null: everywhere' })
  portfolios!: Row<Portfolio>[] | null;
}

@InputType({ description: 'Which value of the role claim gives which role' })
export class RoleMappingInput {
  @Field(() => String, { description: 'The value, exactly as the provider sends it' })
  value!: string;

  @Field(() => ID, { description: 'The role' })
  roleId!: string;

  @Field(() => [ID], { nullable: true, description: 'The portfolios in which it holds, as for assignRole; null: everywhere' })
  portfolioIds?: string[] | null;
}

@InputType({ description: 'A provider to add. It needn’t be reachable: testIdentityProvider tells' })
export class CreateIdentityProviderInput {
  @Field(() => String, { description: 'What the button on the sign-in page says' })
  name!: string;

  @Field(() => String, { description: 'The address that identifies the provider: https, or http on a loopback address' })
  issuer!: string;

  @Field(() => String, { description: 'What the provider calls us' })
  clientId!: string;

  @Field(() => String, { description: 'The secret that the provider gave us; it is never shown again' })
  clientSecret!: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether people can sign in by it; true unless given' })
  isEnabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether someone nobody knows becomes a user; false unless given' })
  isJitEnabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its e-mail addresses count as verified; false unless given' })
  isEmailTrusted?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'To ask for besides openid, email and profile' })
  scopes?: string[] | null;

  @Field(() => String, { nullable: true, description: 'The claim that the mappings look at' })
  roleClaim?: string | null;

  @Field(() => [RoleMappingInput], { nullable: true, description: 'The first that fits wins' })
  roleMappings?: RoleMappingInput[] | null;

  @Field(() => ID, { nullable: true, description: 'The role of those for whom no mapping fits' })
  defaultRoleId?: string | null;
}

@InputType({ description: 'Changes to a provider; omitted fields keep their value. A new issuer needs the secret again' })
export class UpdateIdentityProviderInput extends RevisedInput {
  @Field(() => ID, { description: 'The provider' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'What the button on the sign-in page says' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'The address that identifies the provider' })
  issuer?: string | null;

  @Field(() => String, { nullable: true, description: 'What the provider calls us' })
  clientId?: string | null;

  @Field(() => String, { nullable: true, description: 'The secret that the provider gave us' })
  clientSecret?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether people can sign in by it' })
  isEnabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether someone nobody knows becomes a user' })
  isJitEnabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its e-mail addresses count as verified' })
  isEmailTrusted?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'To ask for besides openid, email and profile' })
  scopes?: string[] | null;

  @Field(() => String, { nullable: true, description: 'The claim that the mappings look at; null: none' })
  roleClaim?: string | null;

  @Field(() => [RoleMappingInput], { nullable: true, description: 'All mappings from now on; the first that fits wins' })
  roleMappings?: RoleMappingInput[] | null;

  @Field(() => ID, { nullable: true, description: 'The role of those for whom no mapping fits; null: they are refused' })
  defaultRoleId?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The provider after the change', simpleResolvers: true })
export class IdentityProviderPayload {
  @Field(() => IdentityProvider, { description: 'The provider' })
  provider!: Row<IdentityProvider>;
}

@Allow('as-parent')
@ObjectType({ description: 'Something that was looked at', simpleResolvers: true })
export class IdentityProviderCheck {
  @Field(() => String, { description: 'What was looked at' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether it is as it should be' })
  isOk!: boolean;

  @Field(() => String, { description: 'What was found, and what to do' })
  message!: string;
}

@Allow('as-parent')
@ObjectType({ description: 'Whether people can sign in by a provider', simpleResolvers: true })
export class TestIdentityProviderPayload {
  @Field(() => Boolean, { description: 'Whether everything is as it should be' })
  isOk!: boolean;

  @Field(() => [IdentityProviderCheck], { description: 'What was looked at, in order' })
  checks!: IdentityProviderCheck[];
}

@Allow('as-parent')
@ObjectType({ description: 'A provider on the sign-in page', simpleResolvers: true })
export class SignInProvider {
  @Field(() => ID, { description: 'For /auth/oidc/{id}/start' })
  id!: string;

  @Field(() => String, { description: 'What its button says' })
  name!: string;
}
