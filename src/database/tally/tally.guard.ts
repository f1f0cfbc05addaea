import { ChangeSetType, type EventSubscriber, type FlushEventArgs } from '@mikro-orm/core';
import { TALLIED } from './tally';

/**
 * Tallied columns are written by the statements of their store, which count. The entity manager doesn't count, so it may only
 * change the other columns.
 */
export class TallyGuard implements EventSubscriber {
  onFlush({ uow }: FlushEventArgs): void {
    for (const { meta, type, payload } of uow.getChangeSets()) {
      const tallied = TALLIED.find(({ table }) => table === meta.tableName);
      if (!tallied) continue;
      const isRecounted = type !== ChangeSetType.UPDATE || tallied.by.some((column) => column in payload);
      if (isRecounted) throw new Error(`${meta.className} is tallied: use the statements of its store`);
    }
  }
}
