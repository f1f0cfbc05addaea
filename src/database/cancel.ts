import { type Client, type ClientBase, Connection } from 'pg';

/** Missing from pg's types. */
type Wire = Connection & {
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
};
type Cancellable = Client & { processID: number | null; secretKey: number | null };

const PATIENCE_MS = 5_000;

/**
 * Asks PostgreSQL to cancel a connection's statement, which would otherwise run on with nobody waiting for it. The connection is
 * closed, as it can't be used afterwards. Never fails: what can't be cancelled ends at its timeout.
 */
export async function cancel(connection: ClientBase): Promise<void> {
  const client = connection as Cancellable;
  if (client.processID !== null && client.secretKey !== null) await request(client, client.processID, client.secretKey);
  await client.end().catch(() => undefined);
}

/** Uses a separate connection, as the protocol requires. The server closes it without a reply. */
function request({ host, port, ssl }: Client, processId: number, secretKey: number): Promise<void> {
  return new Promise((resolve) => {
    const wire = new Connection({ ssl }) as Wire;
    const patience = setTimeout(() => wire.stream.destroy(), PATIENCE_MS).unref();
    const done = () => {
      clearTimeout(patience);
      resolve();
    };
    wire.once('end', done).on('error', done);
    wire.once('connect', () => (ssl ? wire.requestSsl() : wire.cancel(processId, secretKey)));
    wire.once('sslconnect', () => wire.cancel(processId, secretKey));
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`);
    else wire.connect(port, host);
  });
}
