import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { connectionOf } from '../../graphql/connection';
import { NotificationEmail, NotificationSetting } from './notification-setting.entity';
import { Notification, NotificationKind } from './notification.entity';

export const NotificationConnection = connectionOf(Notification, 'Notification');

/** The most ids that are marked at once. */
export const MOST_IDS = 1_000;

@InputType({ description: 'Which notifications were read' })
export class MarkNotificationsReadInput {
  @Field(() => [ID], { nullable: true, description: `At most ${MOST_IDS.toLocaleString('en')}; null: all. Ids of others change nothing` })
  ids?: string[] | null;
}

@Allow('as-parent')
@ObjectType({ description: 'What is left', simpleResolvers: true })
export class MarkNotificationsReadPayload {
  @Field(() => Int, { description: 'Number of unread notifications' })
  unreadCount!: number;
}

@InputType({ description: 'How to hear of a kind' })
export class NotificationSettingInput {
  @Field(() => NotificationKind, { description: 'The kind' })
  kind!: NotificationKind;

  @Field(() => NotificationEmail, { description: 'By e-mail at once, daily or never' })
  email!: NotificationEmail;
}

@InputType({ description: 'Kinds left out keep their setting' })
export class UpdateNotificationSettingsInput {
  @Field(() => [NotificationSettingInput], { description: 'Each kind at most once' })
  settings!: NotificationSettingInput[];
}

@Allow('as-parent')
@ObjectType({ description: 'The settings after the change', simpleResolvers: true })
export class NotificationSettingsPayload {
  @Field(() => [NotificationSetting], { description: 'Every kind once' })
  settings!: Pick<NotificationSetting, 'kind' | 'email'>[];
}
