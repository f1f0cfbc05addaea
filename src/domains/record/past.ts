import type { Database } from '../../database/database';
import { badInput } from '../../kernel/errors';
import * as store from './record.store';

/** Which moments can be asked about. */
export class Past {
  /** Everything up to here is in the record for good. */
  private settledUntil = '';
  private since: string | null = null;
  /** Whoever waits for changes under way, in turn: one that waited for a later moment waited for the others, too. */
  private waiting: Promise<void> = Promise.resolve();

  constructor(private readonly database: Database) {}

  /** Since when everything is recorded. It never changes, but for a server of an earlier version that wrote beside this one. */
  async recordedSince(argument = 'asOf'): Promise<string> {
    const { since } = (await this.database.one(store.bounds()))!;
    if (since === null) throw badInput({ [argument]: 'can be used once the record has begun: it is being prepared' });
    return (this.since = since);
  }

  /** Waits until what was at a moment can't change any more. Refuses one that nobody can know about, by the argument that it is. */
  async settle(moment: string, argument = 'asOf'): Promise<void> {
    const since = this.since ?? (await this.recordedSince(argument));
    if (moment < since) throw badInput({ [argument]: `must not be before ${since}, when the record begins` });
    if (moment <= this.settledUntil) return;
    const turn = this.waiting.then(() => this.awaitChanges(moment, argument));
    this.waiting = turn.catch(() => undefined);
    await turn;
  }

  private async awaitChanges(moment: string, argument: string): Promise<void> {
    if (moment <= this.settledUntil) return;
    const { now, since } = (await this.database.one(store.bounds()))!;
    if (moment > now) throw badInput({ [argument]: `must not be in the future: the record goes from ${since} to ${now}` });
    this.since = since;
    // One by one: a chain that has to be waited for keeps no other.
    for (const { lane } of await this.database.query(store.unsettled(moment))) await this.database.query(store.settle(lane, moment));
    this.settledUntil = moment;
  }
}
