import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../auth/permissions';
import { describeEnum } from '../graphql/enums';
import { Node } from '../graphql/node';
import { type LibraryEntry, LibraryKind } from './library';

describeEnum(LibraryKind, {
  name: 'LibraryKind',
  description: 'The kind of a library item: a framework with its controls, or a published template',
  values: {
    FRAMEWORK: 'A framework with its controls',
    QUESTIONNAIRE: 'A template, published at once',
  },
});

@InputType({ description: 'Identifies a library item' })
export class LibraryItemInput {
  @Field(() => LibraryKind, { description: 'Its kind' })
  kind!: LibraryKind;

  @Field(() => String, { description: 'Its key, such as iso-27001-2022' })
  key!: string;
}

@Allow('as-parent')
@ObjectType({ description: 'A built-in framework or questionnaire', implements: Node, simpleResolvers: true })
export class LibraryItem {
  @Field(() => String, { description: 'Its name in the library, the same in all editions; unique in its kind' })
  key!: string;

  @Field(() => LibraryKind, { description: 'Its kind' })
  kind!: LibraryKind;

  @Field(() => String, { description: 'Its title' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Edition of the framework, as its publisher writes it' })
  version!: string | null;

  @Field(() => String, { nullable: true, description: 'What it is about' })
  description!: string | null;

  @Field(() => Int, { description: 'Edition of the item in this library; increases when the item changes' })
  edition!: number;

  @Field(() => Int, { description: 'Number of its controls or questions' })
  size!: number;

  @Field(() => Boolean, { description: 'Whether this library has a later edition than the one installed' })
  upgradeAvailable!: boolean;
}

@Allow('as-parent')
@ObjectType({ description: 'The item after the change', simpleResolvers: true })
export class LibraryItemPayload {
  @Field(() => LibraryItem, { description: 'The item' })
  item!: LibraryEntry;
}
