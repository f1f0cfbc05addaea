import type { Database } from '../../database/database';
import { badInput } from '../../kernel/errors';
import * as store from './record.store';

/** Which moments can be asked of. */
export class Past {
  /** Everything up to here is in the record for good. */
  private settledUntil = '';
  private since: string | null = null;

  constructor(private readonly database: Database) {}

  /** Since when everything is recorded. */
  async recordedSince(): Promise<string> {
    const { since } = (await this.database.one(store.bounds()))!;
    if (since === null) throw badInput({ asOf: 'can be asked once the record has begun: the server is taking down what there is' });
    return (this.since = since);
  }

  /** Waits until nothing can change any more of what was at a moment. Refuses one that nobody can know of. */
  async settle(moment: string): Promise<void> {
    if (this.since !== null && this.since <= moment && moment <= this.settledUntil) return;
    const since = await this.recordedSince();
    if (moment < since) throw badInput({ asOf: `must not be before ${since}, when the record begins` });
    if (moment <= this.settledUntil) return;
    const { now } = (await this.database.one(store.bounds()))!;
    if (moment > now) throw badInput({ asOf: `must not be in the future: it is ${now}` });
    await this.database.query(store.awaitChanges(moment));
    if (moment > this.settledUntil) this.settledUntil = moment;
  }
}
