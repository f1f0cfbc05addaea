import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { RevisedInput } from '../../graphql/inputs';
import { JsonScalar } from '../../graphql/scalars';
import { ListKind, SavedView } from './saved-view.entity';

@InputType({
  description:
    'A view to save. With an id, it changes that one: what is omitted keeps its value, null clears. Only its owner changes or deletes a view, ' +
    'and settings:manage a shared one',
})
export class SaveViewInput extends RevisedInput {
  @Field(() => ID, { nullable: true, description: 'The view to change; omitted: a new one' })
  id?: string | null;

  @Field(() => ListKind, { description: 'The list' })
  list!: ListKind;

  @Field(() => String, { description: 'What it is called, 1 to 100 characters; yours in the list have different names' })
  name!: string;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'As the filter argument of the list takes it; of a list without one, its other arguments. What the list refuses is refused',
  })
  filter?: unknown;

  @Field(() => JsonScalar, { nullable: true, description: 'As the orderBy argument of the list takes it' })
  orderBy?: unknown;

  @Field(() => [String], { nullable: true, description: 'The columns in their order, at most 100 of up to 100 characters' })
  columns?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether everyone sees it; false for a new one if omitted' })
  isShared?: boolean | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The view after the change', simpleResolvers: true })
export class SavedViewPayload {
  @Field(() => SavedView, { description: 'The view' })
  view!: Row<SavedView>;
}
