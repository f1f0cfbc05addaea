import { Field, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { JsonScalar } from '../../graphql/scalars';
import { Factor } from './factor.entity';

@Allow('as-parent')
@ObjectType({ description: 'What an authenticator app needs; it counts once confirmTotp has seen a code', simpleResolvers: true })
export class BeginTotpPayload {
  @Field(() => String, { description: 'The secret in base32, for apps that can’t scan' })
  secret!: string;

  @Field(() => String, { description: 'The same as an address, otpauth://totp/…' })
  uri!: string;

  @Field(() => String, { description: 'A picture of that address to scan, as a data: address' })
  qrCode!: string;
}

@InputType({ description: 'A code that shows that the authenticator app is set up' })
export class ConfirmTotpInput {
  @Field(() => String, { description: 'The code that the app shows now' })
  code!: string;

  @Field(() => String, { nullable: true, description: 'What to call it, such as "Phone"' })
  name?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'What the browser needs to create a passkey', simpleResolvers: true })
export class BeginPasskeyPayload {
  @Field(() => JsonScalar, { description: 'For the browser (PublicKeyCredentialCreationOptionsJSON)' })
  options!: unknown;
}

@InputType({ description: 'The passkey that the browser created' })
export class ConfirmPasskeyInput {
  @Field(() => JsonScalar, { description: 'What the browser returned (RegistrationResponseJSON)' })
  credential!: unknown;

  @Field(() => String, { nullable: true, description: 'What to call it, such as "Laptop"' })
  name?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The new factor', simpleResolvers: true })
export class ConfirmFactorPayload {
  @Field(() => Factor, { description: 'The factor' })
  factor!: Row<Factor>;

  @Field(() => [String], { nullable: true, description: 'With the first factor ten recovery codes, shown only this once; else null' })
  recoveryCodes!: string[] | null;
}

@Allow('as-parent')
@ObjectType({ description: 'New recovery codes', simpleResolvers: true })
export class RecoveryCodesPayload {
  @Field(() => [String], { description: 'Ten codes, shown only this once' })
  recoveryCodes!: string[];
}
