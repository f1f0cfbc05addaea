import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { describeEnum } from '../../graphql/enums';
import { Control } from './control.entity';
import { MAX_RELATIONS, Relation } from './crosswalk.rules';
import { Framework } from './framework.entity';

describeEnum(Relation, {
  name: 'ControlRelation',
  description: 'How a control relates to another: equal, a subset, a superset, or related',
  values: {
    EQUAL: 'Both require the same',
    SUBSET: 'It requires part of what the other requires',
    SUPERSET: 'It requires all that the other requires, and more',
    RELATED: 'They overlap, but neither includes the other',
  },
});

@Allow('as-parent')
@ObjectType({ description: 'A control that another one relates to', simpleResolvers: true })
export class RelatedControl {
  @Field(() => Relation, { description: 'How the queried control relates to this one: SUBSET means this one requires more' })
  relation!: Relation;

  @Field(() => Control, { description: 'The related control' })
  control!: Row<Control>;
}

@Allow('as-parent')
@ObjectType({ description: 'How a control of one framework relates to one of another', simpleResolvers: true })
export class CrosswalkRelation {
  @Field(() => Relation, { description: 'How the control relates to the other' })
  relation!: Relation;
}

@InputType({ description: 'How two controls relate, by their codes' })
export class CrosswalkRowInput {
  @Field(() => String, { description: 'Code of a control of the first framework' })
  from!: string;

  @Field(() => String, { description: 'Code of a control of the second' })
  to!: string;

  @Field(() => Relation, { description: 'How the first relates to the second' })
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

  @Field(() => Boolean, { nullable: true, description: 'Whether to remove existing relations of the two that are not listed' })
  replace?: boolean | null;
}

@InputType({ description: 'How two controls of different frameworks relate' })
export class SetControlRelationInput {
  @Field(() => ID, { description: 'A control' })
  fromControlId!: string;

  @Field(() => ID, { description: 'A control of another framework' })
  toControlId!: string;

  @Field(() => Relation, { nullable: true, description: 'How the first relates to the second; null removes the relation' })
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
