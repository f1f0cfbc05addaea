import type { AuditAction } from '../../domains/audit/audit.actions';
import type { Random } from './random';
import type { Batch } from './rows';
import type { Actor, People, World } from './world';

interface Event {
  at: number;
  by: Actor;
  entity?: { type: string; id: string; name: string };
  meta?: Record<string, unknown>;
  /** Happened only if this finding was created. */
  findingId?: string;
}

/** The setting of one vendor's story: the world, its random numbers, and the batch to write to. */
export class Scene {
  constructor(
    readonly world: World,
    readonly people: People,
    readonly batch: Batch,
    readonly random: Random,
  ) {}

  /** Records an event in the audit log. */
  note(action: AuditAction, { by, ...event }: Event): void {
    this.batch.history.push({ id: this.random.uuid(), action, ...by, ...event });
  }
}
