import { Entity, Enum, HiddenProps, type Opt, Property } from '@mikro-orm/core';
import { Field, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Kept } from '../../database/record/kept';
import { Shared } from '../../database/scope/scoped';
import { NoPast } from '../../graphql/as-of';
import { Editable } from '../../graphql/base.entity';
import { describeEnum } from '../../graphql/enums';
import { DateTimeScalar } from '../../graphql/scalars';

export enum WebhookFormat {
  STANDARD = 'STANDARD',
  SLACK = 'SLACK',
  TEAMS = 'TEAMS',
}
describeEnum(WebhookFormat, {
  name: 'WebhookFormat',
  description: 'What the body of a request looks like',
  values: {
    STANDARD: 'Standard Webhooks: the type, the time and ids',
    SLACK: 'Slack’s incoming webhook: a sentence and a link',
    TEAMS: 'Teams’ incoming webhook: an adaptive card with a sentence and a link',
  },
});

/** A receiver that is told what happens. */
@Allow('settings:manage')
@ObjectType({ description: 'A receiver that is told what happens, by signed requests', simpleResolvers: true })
@Kept({
  path: { name: 'webhooks' },
  secrets: { secretBox: 'secret', previousSecretBox: 'previousSecret' },
  // The URLs of Slack and Teams are credentials: of one is told only that it changed, and which host it became.
  named: { url: () => null },
  volatile: ['previousSecretUntil', 'lastSuccessAt', 'lastFailureAt', 'failingSince', 'position', 'leaseOwner', 'leaseUntil'],
})
@Shared('Of the organisation: only who manages settings, which holds everywhere, gets at it')
@Entity()
export class Webhook extends Editable {
  [HiddenProps]?: 'secretBox' | 'previousSecretBox' | 'previousSecretUntil' | 'position' | 'leaseOwner' | 'leaseUntil';

  @Field(() => String, { description: 'What it is for' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { description: 'Where the requests go' })
  @Property({ type: 'text' })
  url!: string;

  @Field(() => [String], { description: 'The types of events that it hears of; empty: every type' })
  @Property({ type: 'text[]', default: [] })
  types: Opt<string[]> = [];

  @Field(() => WebhookFormat, { description: 'What the bodies look like' })
  @Enum({ items: () => WebhookFormat, default: WebhookFormat.STANDARD })
  format: Opt<WebhookFormat> = WebhookFormat.STANDARD;

  @Field(() => Boolean, { description: 'Whether it hears of events' })
  @Property({ type: 'boolean', default: true })
  isEnabled: Opt<boolean> = true;

  @Field(() => String, {
    nullable: true,
    description: 'Why the server disabled it, in words; null if a person did, or if it is enabled',
  })
  @Property({ type: 'text', nullable: true })
  disabledReason?: string | null;

  /** The secret that signs, sealed. */
  @Property({ type: 'text', hidden: true })
  secretBox!: string;

  /** The secret before that, which signs too until the overlap ends. */
  @Property({ type: 'text', nullable: true, hidden: true })
  previousSecretBox?: string | null;

  @Property({ type: 'datetime', length: 3, nullable: true, hidden: true })
  previousSecretUntil?: Date | null;

  @NoPast()
  @Field(() => DateTimeScalar, { nullable: true, description: 'When an attempt last succeeded' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  lastSuccessAt?: Date | null;

  @NoPast()
  @Field(() => DateTimeScalar, { nullable: true, description: 'When an attempt last failed' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  lastFailureAt?: Date | null;

  @NoPast()
  @Field(() => DateTimeScalar, { nullable: true, description: 'The first failure since the last success; null while it is healthy' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  failingSince?: Date | null;

  /** How far the lanes of the audit log are planned: their numbers, comma-separated. */
  @Property({ type: 'text', hidden: true })
  position!: string;

  /** The server that plans and sends at present, and until when it has said so. */
  @Property({ type: 'uuid', nullable: true, hidden: true })
  leaseOwner?: string | null;

  @Property({ type: 'datetime', length: 3, nullable: true, hidden: true })
  leaseUntil?: Date | null;
}
