import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** What every authenticator app understands (RFC 6238). */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 };

/** 160 bits, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** For authenticator apps: issuer and label are what the app shows. */
export function totpAddress(secret: string, issuer: string, label: string): { uri: string; qrCode: string } {
  // A colon would end the issuer.
  const uri = new TOTP({ ...FORM, issuer: issuer.replaceAll(':', ' '), label, secret }).toString();
  const picture = Buffer.from(renderSVG(uri)).toString('base64');
  return { uri, qrCode: `data:image/svg+xml;base64,${picture}` };
}

/** The time step that a code belongs to, one step early or late at most; undefined if it is wrong. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const late = new TOTP({ ...FORM, secret }).validate({ token, timestamp, window: 1 });
  return late === null ? undefined : Math.floor(timestamp / (FORM.period * 1_000)) + late;
}
