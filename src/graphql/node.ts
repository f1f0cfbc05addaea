import { Field, ID, InterfaceType } from 'type-graphql';

/** All types that implement it are in the schema anyway. */
@InterfaceType('Node', {
  description: 'An object with an id, by which node and nodes return it',
  autoRegisterImplementations: false,
})
export abstract class Node {
  @Field(() => ID, { description: 'Unique across all types' })
  id!: string;
}
