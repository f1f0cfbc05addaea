import { randomUUID } from 'node:crypto';
import { Entity, Enum, Index, Property, Unique } from '@mikro-orm/core';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Editable } from '../../graphql/base.entity';
import { describeEnum } from '../../graphql/enums';
import { DateTimeScalar } from '../../graphql/scalars';
import { Kept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';
import { Searchable } from '../../database/searched';

export enum TemplateStatus {
  DRAFT = 'DRAFT',
  PUBLISHED = 'PUBLISHED',
  ARCHIVED = 'ARCHIVED',
}
describeEnum(TemplateStatus, {
  name: 'TemplateStatus',
  description: 'Drafts can be edited, published templates sent, archived ones only read',
  values: {
    DRAFT: 'Can be edited, but not yet sent',
    PUBLISHED: 'In use: can be sent, but no longer edited',
    ARCHIVED: 'No longer in use: read-only',
  },
});

export enum TemplateKind {
  QUESTIONNAIRE = 'QUESTIONNAIRE',
  INTAKE = 'INTAKE',
}
describeEnum(TemplateKind, {
  name: 'TemplateKind',
  description: 'Who is asked. INTAKE: asked of the requester; no assessment can be made from it',
  values: {
    QUESTIONNAIRE: 'Asked of vendors, in assessments',
    INTAKE: 'Asked of whoever requests a vendor',
  },
});

@Allow('templates:view')
@ObjectType({ description: 'A questionnaire for creating assessments', simpleResolvers: true })
@Kept({ path: { name: 'templates' }, untold: ['questionCount'] })
@Shared('Questionnaires and frameworks are for all vendors')
@Searchable({ table: 'template', title: 'name' })
@Entity()
@Unique({ name: 'template_version_taken', properties: ['family', 'version'] })
@Unique({ name: 'template_library_edition_taken', properties: ['libraryKey', 'libraryEdition'] })
@Index({
  name: 'template_by_name',
  expression: 'create index "template_by_name" on "template" (lower("name"), "version" desc, "id")',
})
export class Template extends Editable {
  @Allow('templates:view', 'assessments:view', 'vendors:view', 'vendors:create', 'vendors:request')
  @Field(() => ID, { description: 'Opaque id, the same in GraphQL and REST' })
  override id!: string;

  @Allow('templates:view', 'assessments:view', 'vendors:view', 'vendors:create', 'vendors:request')
  @Field(() => String, { description: 'Name of the template' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What the template is for' })
  @Property({ type: 'text', nullable: true })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'What the vendor reads first in the portal' })
  @Property({ type: 'text', nullable: true })
  introduction?: string | null;

  @Allow('templates:view', 'assessments:view', 'vendors:view', 'vendors:create', 'vendors:request')
  @Field(() => Int, { description: 'Number of this version, from 1' })
  @Property({ type: 'integer', default: 1 })
  version: number = 1;

  @Field(() => TemplateKind, { description: 'Who is asked' })
  @Enum({ items: () => TemplateKind, default: TemplateKind.QUESTIONNAIRE })
  kind: TemplateKind = TemplateKind.QUESTIONNAIRE;

  @Field(() => TemplateStatus, { description: 'Whether it is a draft, in use or archived' })
  @Enum({ items: () => TemplateStatus, default: TemplateStatus.DRAFT })
  status: TemplateStatus = TemplateStatus.DRAFT;

  @Field(() => ID, { description: 'The same for all versions of one template' })
  @Property({ type: 'uuid' })
  family: string = randomUUID();

  @Field(() => DateTimeScalar, { nullable: true, description: 'When this version was published' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  publishedAt?: Date | null;

  @Field(() => Int, { description: 'Number of its questions' })
  @Property({ type: 'integer', default: 0 })
  questionCount: number = 0;

  @Field(() => String, { nullable: true, description: 'Key of the library item this version came from; null if it is your own' })
  @Property({ type: 'text', nullable: true })
  libraryKey?: string | null;

  @Field(() => Int, { nullable: true, description: 'Edition of the library item that this version is' })
  @Property({ type: 'integer', nullable: true })
  libraryEdition?: number | null;
}
