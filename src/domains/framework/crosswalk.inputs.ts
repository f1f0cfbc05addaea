import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { describeEnum } from '../../graphql/enums';
import { Control } from './control.entity';
import { MAX_RELATIONS, Relation } from './crosswalk.rules';
import { Framework } from './framework.entity';

describeEnum(Relation, {
  name: 'ControlRelation',
  description: 'What a control is to another: equal to it, a part of it, more than it, or related to it',
  values: {
    EQUAL: 'Both ask for the same',
    SUBSET: 'It asks for a part of what the other asks for',
    SUPERSET: 'It asks for all that the other asks for, and more',
    RELATED: 'They have something in common, and neither includes the other',
  },
});

@Allow('as-parent')
@ObjectType({ description: 'A control that another one relates to', simpleResolvers: true })
export class RelatedControl {
  @Field(() => Relation, { description: 'What the control asked about is to this one: SUBSET says this one asks for more' })
  relation!: Relation;

  @Field(() => Control, { description: 'The related control' })
  control!: Row<Control>;
}

@Allow('as-parent')
@ObjectType({ description: 'How a control of one framework relates to one of another', simpleResolvers: true })
export class CrosswalkRelation {
  @Field(() => Relation, { description: 'What the control is to the related one' })
  relation!: Relation;
}

@InputType({ description: 'How two controls relate, by their codes' })
export class CrosswalkRowInput {
  @Field(() => String, { description: 'Code of a control of the first framework' })
  from!: string;

  @Field(() => String, { description: 'Code of a control of the second' })
  to!: string;

  @Field(() => Relation, { description: 'What the first is to the second' })
  relation!: Relation;
}

@InputType({ description: `Relations between two frameworks: a list or a CSV file, at most ${MAX_RELATIONS}` })
export class ImportCrosswalkInput {
  @Field(() => ID, { description: 'The first framework' })
  fromFrameworkId!: string;

  @Field(() => ID, { description: 'The second' })
  toFrameworkId!: string;

  @Field(() => [CrosswalkRowInput], { nullable: true, description: 'The relations; or send csv' })
  relations?: CrosswalkRowInput[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'The relations as CSV with the columns from, to and relation (equal, subset, superset or related)',
  })
  csv?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether relations of the two that are not among these go' })
  replace?: boolean | null;
}

@InputType({ description: 'How two controls of different frameworks relate' })
export class SetControlRelationInput {
  @Field(() => ID, { description: 'A control' })
  fromControlId!: string;

  @Field(() => ID, { description: 'A control of another framework' })
  toControlId!: string;

  @Field(() => Relation, { nullable: true, description: 'What the first is to the second; null: nothing any more' })
  relation?: Relation | null;
}

@Allow('as-parent')
@ObjectType({ description: 'What was imported', simpleResolvers: true })
export class ImportCrosswalkPayload {
  @Field(() => Framework, { description: 'The first framework' })
  framework!: Row<Framework>;

  @Field(() => Int, { description: 'Number of relations that were set' })
  relationCount!: number;
}

@Allow('as-parent')
@ObjectType({ description: 'The control after the change', simpleResolvers: true })
export class ControlPayload {
  @Field(() => Control, { description: 'The first control' })
  control!: Row<Control>;
}
