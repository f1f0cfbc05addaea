import type { ClientBase } from 'pg';
import { abandon } from './overdue';

/** Most statements end sooner by themselves, and then their connection can be kept. */
const GRACE_MS = 1_000;

/** Someone who waits for what is read, and may leave: then what still works for them is cancelled, and nothing more begins. */
export class Attendance {
  private hasLeft = false;
  private readonly connections = new Set<ClientBase>();

  get isOver(): boolean {
    return this.hasLeft;
  }

  /** Works with a connection, which is cancelled and lost if it takes too long after they left. */
  async during<T>(connection: ClientBase, work: () => Promise<T>): Promise<T> {
    this.connections.add(connection);
    try {
      return await work();
    } finally {
      this.connections.delete(connection);
    }
  }

  end(): void {
    this.hasLeft = true;
    if (this.connections.size > 0) setTimeout(() => this.connections.forEach(abandon), GRACE_MS).unref();
  }
}
