import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../auth/permissions';

@InputType({ description: 'The object, by its id' })
export class IdInput {
  @Field(() => ID, { description: 'Its id' })
  id!: string;
}

@InputType({ description: 'The object to delete, by its id' })
export class DeleteInput {
  @Field(() => ID, { description: 'Its id' })
  id!: string;
}

@Allow('as-parent')
@ObjectType({ description: 'What was deleted', simpleResolvers: true })
export class DeletePayload {
  @Field(() => ID, { description: 'The id it had' })
  deletedId!: string;
}

@InputType()
export abstract class RevisedInput {
  @Field(() => Int, { nullable: true, description: 'Fails with CONFLICT unless this is the current revision' })
  expectedRevision?: number | null;
}
