/** Why a text can't be the issuer of a provider; undefined if it can. Secrets and tokens go there, so it must be https. */
export function issuerFault(text: string): string | undefined {
  if (URL.canParse(text)) {
    const { search, hash, username, password } = new URL(text);
    if (search || hash || username || password) return 'must not have a query, a fragment or a password';
  }
  return addressFault(text);
}

/** The same of an address that a provider names. */
export function addressFault(text: unknown): string | undefined {
  if (typeof text !== 'string' || !URL.canParse(text)) return 'must be an address, such as https://login.example.org';
  const url = new URL(text);
  if (url.protocol === 'https:' || isPlain(url)) return undefined;
  return 'must begin with https://, or with http:// on a loopback address';
}

/** http, which only a provider on a loopback address may use. */
export const isPlain = ({ protocol, hostname }: URL) => protocol === 'http:' && isLoopback(hostname);

/** Whether the host is this machine. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** The issuer, where somebody has entered the address of its discovery document. */
export const withoutDocument = (text: string) => text.replace(/\/\.well-known\/openid-configuration\/?$/, '');
