import { Entity, Index, Property, Unique } from '@mikro-orm/core';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Editable, FOLDED_NAME } from '../../graphql/base.entity';
import { Kept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';

@Allow('frameworks:view')
@ObjectType({ description: 'A catalogue of controls, such as ISO 27001', simpleResolvers: true })
@Kept({ path: { name: 'frameworks' }, untold: ['controlCount'] })
@Shared('Questionnaires and frameworks are for all vendors')
@Entity()
@Index({
  name: 'framework_name_taken',
  expression: `create unique index "framework_name_taken" on "framework" (lower("name"), coalesce("version", ''))`,
})
@Index({
  name: 'framework_name_folded_taken',
  expression: `create unique index "framework_name_folded_taken" on "framework" (${FOLDED_NAME}, coalesce("version", ''))`,
})
export class Framework extends Editable {
  @Allow('frameworks:view', 'vendors:view', 'assessments:view', 'templates:view')
  @Field(() => ID, { description: 'Opaque id, the same in GraphQL and REST' })
  override id!: string;

  @Allow('frameworks:view', 'vendors:view', 'assessments:view', 'templates:view')
  @Field(() => String, { description: 'Name of the framework' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Edition of the framework, as its publisher writes it' })
  @Property({ type: 'text', nullable: true })
  version?: string | null;

  @Field(() => String, { nullable: true, description: 'What the framework is about' })
  @Property({ type: 'text', nullable: true })
  description?: string | null;

  @Field(() => Int, { description: 'Number of its controls' })
  @Property({ type: 'integer', default: 0 })
  controlCount: number = 0;

  @Field(() => String, { nullable: true, description: 'Key of the library item it came from; null if it is your own' })
  @Unique({ name: 'framework_library_key_taken' })
  @Property({ type: 'text', nullable: true })
  libraryKey?: string | null;

  @Field(() => Int, { nullable: true, description: 'Installed edition of the library item' })
  @Property({ type: 'integer', nullable: true })
  libraryEdition?: number | null;
}
