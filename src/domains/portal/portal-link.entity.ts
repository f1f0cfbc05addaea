import { Entity, HiddenProps, ManyToOne, Property, type Ref, Unique } from '@mikro-orm/core';
import { Stored } from '../../graphql/base.entity';
import { Assessment } from '../assessment/assessment.entity';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';

/** A vendor's link to a questionnaire. The link contains the token; only its hash is stored. */
@Kept({
  partOf: 'assessmentId',
  path: { name: 'portalLink', by: null },
  secrets: { tokenHash: 'portalLink', passwordHash: 'portalPassword' },
  volatile: ['lastOpenedAt'],
  untold: ['parentId'],
})
@Scoped('assessment')
@Entity()
export class PortalLink extends Stored {
  [HiddenProps]?: 'tokenHash' | 'passwordHash';

  @ManyToOne(() => Assessment, { ref: true, deleteRule: 'cascade', index: 'portal_link_by_assessment' })
  assessment!: Ref<Assessment>;

  /** The link from which this one was handed on: it works as long as that one does. */
  @ManyToOne(() => PortalLink, { ref: true, nullable: true, deleteRule: 'cascade', index: 'portal_link_by_parent' })
  parent?: Ref<PortalLink> | null;

  /** The titles of the sections that it opens; null: all. */
  @Property({ type: 'text[]', nullable: true })
  sections?: string[] | null;

  /** SHA-256 of the token, in hex. */
  @Unique({ name: 'portal_link_token_taken' })
  @Property({ type: 'text', hidden: true })
  tokenHash!: string;

  /** argon2id, with its parameters; null: no password needed. */
  @Property({ type: 'text', nullable: true, hidden: true })
  passwordHash?: string | null;

  /** No secret, unlike the password. */
  @Property({ type: 'boolean', generated: `("password_hash" is not null) stored` })
  readonly hasPassword!: boolean;

  @Property({ type: 'datetime', length: 3 })
  expiresAt!: Date;

  @Property({ type: 'datetime', length: 3, nullable: true })
  revokedAt?: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  lastOpenedAt?: Date | null;
}
