import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expressClasses } from '../../src/http/express-classes';

test('requests and responses have the prototypes of express before express sees them', async () => {
  const app = express().get('/', (_req, res) => void res.json({ ok: true }));
  const seen: unknown[] = [];
  const server = createServer(expressClasses(app), (req: IncomingMessage, res: ServerResponse) => {
    seen.push(Object.getPrototypeOf(req) === app.request, Object.getPrototypeOf(res) === app.response);
    app(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(await response.json()).toEqual({ ok: true });
  expect(seen).toEqual([true, true]);
  await new Promise((resolve) => server.close(resolve));
});
