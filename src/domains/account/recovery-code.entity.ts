import { Entity, ManyToOne, PrimaryKey, PrimaryKeyProp, type Ref } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';
import { User } from '../user/user.entity';
import { Shared } from '../../database/scope/scoped';

/** Lets its owner in once without the second factor. It is deleted when it is used. */
@NotKept('What someone can sign in with now')
@Shared('How people sign in is theirs, wherever their role holds')
@Entity()
export class RecoveryCode {
  [PrimaryKeyProp]?: ['user', 'codeHash'];

  @ManyToOne(() => User, { ref: true, primary: true, deleteRule: 'cascade' })
  user!: Ref<User>;

  /** SHA-256 of the code, in hex. */
  @PrimaryKey({ type: 'text' })
  codeHash!: string;
}
