import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { NoPast } from '../../graphql/as-of';
import { PageArgs } from '../../graphql/connection';
import { type Reading, Reads } from '../../graphql/engine/look-ahead';
import type { RequestContext } from '../../kernel/context';
import { eventOfEntry } from '../feed/event-of-entry';
import { Event } from '../feed/event.types';
import { NotificationSetting } from './notification-setting.entity';
import { Notification } from './notification.entity';
import { factsOf, notificationFacts, pathFrom } from './notification.facts';
import {
  MarkNotificationsReadInput,
  MarkNotificationsReadPayload,
  NotificationConnection,
  NotificationSettingsPayload,
  UpdateNotificationSettingsInput,
} from './notification.inputs';
import { sentenceOf } from './notification.rules';
import { countUnread, listNotifications, listSettings, markRead, updateSettings } from './notification.service';

@Resolver(() => Notification)
export class NotificationResolver {
  @Allow('signed-in')
  @NoPast()
  @Query(() => NotificationConnection, {
    description: 'What concerns you, newest first: of the last 180 days, at most 1,000. An API key reads those of the person it follows',
  })
  notifications(
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('unreadOnly', () => Boolean, { nullable: true, description: 'Leaves out what you have read' }) unreadOnly?: boolean | null,
  ) {
    return listNotifications(ctx, info, page, unreadOnly ?? false);
  }

  @Allow('signed-in')
  @NoPast()
  @Query(() => [NotificationSetting], { description: 'How you hear of each kind: every kind once' })
  notificationSettings(@Ctx() ctx: RequestContext) {
    return listSettings(ctx);
  }

  @Reads(Notification)
  @FieldResolver(() => String, { description: 'A sentence, such as “Acme submitted SIG Lite 2025”' })
  async text(@Root() { id }: Reading<Notification>, @Ctx() ctx: RequestContext) {
    return sentenceOf(factsOf(await ctx.load(notificationFacts, id)));
  }

  @Reads(Notification)
  @FieldResolver(() => String, { description: 'Where it leads: a path in the web application' })
  async url(@Root() { id }: Reading<Notification>, @Ctx() ctx: RequestContext) {
    return pathFrom(await ctx.load(notificationFacts, id));
  }

  @Reads(Notification, 'entryId')
  @FieldResolver(() => Event, { nullable: true, description: 'The event; null if you may not see events of its type' })
  event(@Root() { entryId }: Reading<Notification, 'entryId'>, @Ctx() ctx: RequestContext) {
    return ctx.load(eventOfEntry, entryId);
  }

  @Allow('signed-in')
  @Mutation(() => MarkNotificationsReadPayload, { description: 'Marks notifications of your own as read' })
  async markNotificationsRead(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => MarkNotificationsReadInput) { ids }: MarkNotificationsReadInput,
  ) {
    return { unreadCount: await markRead(ctx, ids ?? null) };
  }

  @Allow('signed-in')
  @Mutation(() => NotificationSettingsPayload, { description: 'Changes how you hear of kinds of notifications' })
  async updateNotificationSettings(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => UpdateNotificationSettingsInput) { settings }: UpdateNotificationSettingsInput,
  ) {
    return { settings: await updateSettings(ctx, settings) };
  }
}

@Resolver(() => NotificationConnection)
export class NotificationConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of unread notifications of yours, whatever the page' })
  unreadCount(@Ctx() ctx: RequestContext) {
    return countUnread(ctx);
  }
}
