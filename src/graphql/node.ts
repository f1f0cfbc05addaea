import { Field, ID, InterfaceType } from 'type-graphql';

/** All types that have it are in the schema by themselves. */
@InterfaceType('Node', {
  description: 'A thing with an id, by which node and nodes give it again',
  autoRegisterImplementations: false,
})
export abstract class Node {
  @Field(() => ID, { description: 'No two things share one, of whatever type' })
  id!: string;
}
