import { Field, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { DateTimeScalar, JsonScalar } from '../../graphql/scalars';

@InputType({
  description:
    'The rest of a sign-in: exactly one of code, assertion and recoveryCode. A challenge ends with the first success, after five misses or five minutes',
})
export class CompleteLoginInput {
  @Field(() => String, { description: 'The challenge of SECOND_FACTOR_REQUIRED or beginPasskeyLogin' })
  challenge!: string;

  @Field(() => String, { nullable: true, description: 'A code of the authenticator app' })
  code?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'What the passkey signed (AuthenticationResponseJSON)' })
  assertion?: unknown;

  @Field(() => String, { nullable: true, description: 'A recovery code' })
  recoveryCode?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'What the browser needs to sign in by a passkey', simpleResolvers: true })
export class BeginPasskeyLoginPayload {
  @Field(() => String, { description: 'For completeLogin' })
  challenge!: string;

  @Field(() => JsonScalar, { description: 'For the browser (PublicKeyCredentialRequestOptionsJSON)' })
  options!: unknown;
}

@InputType({ description: 'Exactly one of password, code, recoveryCode and assertion' })
export class ReauthenticateInput {
  @Field(() => String, { nullable: true, description: 'Your password' })
  password?: string | null;

  @Field(() => String, { nullable: true, description: 'A code of the authenticator app' })
  code?: string | null;

  @Field(() => String, { nullable: true, description: 'A recovery code' })
  recoveryCode?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'What the passkey signed (AuthenticationResponseJSON)' })
  assertion?: unknown;

  @Field(() => String, { nullable: true, description: 'With an assertion: the challenge of REAUTHENTICATION_REQUIRED' })
  challenge?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'How long it counts', simpleResolvers: true })
export class ReauthenticatePayload {
  @Field(() => DateTimeScalar, { description: 'Until when sensitive changes are made without asking again' })
  until!: Date;
}
