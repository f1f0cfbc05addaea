import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Services } from '../../kernel/context';

/** What is stored of a passkey. */
export interface StoredPasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
}

/** Where passkeys work: browsers tie them to a host, which can't be an address. */
function siteOf({ config, publicUrl }: Pick<Services, 'config' | 'publicUrl'>): { rpID: string; origin: string } {
  const url = new URL(publicUrl);
  if (!config.publicUrl) url.hostname = 'localhost';
  return { rpID: url.hostname, origin: url.origin };
}

interface Owner {
  id: string;
  name: string;
  email: string;
}

/** For the browser to make a passkey; one that the person has already is left out. */
export async function creationOptions(services: Services, organizationName: string, owner: Owner, known: readonly StoredPasskey[]) {
  return generateRegistrationOptions({
    rpName: organizationName,
    rpID: siteOf(services).rpID,
    userID: new TextEncoder().encode(owner.id),
    userName: owner.email,
    userDisplayName: owner.name,
    // Found by the browser without the e-mail address, so that it can also be the only factor.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    excludeCredentials: known.map(descriptor),
  });
}

/** For the browser to show a passkey: one of these, or any that it has for us. */
export async function requestOptions(services: Services, known?: readonly StoredPasskey[]) {
  return generateAuthenticationOptions({
    rpID: siteOf(services).rpID,
    allowCredentials: known?.map(descriptor),
    userVerification: known ? 'preferred' : 'required',
  });
}

const descriptor = ({ credentialId: id, transports }: StoredPasskey) => ({ id, transports: transports as AuthenticatorTransport[] });

/** A new passkey; undefined if the response doesn't fit the challenge. */
export async function readCreated(services: Services, response: unknown, challenge: string): Promise<StoredPasskey | undefined> {
  const { rpID, origin } = siteOf(services);
  if (!hasNoCertificates(response)) return undefined;
  const result = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
  }).catch(() => undefined);
  if (!result?.verified) return undefined;
  const { id, publicKey, counter, transports } = result.registrationInfo.credential;
  if (id.length > LONGEST_ID) return undefined;
  const given: unknown = transports;
  const known = Array.isArray(given) ? TRANSPORTS.filter((one) => given.includes(one)) : [];
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports: known };
}

const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/**
 * We don't ask who made an authenticator, and browsers then don't tell. A response with certificates is none of a browser: checking
 * them would ask addresses that it names.
 */
function hasNoCertificates(response: unknown): boolean {
  try {
    const { attestationObject } = (response as RegistrationResponseJSON).response;
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const format = attestation.get('fmt');
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

/** The id of the passkey that an assertion claims to be of. */
export function claimedId(assertion: unknown): string | undefined {
  const { id } = (assertion ?? {}) as { id?: unknown };
  return typeof id === 'string' && id.length <= LONGEST_ID ? id : undefined;
}
/** In base64url. The standard allows 1,023 bytes, but those of twenty passkeys must fit into one answer. */
const LONGEST_ID = 344;

/** How often the passkey has signed; undefined if the assertion isn't one of this passkey for this challenge. */
export async function readShown(
  services: Services,
  assertion: unknown,
  challenge: string,
  { credentialId: id, publicKey, counter }: StoredPasskey,
  { isAlone }: { isAlone: boolean },
): Promise<number | undefined> {
  const { rpID, origin } = siteOf(services);
  const result = await verifyAuthenticationResponse({
    response: assertion as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter },
    requireUserVerification: isAlone,
  }).catch(() => undefined);
  return result?.verified ? result.authenticationInfo.newCounter : undefined;
}
