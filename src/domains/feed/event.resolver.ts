import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, ID, Info, Int, Query, Resolver, Root, Subscription } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { NoPast } from '../../graphql/as-of';
import type { RequestContext } from '../../kernel/context';
import { Assessment } from '../assessment/assessment.entity';
import { assessmentById } from '../assessment/assessment.loaders';
import { Finding } from '../finding/finding.entity';
import { findingById } from '../finding/finding.loaders';
import { changesOf } from '../record/record.resolver';
import { FieldChange } from '../record/record.types';
import { Vendor } from '../vendor/vendor.entity';
import { vendorById } from '../vendor/vendor.loaders';
import { EVENT_TYPES } from './event-types';
import { listEvents } from './event.service';
import { Event, EventConnection, EventType, PageChange } from './event.types';

@Resolver(() => Event)
export class EventResolver {
  @Allow('signed-in')
  @NoPast()
  @Query(() => EventConnection, {
    description: 'What happened, oldest first, behind the cursor; without one, from now. Events that the caller may not see are left out',
  })
  events(
    @Ctx() ctx: RequestContext,
    @Arg('after', () => String, { nullable: true, description: 'A cursor of an event or a page; "start": before the first' })
    after?: string | null,
    @Arg('first', () => Int, { nullable: true, description: 'Number of events: 1 to 100, 25 if not given' }) first?: number | null,
    @Arg('types', () => [String], { nullable: true, description: 'Of these types; null or empty: of all' }) types?: string[] | null,
    @Arg('vendorId', () => ID, { nullable: true, description: 'About this vendor and what belongs to it' }) vendorId?: string | null,
  ) {
    return listEvents(ctx, { after, first, types, vendorId });
  }

  @Allow('signed-in')
  @NoPast()
  @Query(() => [EventType], { description: 'All types of events, by name' })
  eventTypes() {
    return [...EVENT_TYPES].map(([name, { description }]) => ({ name, description })).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  @Allow('signed-in')
  @NoPast()
  @Subscription(() => Event, {
    description: 'The same, live; with `after`, what was missed comes first. By Server-Sent Events, multipart HTTP or WebSocket',
    // Not used: the hub opens streams, and runs the selection for each event.
    topics: 'events',
    name: 'events',
  })
  listen(
    @Root() event: Event,
    @Arg('after', () => String, { nullable: true, description: 'A cursor of an event or a page; "start": before the first' })
    _after?: string | null,
    @Arg('types', () => [String], { nullable: true, description: 'Of these types; null or empty: of all' }) _types?: string[] | null,
    @Arg('vendorId', () => ID, { nullable: true, description: 'About this vendor and what belongs to it' }) _vendorId?: string | null,
  ): Event {
    return event;
  }

  @Allow('signed-in')
  @NoPast()
  @Subscription(() => PageChange, {
    description: 'Of every change to what the caller may see, that there was one: for pages that show it',
    topics: 'pageChanges',
    name: 'pageChanges',
  })
  listenForPages(
    @Root() change: PageChange,
    @Arg('after', () => String, { nullable: true, description: 'A cursor of the feed; without, from now' }) _after?: string | null,
  ): PageChange {
    return change;
  }

  @FieldResolver(() => [FieldChange], { description: 'What changed, as AuditEntry.changes' })
  changes(@Root() { action, from, to, lane, seq, entityId }: Event, @Ctx() ctx: RequestContext) {
    return changesOf(ctx, { action, meta: { from, to }, lane, seq: String(seq), entityId });
  }

  @FieldResolver(() => Vendor, { nullable: true, description: 'The vendor that it concerns; null once it is deleted' })
  vendor(@Root() { vendorId }: Event, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return vendorId ? ctx.load(vendorById, vendorId, info) : null;
  }

  @FieldResolver(() => Assessment, { nullable: true, description: 'The assessment that it concerns; null once it is deleted' })
  assessment(@Root() { assessmentId }: Event, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return assessmentId ? ctx.load(assessmentById, assessmentId, info) : null;
  }

  @FieldResolver(() => Finding, { nullable: true, description: 'The finding that it is about; null once it is deleted' })
  finding(@Root() { entityType, entityId }: Event, @Ctx() ctx: RequestContext, @Info() info: GraphQLResolveInfo) {
    return entityType === 'Finding' && entityId ? ctx.load(findingById, entityId, info) : null;
  }
}
