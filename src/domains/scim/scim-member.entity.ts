import { Entity, ManyToOne, PrimaryKeyProp, type Ref } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';
import { User } from '../user/user.entity';
import { ScimGroup } from './scim-group.entity';

/** Who is in which group of the identity provider. */
@NotKept('The provider keeps who is in its groups; the audit log tells who came and went, and the role that came of it has a past')
@Shared('Of the organisation: only who manages settings, which holds everywhere, gets at it')
@Entity()
export class ScimMember {
  [PrimaryKeyProp]?: ['group', 'user'];

  @ManyToOne(() => ScimGroup, { ref: true, primary: true, deleteRule: 'cascade' })
  group!: Ref<ScimGroup>;

  @ManyToOne(() => User, { ref: true, primary: true, deleteRule: 'cascade', index: 'scim_member_by_user' })
  user!: Ref<User>;
}
