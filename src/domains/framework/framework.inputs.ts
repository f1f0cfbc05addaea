import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { RevisedInput } from '../../graphql/inputs';
import { JsonScalar } from '../../graphql/scalars';
import { Framework } from './framework.entity';

@InputType({ description: 'A framework file to import' })
export class ImportFrameworkInput {
  @Field(() => JsonScalar, {
    description:
      'Name, version, description and controls: [{domain, code, title, guidance, isSharedResponsibility}], ' +
      'at most 5,000 of them; or a NIST OSCAL catalog, whose withdrawn controls are skipped',
  })
  framework!: unknown;
}

@InputType({ description: 'A framework with its controls as a table' })
export class ImportFrameworkCsvInput {
  @Field(() => String, { description: 'Name, 1 to 200 characters' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Edition, as its publisher writes it' })
  version?: string | null;

  @Field(() => String, { nullable: true, description: 'What the framework is about' })
  description?: string | null;

  @Field(() => String, {
    description:
      'CSV with a header line and the columns code and title, and optionally domain, guidance and shared (yes or no); ' +
      'separated by comma, semicolon or tab. Errors give line and column: csv.3.code',
  })
  csv!: string;
}

@InputType({ description: 'Changes to a framework; omitted fields keep their value' })
export class UpdateFrameworkInput extends RevisedInput {
  @Field(() => ID, { description: 'The framework' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Name, 1 to 200 characters' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Edition, as its publisher writes it; null clears it' })
  version?: string | null;

  @Field(() => String, { nullable: true, description: 'What the framework is about; null clears it' })
  description?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The framework after the change', simpleResolvers: true })
export class FrameworkPayload {
  @Field(() => Framework, { description: 'The framework' })
  framework!: Row<Framework>;
}
