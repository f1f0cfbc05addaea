/**
 * The load generator: its own process, with keep-alive connections that each send one request at a time, as fast as responses
 * arrive. It parses as little HTTP as possible, because it shares the processors with the servers it measures.
 */
import { connect, type Socket } from 'node:net';

export interface Load {
  port: number;
  /** Complete requests; each connection takes the next one. */
  requests: string[];
  connections: number;
  ms: number;
}

export interface Outcome {
  answers: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  bytes: number;
  /** The first response that was not 2xx. */
  failure?: string;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = '0\r\n\r\n';

async function run({ port, requests, connections, ms }: Load): Promise<Outcome> {
  const latencies: number[] = [];
  let bytes = 0;
  let next = 0;
  let failure: string | undefined;
  const started = performance.now();
  const until = started + ms;

  const ask = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let since = 0;
      /** Bytes of the response still to come; NaN for chunked responses. */
      let missing = -1;
      let head: Buffer | undefined;
      let tail = '';
      const send = () => {
        since = performance.now();
        missing = -1;
        socket.write(requests[next++ % requests.length]!);
      };
      const finish = () => {
        latencies.push(performance.now() - since);
        if (failure || performance.now() >= until) resolve();
        else send();
      };
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        let body = chunk;
        if (missing === -1) {
          const read = head ? Buffer.concat([head, chunk]) : chunk;
          const end = read.indexOf(HEAD_END);
          if (end < 0) return void (head = read);
          head = undefined;
          const lines = read.toString('latin1', 0, end);
          if (!/^HTTP\/1\.1 2/.test(lines)) failure ??= read.toString('utf8', 0, 2_000);
          missing = Number(/\r\ncontent-length: *(\d+)/i.exec(lines)?.[1] ?? NaN);
          body = read.subarray(end + HEAD_END.length);
        }
        if (Number.isNaN(missing)) {
          tail = (tail + body.toString('latin1', Math.max(0, body.length - LAST_CHUNK.length))).slice(-LAST_CHUNK.length);
          if (tail === LAST_CHUNK) finish();
        } else if ((missing -= body.length) === 0) finish();
      });
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('the connection was closed')));
      send();
    });

  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      return socket;
    }),
  );
  try {
    await Promise.all(sockets.map(ask));
  } finally {
    for (const socket of sockets) socket.removeAllListeners('close').destroy();
  }
  const seconds = (performance.now() - started) / 1_000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { answers: latencies.length, seconds, p50: at(0.5), p99: at(0.99), bytes, failure };
}

process.on('message', (load: Load) => {
  run(load).then(
    (outcome) => process.send!({ outcome }),
    (error: Error) => process.send!({ error: error.message }),
  );
});
