import type { AuditAction } from '../../domains/audit/audit.actions';
import type { Random } from './random';
import type { Batch } from './rows';
import type { Actor, People, World } from './world';

interface Event {
  at: number;
  by: Actor;
  entity?: { type: string; id: string; name: string };
  meta?: Record<string, unknown>;
  /** Happened only if this finding came to be. */
  findingId?: string;
}

/** Where the story of one vendor plays: what there is, whose turn chance decides, and where it is written down. */
export class Scene {
  constructor(
    readonly world: World,
    readonly people: People,
    readonly batch: Batch,
    readonly random: Random,
  ) {}

  /** Writes into the audit log that something happened. */
  note(action: AuditAction, { by, ...event }: Event): void {
    this.batch.history.push({ id: this.random.uuid(), action, ...by, ...event });
  }
}
