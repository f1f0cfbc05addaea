import { Field, ID, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { PageInfo } from '../../graphql/connection';
import { DateTimeScalar } from '../../graphql/scalars';

@Allow('as-parent')
@ObjectType({ description: 'What an entry of the audit log says to those who listen', simpleResolvers: true })
export class Event {
  @Field(() => ID, { description: 'Id of the audit entry' })
  id!: string;

  @Field(() => String, { description: 'What happened, such as assessment.submitted; eventTypes lists them' })
  type!: string;

  @Field(() => DateTimeScalar, { description: 'When it happened' })
  at!: string;

  @Field(() => String, {
    description: 'Pass it as after, in this or another query or stream: what follows, nothing missed and nothing twice',
  })
  cursor!: string;

  @Field(() => String, { nullable: true, description: 'Type of the affected record' })
  entityType!: string | null;

  @Field(() => String, { nullable: true, description: 'Id of the affected record' })
  entityId!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the affected record at that time' })
  entityName!: string | null;

  @Field(() => String, { description: "The person's name, API key <name>, Vendor portal (<vendor>) or System" })
  actor!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the vendor that it concerns, also once that is deleted' })
  vendorId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of the assessment that it concerns; null once that is deleted' })
  assessmentId!: string | null;

  readonly lane!: number;
  readonly seq!: number;
  readonly hash!: string;
  readonly action!: string;
  readonly from!: unknown;
  readonly to!: unknown;
}

@Allow('as-parent')
@ObjectType({ description: 'That something changed, without what: for pages that show it', simpleResolvers: true })
export class PageChange {
  @Field(() => String, { description: 'Pass it as after, here and in events' })
  cursor!: string;

  @Field(() => ID, { nullable: true, description: 'Id of what changed' })
  entityId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of the vendor that it concerns' })
  vendorId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of the assessment that it concerns' })
  assessmentId!: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'An event and its cursor', simpleResolvers: true })
export class EventEdge {
  @Field(() => String, { description: 'That of the event' })
  cursor!: string;

  @Field(() => Event, { description: 'The event' })
  node!: Event;
}

@Allow('as-parent')
@ObjectType({ description: 'Events, oldest first. A stream has no end, and so no total', simpleResolvers: true })
export class EventConnection {
  @Field(() => [EventEdge], { description: 'The events of the page, each with its cursor' })
  edges!: EventEdge[];

  @Field(() => [Event], { description: 'The events of the page' })
  nodes!: Event[];

  @Field(() => PageInfo, { description: 'endCursor always comes, also on an empty page: ask with it again, and nothing is missed' })
  pageInfo!: PageInfo;
}

@Allow('as-parent')
@ObjectType({ description: 'A type of events', simpleResolvers: true })
export class EventType {
  @Field(() => String, { description: 'Its name, such as vendor.created' })
  name!: string;

  @Field(() => String, { description: 'What happened' })
  description!: string;
}
