import { Readable } from 'node:stream';
import { sql } from '../../src/database/sql';
import type { GraphQLClient } from './client';
import { PDF } from './files';
import { until } from './processes';
import type { TestServer } from './server';

interface Upload {
  client: GraphQLClient;
  token: string;
  /** What it is for. */
  field: 'findingId' | 'questionId';
  id: string;
  /** By what the server counts it once the link was found to work. */
  countedBy: string;
}

/** A vendor uploads a file, of which the end comes after something else has happened. */
export async function slowUpload(
  server: TestServer,
  { client, token, field, id, countedBy }: Upload,
  meanwhile: () => Promise<unknown>,
): Promise<Response> {
  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`;
  let finish!: () => void;
  const waiting = new Promise<void>((resolve) => (finish = resolve));
  const body = async function* () {
    yield Buffer.from(`${part(field)}\r\n\r\n${id}\r\n${part('file')}; filename="late.pdf"\r\n\r\n`);
    yield PDF.subarray(0, 20);
    await waiting;
    yield Buffer.concat([PDF.subarray(20), Buffer.from('\r\n--x--\r\n')]);
  };
  const answer = client.fetch('/files', {
    method: 'POST',
    headers: { 'x-portal-token': token, 'content-type': 'multipart/form-data; boundary=x' },
    body: Readable.toWeb(Readable.from(body())),
    duplex: 'half',
  } as RequestInit);
  const counted = sql<{ key: string }>`select key from rate_limit where key = ${`portal-changes:${countedBy}`}`;
  await until(async () => (await server.services.database.query(counted)).length > 0);
  await meanwhile();
  finish();
  return answer;
}
