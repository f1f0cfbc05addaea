import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { PasskeyError } from './error';

/** Browsers offer passkeys only over https, and on localhost. */
export const hasPasskeys = browserSupportsWebAuthn;

/** Lets the user choose a passkey and show it. */
export function showPasskey(options: unknown): Promise<unknown> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).catch(explain(optionsJSON.rpId));
}

/** Lets the browser create a passkey. */
export function createPasskey(options: unknown): Promise<unknown> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).catch(explain(optionsJSON.rp.id));
}

/** `host`: where passkeys work. */
const explain = (host: string | undefined) => (error: unknown) => {
  const { name, code } = error as { name?: string; code?: string };
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    throw new PasskeyError('This device already has a passkey for your account');
  if (name === 'NotAllowedError') throw new PasskeyError('The browser didn’t get a passkey: it was cancelled, or took too long');
  const { hostname } = window.location;
  if (host && host !== hostname) throw new PasskeyError(`Passkeys work at ${host} only: open this application there, not at ${hostname}`);
  throw new PasskeyError('The browser can’t use a passkey here: passkeys need https, and the address that they were created for');
};
