import { Entity, ManyToOne, type Ref, Unique } from '@mikro-orm/core';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';
import { Stored } from '../../graphql/base.entity';
import { AssessmentQuestion } from '../assessment/assessment-question.entity';
import { Assessment } from '../assessment/assessment.entity';
import { Finding } from './finding.entity';

/** Another assessment that found the gap of a finding. The first one is the finding's own. */
@Kept({ partOf: 'findingId', path: { name: 'sightings' }, untold: ['questionId'] })
@Scoped('finding')
@Entity()
@Unique({ name: 'finding_sighting_once', properties: ['finding', 'assessment'] })
@Unique({ name: 'finding_sighting_question_taken', properties: ['question'] })
export class FindingSighting extends Stored {
  @ManyToOne(() => Finding, { ref: true, deleteRule: 'cascade' })
  finding!: Ref<Finding>;

  @ManyToOne(() => Assessment, { ref: true, deleteRule: 'cascade', index: 'finding_sighting_by_assessment' })
  assessment!: Ref<Assessment>;

  /** The question whose answer showed it. */
  @ManyToOne(() => AssessmentQuestion, { ref: true, deleteRule: 'cascade' })
  question!: Ref<AssessmentQuestion>;
}
