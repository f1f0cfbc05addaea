import { Extensions, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { describeEnum } from '../../graphql/enums';
import { LIST_SIZE } from '../../graphql/engine/weigh';
import { DateTimeScalar } from '../../graphql/scalars';
import { Relation } from '../framework/crosswalk.rules';
import { type ControlCoverageRow, CoverageState } from './coverage.rules';

describeEnum(CoverageState, {
  name: 'CoverageState',
  description: 'Whether a control is covered by an equal or broader one, partly by a narrower or related one, or not at all',
  values: {
    COVERED: 'Covered by an equal or broader control',
    PARTLY: 'Covered only by narrower or related controls',
    NOT_COVERED: 'Not covered by any control',
  },
});

@Allow('as-parent')
@ObjectType({ description: 'A control that covers another, wholly or in part', simpleResolvers: true })
export class CoveringControl {
  @Field(() => Relation, { description: 'How it relates to the control that it covers' })
  relation!: Relation;

  @Field(() => Float, {
    nullable: true,
    description:
      'Weight of its compliant answers divided by the weight of all its scored answers, 0 to 1; null if only the crosswalk is considered',
  })
  complianceRatio!: number | null;

  @Field(() => ID, { nullable: true, description: 'The assessment that evaluated it' })
  assessmentId!: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When that was submitted' })
  submittedAt!: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'What covers a control', simpleResolvers: true })
export class ControlCoverage {
  @Field(() => CoverageState, { description: 'Whether it is covered' })
  state!: CoverageState;

  @Field(() => [CoveringControl], { description: 'The controls that cover it, in framework order' })
  by!: ControlCoverageRow['by'];

  @Field(() => Float, {
    nullable: true,
    description: 'Compliance of the controls that cover all of it, or else of those that cover a part, 0 to 1',
  })
  complianceRatio!: number | null;
}

@Allow('as-parent')
@ObjectType({ description: 'How far a framework is covered by another', simpleResolvers: true })
export class Coverage {
  @Field(() => Int, { description: 'Controls of the framework to be covered, except retired ones' })
  controlCount!: number;

  @Field(() => Int, { description: 'Those covered' })
  covered!: number;

  @Field(() => Int, { description: 'Those covered in part' })
  partly!: number;

  @Field(() => Int, { description: 'Those not covered' })
  notCovered!: number;

  @Field(() => Int, { description: 'Those whose covering controls are all compliant' })
  compliant!: number;

  @Field(() => Float, { nullable: true, description: 'Mean compliance of those covered or covered in part, 0 to 1' })
  complianceRatio!: number | null;

  @Extensions({ [LIST_SIZE]: 100 })
  @Field(() => [ControlCoverage], { description: 'Control by control, in framework order' })
  controls!: ControlCoverageRow[];
}
