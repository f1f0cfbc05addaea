import { Entity, Index, ManyToOne, Property, type Ref } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Stored } from '../../graphql/base.entity';
import { Template } from './template.entity';
import { Kept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';

@Allow('templates:view')
@ObjectType({ description: 'A section of a template', simpleResolvers: true })
@Kept({ partOf: 'templateId', title: 'title', path: { name: 'sections' }, renamed: { position: 'order' } })
@Shared('Questionnaires and frameworks are for all vendors')
@Entity()
@Index({ name: 'template_section_in_order', properties: ['template', 'position'] })
export class TemplateSection extends Stored {
  @ManyToOne(() => Template, { ref: true, deleteRule: 'cascade' })
  template!: Ref<Template>;

  @Field(() => String, { description: 'Heading' })
  @Property({ type: 'text' })
  title!: string;

  /** Position in the template, from 1. */
  @Property({ type: 'integer' })
  position!: number;
}
