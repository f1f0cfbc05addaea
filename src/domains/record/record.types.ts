import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { JsonScalar } from '../../graphql/scalars';

@Allow('as-parent')
@ObjectType({ description: 'What a change did to one field', simpleResolvers: true })
export class FieldChange {
  @Field(() => String, {
    description: 'The name of the field; for a part of the record, a path with ids, such as questions.<id>.response.value',
  })
  field!: string;

  @Field(() => JsonScalar, { nullable: true, description: 'The value before, null if there was none; a reference is {id, name}' })
  before!: unknown;

  @Field(() => JsonScalar, { nullable: true, description: 'The value after, null if there is none; a reference is {id, name}' })
  after!: unknown;
}

@InputType({ description: 'The user to erase' })
export class EraseUserInput {
  @Field(() => ID, { description: 'Its id; that of a deleted user is in the audit log' })
  id!: string;

  @Field(() => String, { description: 'The name of the user, or the last one of a deleted user, to confirm who is meant' })
  confirmName!: string;
}

@Allow('as-parent')
@ObjectType({ description: 'Who was erased', simpleResolvers: true })
export class EraseUserPayload {
  @Field(() => ID, { description: 'The id, which stays in the audit log' })
  erasedId!: string;
}
