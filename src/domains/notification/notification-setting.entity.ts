import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Entity, Enum, ManyToOne, PrimaryKeyProp, type Ref } from '@mikro-orm/core';
import { NotKept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';
import { describeEnum } from '../../graphql/enums';
import { User } from '../user/user.entity';
import { NotificationKind } from './notification.entity';

export enum NotificationEmail {
  AT_ONCE = 'AT_ONCE',
  DAILY = 'DAILY',
  NEVER = 'NEVER',
}
describeEnum(NotificationEmail, {
  name: 'NotificationEmail',
  description: 'How a person hears by e-mail',
  values: {
    AT_ONCE: 'An e-mail for each, at once',
    DAILY: 'In one e-mail a day, if still unread',
    NEVER: 'No e-mail',
  },
});

/** What a person has chosen for a kind. Without a row the default counts (DEFAULT_EMAIL). */
@Allow('as-parent')
@ObjectType({ description: 'How you hear of a kind of notifications', simpleResolvers: true })
@NotKept('How someone hears of things now; the audit log tells who changed it when')
@Shared('How people hear of things is theirs, wherever their role holds')
@Entity()
export class NotificationSetting {
  [PrimaryKeyProp]?: ['user', 'kind'];

  @ManyToOne(() => User, { ref: true, primary: true, deleteRule: 'cascade' })
  user!: Ref<User>;

  @Field(() => NotificationKind, { description: 'The kind' })
  @Enum({ items: () => NotificationKind, primary: true })
  kind!: NotificationKind;

  @Field(() => NotificationEmail, { description: 'By e-mail at once, daily or never' })
  @Enum({ items: () => NotificationEmail })
  email!: NotificationEmail;
}
