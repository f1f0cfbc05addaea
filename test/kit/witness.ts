import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { readTreeHead, type TreeHead } from '../../src/platform/tlog/checkpoint';
import { isConsistent } from '../../src/platform/tlog/merkle';
import { parseVerifier, readNote, signatureLine, signatureOf } from '../../src/platform/tlog/note';

/** How it answers: as a witness should, or not. */
type Manner = 'well' | 'hangs' | 'redirects' | 'nonsense' | 'too much' | 'with another key';

/** A witness by c2sp.org/tlog-witness on a port of this machine: cosigns trees that begin with the last one it saw. */
export class Witness {
  manner: Manner = 'well';
  /** The last tree that it cosigned. */
  known?: TreeHead;
  /** The status of every answer. */
  readonly answers: number[] = [];
  readonly vkey: string;
  private readonly keyId: string;
  private readonly keys = generateKeyPairSync('ed25519');
  private readonly server: Server;

  constructor(
    readonly name: string,
    private readonly logKey: () => string,
  ) {
    const key = Buffer.concat([Buffer.from([4]), this.keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
    this.keyId = createHash('sha256').update(`${name}\n`).update(key).digest('hex').slice(0, 8);
    this.vkey = `${name}+${this.keyId}+${key.toString('base64')}`;
    this.server = createServer((req, res) => void this.answer(req, res));
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/w`;
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await textOf(req);
    if (this.manner === 'hangs') return;
    if (this.manner === 'redirects') return void res.writeHead(307, { location: `${this.address}/elsewhere` }).end();
    if (this.manner === 'nonsense') return void res.writeHead(200).end('<html>hello\u0007</html>');
    if (this.manner === 'too much') return void res.writeHead(200).end('x'.repeat(1_000_000));
    const [status, said] = req.method === 'POST' && req.url === '/w/add-checkpoint' ? this.consider(body) : [404, ''];
    this.answers.push(status);
    res.writeHead(status).end(said);
  }

  private consider(body: string): [status: number, text: string] {
    const [, old = '', proof = '', checkpoint = ''] = /^old (\d+)\n((?:\S+\n)*)\n(.*)$/s.exec(body) ?? [];
    const note = readNote(checkpoint);
    if (!signatureOf(note, parseVerifier(this.logKey()))) return [403, 'not signed by the log'];
    const head = readTreeHead(note.text);
    const { size = 0, root = Buffer.alloc(0) } = this.known ?? {};
    if (Number(old) > head.size) return [400, 'old is larger'];
    if (Number(old) !== size) return [409, `${size}\n`];
    const hashes = proof
      .split('\n')
      .slice(0, -1)
      .map((line) => Buffer.from(line, 'base64'));
    if (!isConsistent(size, root, head.size, head.root, hashes)) return [422, 'not consistent'];
    this.known = head;
    return [200, this.cosign(note.text)];
  }

  private cosign(text: string): string {
    const time = BigInt(Math.floor(Date.now() / 1000));
    const stamp = Buffer.alloc(8);
    stamp.writeBigUInt64BE(time);
    const signed = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
    const other = this.manner === 'with another key' ? generateKeyPairSync('ed25519').privateKey : this.keys.privateKey;
    return signatureLine({ name: this.name, keyId: this.keyId, signature: Buffer.concat([stamp, sign(null, signed, other)]) });
  }
}
