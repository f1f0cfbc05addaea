import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { PasswordSignIn } from '../settings/settings.entity';
import { SignInProvider } from './identity-provider.inputs';

@Allow('as-parent')
@ObjectType({ description: 'What the sign-in page offers', simpleResolvers: true })
export class SignInOptions {
  @Field(() => PasswordSignIn, { description: 'Who can sign in with a password' })
  passwordSignIn!: PasswordSignIn;

  @Field(() => [SignInProvider], { description: 'Providers to sign in with, by name' })
  providers!: SignInProvider[];
}
