import { Field, ObjectType } from 'type-graphql';
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
