import { randomUUID } from 'node:crypto';
import { Entity, Enum, Index, ManyToOne, OptionalProps, PrimaryKey, Property, type Ref } from '@mikro-orm/core';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { NotKept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';
import { FOLDED_NAME } from '../../graphql/base.entity';
import { describeEnum } from '../../graphql/enums';
import { JsonScalar } from '../../graphql/scalars';
import { User } from '../user/user.entity';

export enum ListKind {
  VENDORS = 'VENDORS',
  ASSESSMENTS = 'ASSESSMENTS',
  FINDINGS = 'FINDINGS',
  CERTIFICATIONS = 'CERTIFICATIONS',
  ACTIONS = 'ACTIONS',
  ACCEPTANCES = 'ACCEPTANCES',
  VENDOR_REQUESTS = 'VENDOR_REQUESTS',
  ANSWERS = 'ANSWERS',
  AUDIT_LOG = 'AUDIT_LOG',
}
describeEnum(ListKind, {
  name: 'ListKind',
  description: 'A list that views can be saved of',
  values: {
    VENDORS: 'What `vendors` lists',
    ASSESSMENTS: 'What `assessments` lists',
    FINDINGS: 'The risk register, which `findings` lists',
    CERTIFICATIONS: 'What `expiringCertifications` lists; its own arguments are the filter',
    ACTIONS: 'Shared-responsibility tasks, which `responsibilityActions` lists',
    ACCEPTANCES: 'What `riskAcceptances` lists',
    VENDOR_REQUESTS: 'What `vendorRequests` lists',
    ANSWERS: 'What `answers` lists, over all assessments',
    AUDIT_LOG: 'The entries that `auditLog` lists',
  },
});

/** A list as someone looks at it. */
@Allow('as-parent')
@ObjectType({ description: 'A list as someone looks at it: filters, order and columns', simpleResolvers: true })
@NotKept('How someone looks at a list now; the audit log tells who changed it when')
@Shared('Views belong to people, or are everyone’s; what they show is read anew by whoever opens one')
@Entity()
@Index({
  name: 'saved_view_name_taken',
  expression: `create unique index "saved_view_name_taken" on "saved_view" ("owner_id", "list", (${FOLDED_NAME}))`,
})
@Index({
  name: 'saved_view_shared',
  expression: 'create index "saved_view_shared" on "saved_view" ("list") where "private_to_id" is null',
})
export class SavedView {
  [OptionalProps]?: string;

  @Field(() => ID, { description: 'Its id' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id: string = randomUUID();

  @Field(() => ListKind, { description: 'The list' })
  @Enum({ items: () => ListKind })
  list!: ListKind;

  @Field(() => String, { description: 'What it is called' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => JsonScalar, { description: 'As the filter argument of the list takes it' })
  @Property({ type: 'json', defaultRaw: "'{}'" })
  filter: Record<string, unknown> = {};

  @Field(() => JsonScalar, { nullable: true, description: 'As the orderBy argument of the list takes it; null: the usual order' })
  @Property({ type: 'json', nullable: true })
  orderBy?: unknown;

  @Field(() => [String], { description: 'The columns, in their order; none: the usual ones' })
  @Property({ type: 'text[]', default: [] })
  columns: string[] = [];

  /** Whoever made it; null once deleted. */
  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null' })
  owner?: Ref<User> | null;

  /** The owner of one that isn't shared, with whom it goes; null: everyone sees it. */
  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'cascade', index: 'saved_view_by_private_to' })
  privateTo?: Ref<User> | null;

  @Field(() => Int, { description: 'Increases by one with every change; send it back as expectedRevision to prevent lost updates' })
  @Property({ type: 'integer', version: true, default: 1 })
  revision!: number;
}
