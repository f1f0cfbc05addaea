import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { DateTimeScalar } from '../../graphql/scalars';

@Allow('as-parent')
@ObjectType({ description: 'How far parting with a vendor has come', simpleResolvers: true })
export class Offboarding {
  @Field(() => DateTimeScalar, { description: 'When it was started' })
  startedAt!: string;

  @Field(() => String, { nullable: true, description: 'Why' })
  reason!: string | null;

  vendorId!: string;
}

@InputType({ description: 'A vendor to part with' })
export class StartOffboardingInput {
  @Field(() => ID, { description: 'The vendor, which is ACTIVE' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Why, up to 5,000 characters' })
  reason?: string | null;
}

@InputType({ description: 'Changes to a step of an offboarding; what is left out keeps its value' })
export class UpdateOffboardingStepInput {
  @Field(() => ID, { description: 'The step' })
  id!: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is done; DATA only with evidence' })
  isDone?: boolean | null;

  @Field(() => String, { nullable: true, description: 'A note, up to 5,000 characters; null clears it' })
  note?: string | null;
}
