import { Entity, Index, ManyToOne, Property, type Ref, Unique } from '@mikro-orm/core';
import { Field, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Stored } from '../../graphql/base.entity';
import { Framework } from './framework.entity';
import { Kept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';
import { Searchable } from '../../database/searched';

@Allow('frameworks:view', 'assessments:view', 'templates:view')
@ObjectType({ description: 'One requirement of a framework', simpleResolvers: true })
@Kept({ partOf: 'frameworkId', title: 'code', path: { name: 'controls' } })
@Shared('Questionnaires and frameworks are for all vendors')
@Searchable({ table: 'control', title: 'title', also: ['code'], aliases: 'guidance' })
@Entity()
@Unique({ name: 'control_code_taken', properties: ['framework', 'code'] })
@Index({ name: 'control_in_order', properties: ['framework', 'order', 'id'] })
export class Control extends Stored {
  @ManyToOne(() => Framework, { ref: true, deleteRule: 'cascade' })
  framework!: Ref<Framework>;

  /** Null only while a server older than this rule is still writing. */
  @Field(() => String, { nullable: true, description: 'The domain of the framework it belongs to; General if none' })
  @Property({ type: 'text', nullable: true, default: 'General' })
  domain?: string | null;

  @Field(() => String, { description: 'Code, unique in its framework' })
  @Property({ type: 'text', index: 'control_by_code' })
  code!: string;

  @Field(() => String, { description: 'Title of the control' })
  @Property({ type: 'text' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'Guidance on the control' })
  @Property({ type: 'text', nullable: true })
  guidance?: string | null;

  @Field(() => Int, { nullable: true, description: 'Position in the framework, from 1' })
  @Property({ type: 'integer', fieldName: 'position' })
  order!: number;

  @Field(() => Boolean, { description: 'Whether the customer shares responsibility for it' })
  @Property({ type: 'boolean', default: false })
  isSharedResponsibility: boolean = false;

  @Field(() => Boolean, {
    description: 'Whether it is no longer in the library, but kept because questions, answers or tasks refer to it',
  })
  @Property({ type: 'boolean', default: false })
  isRetired: boolean = false;
}
