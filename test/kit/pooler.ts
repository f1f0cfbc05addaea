import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Client } from 'pg';

/**
 * A transaction pooler on the wire protocol, as strict as pgbouncer can be: each transaction goes to the next of a few
 * backends, so that session state left on a connection is lost or ends up with another client. It can also refuse
 * statements. It supports what the server's driver sends: extended and simple queries, and COPY.
 */
export interface Pooler {
  url: string;
  /** The texts of all statements that passed through, for tests to inspect. */
  readonly statements: string[];
  stop(): Promise<void>;
}

export interface PoolerOptions {
  backends?: number;
  /** A matching statement is refused, as by a database that doesn't support it. */
  refuse?: RegExp;
  /** A matching startup parameter is refused, as pgbouncer does with unknown ones; others are dropped. */
  refuseAtStart?: RegExp;
}

interface Backend {
  stream: Socket;
  client: Client;
  /** The client that is using it now. */
  user?: Session;
}

const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);

export async function startPooler(databaseUrl: string, { backends = 3, refuse, refuseAtStart }: PoolerOptions = {}): Promise<Pooler> {
  const statements: string[] = [];
  const pool = new Pool(await Promise.all(Array.from({ length: backends }, () => connectBackend(databaseUrl))));
  const sockets = new Set<Socket>();
  const server: Server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    new Session(
      socket,
      pool,
      (text) => {
        statements.push(text);
        return refuse?.exec(text)?.[0];
      },
      refuseAtStart,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    statements,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await pool.end();
    },
  };
}

/** Authenticated by the driver, then used without it. */
async function connectBackend(url: string): Promise<Backend> {
  const client = new Client({ connectionString: url, application_name: 'pooler' });
  client.on('error', () => undefined);
  await client.connect();
  const stream = (client as unknown as { connection: { stream: Socket } }).connection.stream;
  stream.removeAllListeners('data');
  const backend: Backend = { stream, client };
  const messages = reader((type, message) => backend.user?.answer(type, message));
  stream.on('data', messages);
  stream.on('error', () => undefined);
  return backend;
}

class Pool {
  private readonly waiting: ((backend: Backend) => void)[] = [];
  private readonly free: Backend[];

  constructor(private readonly all: Backend[]) {
    this.free = [...all];
  }

  /** The one that was free for longest. */
  take(): Promise<Backend> {
    const backend = this.free.shift();
    return backend ? Promise.resolve(backend) : new Promise((resolve) => this.waiting.push(resolve));
  }

  give(backend: Backend): void {
    backend.user = undefined;
    const next = this.waiting.shift();
    if (next) next(backend);
    else this.free.push(backend);
  }

  async end(): Promise<void> {
    for (const { stream } of this.all) stream.destroy();
  }
}

/** One client. */
class Session {
  private backend?: Promise<Backend>;
  /** Requests that were forwarded and not answered yet. */
  private owed = 0;
  private hasStarted = false;

  constructor(
    private readonly socket: Socket,
    private readonly pool: Pool,
    private readonly judge: (text: string) => string | undefined,
    refuseAtStart?: RegExp,
  ) {
    let early = Buffer.alloc(0);
    const messages = reader((type, message) => this.ask(type, message));
    socket.on('data', (chunk) => {
      if (this.hasStarted) return messages(chunk);
      early = Buffer.concat([early, chunk]);
      if (early.length < 8 || early.length < early.readInt32BE(0)) return;
      const rest = early.subarray(early.readInt32BE(0));
      if (early.readInt32BE(4) === 80877103) {
        early = Buffer.from(rest);
        return void socket.write('N'); // no TLS
      }
      this.hasStarted = true;
      const refused = refuseAtStart?.exec(early.toString('utf8', 8, early.readInt32BE(0)))?.[0];
      if (refused)
        return void socket.end(frame('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${refused}\0\0`)));
      socket.write(
        Buffer.concat([
          frame('R', Buffer.alloc(4)),
          ...Object.entries({ server_version: '18.0', client_encoding: 'UTF8', standard_conforming_strings: 'on' }).map(([name, value]) =>
            frame('S', Buffer.from(`${name}\0${value}\0`)),
          ),
          frame('K', Buffer.alloc(8)),
          frame('Z', Buffer.from('I')),
        ]),
      );
      if (rest.length > 0) messages(Buffer.from(rest));
    });
    socket.on('close', () => this.leave());
  }

  private refusal?: string;

  private ask(type: string, message: Buffer): void {
    if (type === 'X') return void this.socket.end();
    if (type === 'Q' || type === 'P') {
      const body = message.subarray(5);
      const start = type === 'Q' ? 0 : body.indexOf(0) + 1;
      const refused = this.judge(body.toString('utf8', start, body.indexOf(0, start)));
      if (refused) this.refusal = refused;
    }
    if (this.refusal !== undefined) {
      if (type !== 'Q' && type !== 'S') return; // the rest of this request is dropped too
      const fields = `SERROR\0VERROR\0C0A000\0Mthis database refuses ${this.refusal}\0\0`;
      this.refusal = undefined;
      this.socket.write(Buffer.concat([frame('E', Buffer.from(fields)), frame('Z', Buffer.from(this.backend ? 'E' : 'I'))]));
      return;
    }
    this.backend ??= this.pool.take().then((backend) => Object.assign(backend, { user: this }));
    // S: end of an extended request; Q: a simple one. Each gets one "ready" response.
    if (type === 'S' || type === 'Q') this.owed++;
    void this.backend.then(({ stream }) => stream.write(message));
  }

  answer(type: string, message: Buffer): void {
    this.socket.write(message);
    if (type.charCodeAt(0) !== READY) return;
    this.owed--;
    if (this.owed > 0 || message[5] !== IDLE) return;
    const { backend } = this;
    this.backend = undefined;
    void backend?.then((one) => this.pool.give(one));
  }

  /** A client that disconnects during a transaction loses it. */
  private leave(): void {
    const { backend } = this;
    this.backend = undefined;
    void backend?.then((one) => {
      one.user = {
        answer: (type: string, message: Buffer) => type.charCodeAt(0) === READY && message[5] === IDLE && this.pool.give(one),
      } as unknown as Session;
      one.stream.write(frame('Q', Buffer.from('rollback\0')));
    });
  }
}

function frame(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Splits a stream into messages: a letter, a length, a body. */
function reader(take: (type: string, message: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    while (rest.length >= 5) {
      const end = rest.readInt32BE(1) + 1;
      if (rest.length < end) return;
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      take(String.fromCharCode(message[0]!), message);
    }
  };
}
