import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';

@InputType({ description: 'Whose sessions to end' })
export class RevokeOtherSessionsInput {
  @Field(() => ID, { nullable: true, description: "All of someone else's; left out: all your own except this one" })
  userId?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'What became of the sessions', simpleResolvers: true })
export class RevokeSessionsPayload {
  @Field(() => Int, { description: 'How many ended' })
  revokedCount!: number;
}
