import { Entity, OneToOne, PrimaryKeyProp, Property, type Ref } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';
import { User } from '../user/user.entity';

/** What the identity provider says of a user beyond name and address: it compares this with what it finds here. */
@NotKept('The provider keeps it; the name and the address that follow from it have a past')
@Shared('Of the organisation: only who manages settings, which holds everywhere, gets at it')
@Entity()
export class ScimProfile {
  [PrimaryKeyProp]?: 'user';

  @OneToOne(() => User, { ref: true, primary: true, deleteRule: 'cascade' })
  user!: Ref<User>;

  /** The user's id at the provider. */
  @Property({ type: 'text', nullable: true, index: 'scim_profile_by_external_id' })
  externalId?: string | null;

  @Property({ type: 'text', nullable: true })
  displayName?: string | null;

  @Property({ type: 'text', nullable: true })
  formattedName?: string | null;

  @Property({ type: 'text', nullable: true })
  givenName?: string | null;

  @Property({ type: 'text', nullable: true })
  familyName?: string | null;

  /** The work address, where it isn't the sign-in address. */
  @Property({ type: 'text', nullable: true })
  workEmail?: string | null;
}
