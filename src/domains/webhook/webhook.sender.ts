import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Services, systemContext } from '../../kernel/context';
import { Agents } from '../../platform/post';
import { groupBy } from '../../graphql/engine/loaders';
import { headsOf, readOn } from '../feed/event.reader';
import { isBefore } from '../feed/event.service';
import { type Position, seqsOf } from '../feed/event-cursor';
import { healthAfter, plannedOf } from './webhook-delivery.service';
import * as deliveryStore from './webhook-delivery.store';
import { attempt } from './webhook.attempt';
import { TEST_TYPE, type Told } from './webhook.body';
import { disableWebhook, failedFor, GONE } from './webhook.disabling';
import type { Outcome } from './webhook.outcome';
import { Receiver } from './webhook.receiver';
import type { Sendable } from './webhook.store';
import * as store from './webhook.store';

/** So often a server that sends looks for what is new. */
const LOOK_MS = 250;
/** So often one that has nothing to send to looks whether it should. */
const IDLE_MS = 5_000;
/** Others take over what a server sent to that hasn't renewed its lease for this long. */
const LEASE_SECONDS = 15;
const RENEW_MS = 4_000;
/** So long outcomes are gathered before they are written together. */
const GATHER_MS = 40;
const MOST_TOGETHER = 1_000;
/** So many deliveries are planned at a time: with those of all webhooks, a statement could take longer than it may, and would again. */
const MOST_PLANNED = 10_000;
/** Of what waits for disabled webhooks, so much is given up at a time. */
const MOST_ABANDONED = 20_000;
/** At the end, requests under way have this long. What they were about is sent again elsewhere otherwise. */
const GRACE_MS = 3_000;

interface Done {
  webhookId: string;
  /** Where it was sent. */
  url: string;
  id: string;
  tries: number;
  outcome: Outcome;
}

/**
 * Plans what is to be delivered and sends it. Each webhook is served by one server at a time, which says so in the database again
 * and again: that keeps the order without locks, and when the server dies another one goes on where the log of deliveries stands.
 */
export class WebhookSender {
  private readonly owner = randomUUID();
  private readonly agents = new Agents();
  private readonly stopping = new AbortController();
  private readonly aborting = new AbortController();
  private readonly receivers = new Map<string, Receiver>();
  private readonly attempts = new Set<Promise<void>>();
  private readonly done: Done[] = [];
  private waking = new AbortController();
  private running?: Promise<void>;
  private noting?: Promise<void>;
  private renewAt = 0;
  /** Until then the lease surely holds, by this machine's clock. */
  private holdsUntil = 0;
  private isFailing = false;

  constructor(private readonly services: Services) {
    // Each request under way listens.
    setMaxListeners(0, this.aborting.signal);
  }

  start(): void {
    this.running = this.run();
  }

  /** Looks at once: a webhook has changed. */
  wake(): void {
    this.renewAt = 0;
    this.waking.abort();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.waking.abort();
    for (const receiver of this.receivers.values()) receiver.close();
    await this.running;
    const timer = setTimeout(() => this.aborting.abort(), GRACE_MS);
    await Promise.all(this.attempts);
    clearTimeout(timer);
    await this.noting;
    await this.note();
    this.agents.close();
    if (this.holdsUntil > 0) await this.services.database.query(store.release(this.owner)).catch(this.complain);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      this.waking = new AbortController();
      try {
        await this.look();
        this.isFailing = false;
      } catch (error) {
        this.complain(error);
      }
      if (signal.aborted) return;
      const wait = this.receivers.size > 0 || this.isFailing ? LOOK_MS : IDLE_MS;
      await sleep(wait, undefined, { signal: this.waking.signal }).catch(() => undefined);
    }
  }

  private readonly complain = (err: unknown) => {
    if (!this.isFailing) this.services.log.error({ err }, 'webhooks could not be served; trying again');
    this.isFailing = true;
  };

  /** Plans what happened, and begins to send what is due. */
  private async look(): Promise<void> {
    const { database } = this.services;
    const now = performance.now();
    if (now >= this.renewAt) {
      if (this.receivers.size === 0 && (await database.one(store.count()))?.count === 0) return;
      if (this.receivers.size > 0) await database.query(store.renew(this.owner, LEASE_SECONDS));
      const taken = await database.query(store.take(this.owner, LEASE_SECONDS));
      this.renewAt = now + RENEW_MS;
      await this.tidy();
      if (this.receivers.size === 0 && taken.length === 0) return;
      this.holdsUntil = now + LEASE_SECONDS * 1_000;
    }
    const owned = await database.query(store.ownedBy(this.owner));
    this.adopt(owned);
    await this.plan(owned);
    await this.fetch();
  }

  /** Gives up on those that have failed for too long, and on what waits for those that are disabled. What goes wrong here delays nobody. */
  private async tidy(): Promise<void> {
    try {
      await this.giveUpFailing();
      await this.services.database.query(deliveryStore.abandonLeft(MOST_ABANDONED));
    } catch (error) {
      this.complain(error);
    }
  }

  /** Serves these from now on, as they are now, and no others. */
  private adopt(owned: readonly Sendable[]): void {
    if (this.stopping.signal.aborted) return;
    const ids = new Set(owned.map(({ id }) => id));
    for (const [id, receiver] of this.receivers) {
      if (ids.has(id)) continue;
      receiver.close();
      this.receivers.delete(id);
    }
    for (const webhook of owned) {
      const known = this.receivers.get(webhook.id);
      if (known?.isOpen) known.serve(webhook);
      else this.receivers.set(webhook.id, new Receiver(webhook, this.send));
    }
  }

  /** Those that are equally far are planned together. */
  private async plan(owned: readonly Sendable[]): Promise<void> {
    if (owned.length === 0) return;
    const heads = await headsOf(this.services.database);
    for (const [position, some] of groupBy(owned, (webhook) => webhook.position)) {
      const ids = some.map(({ id }) => id);
      await this.planFrom(writtenAs(position), heads, ids);
    }
  }

  /** The position moves with what is planned, or not at all. Only one server can move it from where it was. */
  private async planFrom(from: Position, heads: Position, ids: readonly string[]): Promise<void> {
    const { database } = this.services;
    for (let position = from; isBefore(position, heads) && performance.now() < this.renewAt;) {
      const { placed, reached } = await readOn(database, position, heads);
      const before = seqsOf(position).join();
      const events = placed.map(plannedOf);
      const atOnce = Math.max(1, Math.floor(MOST_PLANNED / Math.max(1, events.length)));
      let isMoved = false;
      for (let n = 0; n < ids.length && performance.now() < this.renewAt; n += atOnce) {
        isMoved = await database.transaction(async (tx) => {
          const locked = (await tx.query(store.lockAt(ids.slice(n, n + atOnce), before, this.owner))).map(({ id }) => id);
          if (locked.length === 0) return isMoved;
          await tx.query(deliveryStore.plan(locked, events));
          await tx.query(store.moveTo(locked, seqsOf(reached).join()));
          return true;
        });
      }
      if (!isMoved) return;
      position = reached;
      await this.fetch();
    }
  }

  private async fetch(): Promise<void> {
    const receivers = [...this.receivers.values()].filter(({ room }) => room > 0);
    if (receivers.length === 0) return;
    const webhookIds = receivers.map(({ webhook }) => webhook.id);
    const inHand = receivers.flatMap(({ ids }) => [...ids]);
    const due = deliveryStore.due(
      webhookIds,
      receivers.map(({ room }) => room),
      inHand,
    );
    for (const one of await this.services.database.query(due)) this.receivers.get(one.webhookId)?.take(one);
  }

  private readonly send = (webhook: Sendable, due: deliveryStore.Due): Promise<void> => {
    const sending = this.sendNow(webhook, due).finally(() => this.attempts.delete(sending));
    this.attempts.add(sending);
    return sending;
  };

  private async sendNow(webhook: Sendable, due: deliveryStore.Due): Promise<void> {
    const { signal } = this.aborting;
    // Somebody else may send it by now.
    if (performance.now() > this.holdsUntil) return this.drop(due);
    const outcome = await attempt(this.services, webhook, { ...due, told: toldOf(due) }, { agents: this.agents, signal });
    if (signal.aborted && outcome.attempt.responseStatus === null) return this.drop(due);
    this.receivers.get(webhook.id)?.pause(outcome.pauseSeconds, webhook.url);
    this.done.push({ webhookId: webhook.id, url: webhook.url, id: due.id, tries: due.tries, outcome });
    this.noting ??= this.noteSoon();
  }

  private drop({ id, webhookId }: deliveryStore.Due): void {
    this.receivers.get(webhookId)?.letGo(id);
  }

  private async noteSoon(): Promise<void> {
    await sleep(this.isFailing ? LOOK_MS : GATHER_MS);
    try {
      await this.note();
    } finally {
      this.noting = this.done.length > 0 && !this.stopping.signal.aborted ? this.noteSoon() : undefined;
    }
  }

  /** Writes down what came of attempts. What can't be written is tried again later, or sent again by another server. */
  private async note(): Promise<void> {
    while (this.done.length > 0) {
      const some = this.done.splice(0, MOST_TOGETHER);
      try {
        await this.write(some);
      } catch (error) {
        this.complain(error);
        this.done.unshift(...some);
        return;
      }
      for (const { id, webhookId } of some) this.receivers.get(webhookId)?.letGo(id);
    }
  }

  private async write(some: readonly Done[]): Promise<void> {
    const { database } = this.services;
    const groups = [...groupBy(some, ({ webhookId }) => webhookId)];
    const outcomes = some.map(({ id, tries, outcome: { status, attempt: made, waitSeconds } }) => ({
      id,
      status,
      tries,
      attempt: JSON.stringify(made),
      waitSeconds,
    }));
    const health = groups.map(([id, of]) =>
      healthAfter(
        id,
        of.map(({ outcome }) => outcome.attempt),
      ),
    );
    const failing = await database.transaction(async (tx) => {
      // In the order in which everybody locks them.
      await tx.query(store.lock(groups.map(([id]) => id)));
      await tx.query(deliveryStore.note(outcomes));
      return tx.query(store.noteHealth(health));
    });
    const gone = new Map(some.filter(({ outcome }) => outcome.isGone).map(({ webhookId, url }) => [webhookId, url]));
    const isTooLong = failing.some(({ failingSince }) => failingSince !== null && this.isTooLong(failingSince));
    await this.giveUp(gone, isTooLong).catch(this.complain);
  }

  private async giveUp(gone: ReadonlyMap<string, string>, isTooLong: boolean): Promise<void> {
    for (const [id, url] of gone) await this.disable(id, GONE, url);
    if (isTooLong) await this.giveUpFailing();
  }

  private isTooLong(since: string): boolean {
    const { database, config } = this.services;
    return database.now().getTime() - Date.parse(since) >= config.webhooks.disableAfterSeconds * 1_000;
  }

  /** Those that have failed for too long. */
  private async giveUpFailing(): Promise<void> {
    const { disableAfterSeconds } = this.services.config.webhooks;
    const failing = await this.services.database.query(store.failingFor(disableAfterSeconds));
    for (const { id } of failing) await this.disable(id, failedFor(disableAfterSeconds)).catch(this.complain);
  }

  private async disable(id: string, reason: string, url?: string): Promise<void> {
    this.receivers.get(id)?.close();
    await disableWebhook(systemContext(this.services), id, reason, url);
  }
}

/** How far a webhook is planned. The database that says so has read it itself. */
const writtenAs = (position: string): Position => position.split(',').map((seq) => ({ seq: Number(seq) }));

function toldOf(due: deliveryStore.Due): Told {
  const { type, entryId, createdAt, at } = due;
  if (entryId === null) return { type: TEST_TYPE, at: createdAt, entry: null };
  // An entry has all of these.
  const { lane, seq, hash, action, actor, ...rest } = due as deliveryStore.Due & Record<'lane' | 'seq', number> & Record<string, string>;
  return { type, at: at!, entry: { ...rest, id: entryId, lane, seq, hash: hash!, action: action!, actor: actor! } };
}
