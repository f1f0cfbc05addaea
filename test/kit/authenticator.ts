import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Site {
  origin: string;
  /** The host that passkeys are tied to. */
  rpId: string;
}

interface Signing {
  challenge: string;
  /** The person showed who they are to the authenticator. */
  isVerified?: boolean;
  /** As another site would send it. */
  site?: Partial<Site>;
  counter?: number;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

/** A passkey in software, which can also do what real ones never would. */
export class Authenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly id = randomBytes(32);
  private counter = 0;

  constructor(
    private readonly site: Site,
    private readonly userHandle?: string,
  ) {}

  /** What a browser returns for a new passkey (RegistrationResponseJSON). */
  create({ challenge, isVerified = true, site = {} }: Signing): object {
    const { origin, rpId } = { ...this.site, ...site };
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, coseKey(this.keys.publicKey)]);
    const authData = Buffer.concat([this.head(rpId, PRESENT | WITH_KEY | (isVerified ? VERIFIED : 0), 0), attested]);
    const attestation = isoCBOR.encode(
      new Map<string, never>([
        ['fmt', 'none' as never],
        ['attStmt', new Map() as never],
        ['authData', Uint8Array.from(authData) as never],
      ]),
    );
    return this.credential({
      clientDataJSON: clientData('webauthn.create', challenge, origin),
      attestationObject: Buffer.from(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** What a browser returns when the passkey is shown (AuthenticationResponseJSON). */
  show({ challenge, isVerified = true, site = {}, counter }: Signing): object {
    const { origin, rpId } = { ...this.site, ...site };
    this.counter = counter ?? this.counter + 1;
    const clientDataJSON = clientData('webauthn.get', challenge, origin);
    const authData = this.head(rpId, PRESENT | (isVerified ? VERIFIED : 0), this.counter);
    const signed = Buffer.concat([authData, createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()]);
    return this.credential({
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.keys.privateKey).toString('base64url'),
      userHandle: this.userHandle,
    });
  }

  private credential(response: object): object {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private head(rpId: string, flags: number, counter: number): Buffer {
    const end = Buffer.alloc(5);
    end.writeUInt8(flags, 0);
    end.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), end]);
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}

/** ES256, as COSE writes it. */
function coseKey(key: KeyObject): Uint8Array {
  const { x, y } = key.export({ format: 'jwk' });
  const bytes = (text: string | undefined) => Uint8Array.from(Buffer.from(text!, 'base64url'));
  return isoCBOR.encode(
    new Map<number, never>([
      [1, 2 as never],
      [3, -7 as never],
      [-1, 1 as never],
      [-2, bytes(x) as never],
      [-3, bytes(y) as never],
    ]),
  );
}
