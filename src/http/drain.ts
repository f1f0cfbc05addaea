import type { IncomingMessage, Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server that can't finish running requests by then is stopped anyway. */
const DRAIN_MS = 25_000;
/** How often idle connections are closed meanwhile. */
const STEP_MS = 200;
/** A connection over which nothing has come by then was opened in advance, as browsers do: no request is on its way. */
const SILENT_MS = 1_000;

/**
 * How to stop: no new connections are accepted, running requests finish. Only close() of net leaves connections alone whose first
 * request is still on the wire; they are closed once idle, with a Connection header.
 */
export function drainOf(http: Server): () => Promise<void> {
  const silent = new Set<Socket>();
  const spoke = ({ socket }: Pick<IncomingMessage, 'socket'>) => silent.delete(socket);
  http.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => spoke({ socket }));
  });
  http.on('request', spoke);
  http.on('upgrade', spoke);

  return async () => {
    // First accepts connections that the system has already taken for us.
    await sleep(STEP_MS);
    const closed = new Promise((resolve) => NetServer.prototype.close.call(http, resolve));
    http.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'));
    const closeIdle = setInterval(() => http.closeIdleConnections(), STEP_MS);
    const closeSilent = setTimeout(() => silent.forEach((socket) => socket.bytesRead === 0 && socket.destroy()), SILENT_MS);
    const force = setTimeout(() => http.closeAllConnections(), DRAIN_MS);
    await closed;
    clearInterval(closeIdle);
    for (const timer of [closeSilent, force]) clearTimeout(timer);
  };
}
