import { Field, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';

@Allow('as-parent')
@ObjectType({ description: 'That an entry is in the tree of a signed checkpoint (RFC 6962); hashes are base64', simpleResolvers: true })
export class AuditProof {
  @Field(() => Int, { description: 'Place of the entry in the tree, from 0' })
  index!: number;

  @Field(() => Int, { description: 'Number of entries in the tree, that of the checkpoint' })
  treeSize!: number;

  @Field(() => String, { description: 'Hash of the entry’s leaf' })
  leafHash!: string;

  @Field(() => [String], {
    description: 'The hashes that lead from the leaf to the root: from the leaf’s sibling to the child of the root',
  })
  hashes!: string[];

  @Field(() => String, { description: 'The signed note (c2sp.org/tlog-checkpoint) with its cosignatures' })
  checkpoint!: string;
}
