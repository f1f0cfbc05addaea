import { Entity, HiddenProps, ManyToOne, Property, type Ref, Unique } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';
import { Stored } from '../../graphql/base.entity';
import { Vendor } from '../vendor/vendor.entity';

/** A vendor's link to findings. The link contains the token; only its hash is stored. It opens no questionnaire, nor they it. */
@NotKept('Says by itself until when it works; the turns of the findings that it was sent with are kept')
@Scoped('vendor')
@Entity()
export class RemediationLink extends Stored {
  [HiddenProps]?: 'tokenHash' | 'passwordHash';

  @ManyToOne(() => Vendor, { ref: true, deleteRule: 'cascade', index: 'remediation_link_by_vendor' })
  vendor!: Ref<Vendor>;

  /** SHA-256 of the token, in hex. */
  @Unique({ name: 'remediation_link_token_taken' })
  @Property({ type: 'text', hidden: true })
  tokenHash!: string;

  /** argon2id, with its parameters; null: no password needed. */
  @Property({ type: 'text', nullable: true, hidden: true })
  passwordHash?: string | null;

  /** What the vendor was told. */
  @Property({ type: 'text', nullable: true })
  message?: string | null;

  @Property({ type: 'datetime', length: 3 })
  expiresAt!: Date;

  @Property({ type: 'datetime', length: 3, nullable: true })
  revokedAt?: Date | null;
}
