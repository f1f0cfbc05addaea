import { Field, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { JsonScalar } from '../../graphql/scalars';
import { VendorFieldKind } from '../settings/vendor-fields';

@Allow('as-parent')
@ObjectType({ description: 'What a vendor has in an own field', simpleResolvers: true })
export class VendorFieldValue {
  @Field(() => String, { description: 'What names the field' })
  key!: string;

  @Field(() => String, { description: 'Its label' })
  label!: string;

  @Field(() => VendorFieldKind, { description: 'What it holds' })
  kind!: VendorFieldKind;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'TEXT: a string; NUMBER: a number; DATE: YYYY-MM-DD; CHOICE: an option; YES_NO: a boolean; PERSON: the id of a user; null: not set',
  })
  value!: unknown;
}

@InputType({ description: 'Conditions on an own field; all must hold' })
export class VendorFieldFilter {
  @Field(() => String, { description: 'The key of the field' })
  key!: string;

  @Field(() => JsonScalar, { nullable: true, description: 'The value is exactly this; any kind' })
  equals?: unknown;

  @Field(() => String, { nullable: true, description: 'Part of the text, case-insensitive; TEXT only' })
  contains?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'This or more, this day or later; NUMBER and DATE' })
  from?: unknown;

  @Field(() => JsonScalar, { nullable: true, description: 'This or less, this day or earlier; NUMBER and DATE' })
  to?: unknown;

  @Field(() => Boolean, { nullable: true, description: 'Whether it has a value' })
  isSet?: boolean | null;
}
