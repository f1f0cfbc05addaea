import type { ClientBase } from 'pg';
import { abandon } from './overdue';

/** Most statements end sooner anyway, and then their connection can be kept. */
const GRACE_MS = 1_000;

/** A client that waits for results and may disconnect: then running work is cancelled, and no more is started. */
export class Attendance {
  private hasLeft = false;
  private readonly connections = new Set<ClientBase>();

  get isOver(): boolean {
    return this.hasLeft;
  }

  /** Runs work on a connection, which is cancelled and dropped if it takes too long after the client has left. */
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
