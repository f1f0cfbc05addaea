import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface ReceivedMail {
  /** From the SMTP envelope, whatever the headers say. */
  sender: string;
  recipients: string[];
  /** By lower-case name, unfolded and decoded. */
  headers: Record<string, string>;
  text: string;
  html: string;
  raw: string;
}

/** A mail server on loopback that keeps what it receives. */
export interface TestSmtp {
  url: string;
  received: ReceivedMail[];
  /** The response to recipients (RCPT) or contents (DATA) from now on; undefined to accept them. */
  refuse?: { at: 'RCPT' | 'DATA'; code: number; answer: string };
  /** Delays the response to the content until this is settled. */
  hold?: Promise<unknown>;
  stop(): Promise<void>;
}

export async function startSmtp(options: SMTPServerOptions = {}): Promise<TestSmtp> {
  const refusal = (at: string) => {
    const { refuse } = smtp;
    return refuse?.at === at ? Object.assign(new Error(refuse.answer), { responseCode: refuse.code }) : null;
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => done(refusal('RCPT')),
    onData: (stream, { envelope }, done) => {
      const take = async (raw: string) => {
        await smtp.hold;
        const refused = refusal('DATA');
        if (!refused) {
          const sender = envelope.mailFrom ? envelope.mailFrom.address : '';
          smtp.received.push({ sender, recipients: envelope.rcptTo.map(({ address }) => address), raw, ...parse(raw) });
        }
        done(refused);
      };
      // A client that is killed in the middle has sent nothing.
      readAll(stream).then(take, () => undefined);
    },
    ...options,
  });
  // Some tests kill the client.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => server.close(resolve));
  const smtp: TestSmtp = { url: `smtp://127.0.0.1:${port}`, received: [], stop };
  return smtp;
}

function parse(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => split(part.replace(/^\r\n/, '')))
    : [{ headers, body }];
  const of = (type: string) => {
    const part = parts.find((part) => part.headers['content-type']?.startsWith(type));
    return part ? decode(part.body, part.headers['content-transfer-encoding']).replaceAll('\r\n', '\n') : '';
  };
  return { headers, text: of('text/plain'), html: of('text/html') };
}

function split(source: string): { headers: Record<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = words(line.slice(colon + 1).trim());
  }
  return { headers, body: source.slice(end + 4) };
}

/** =?UTF-8?Q?caf=C3=A9?= */
function words(header: string): string {
  return header
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      decode(word.replaceAll('_', ' '), kind.toUpperCase() === 'B' ? 'base64' : 'quoted-printable'),
    );
}

function decode(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const byte = (_all: string, hex: string) => String.fromCharCode(parseInt(hex, 16));
  return Buffer.from(body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/gi, byte), 'latin1').toString();
}
