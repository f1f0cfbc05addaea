/** Why a text can't be the issuer of a provider; undefined if it can. Secrets and tokens go there, so it must be https. */
export function issuerFault(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be an address, such as https://login.example.org';
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  if (search || hash || username || password) return 'must not have a query, a fragment or a password';
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return undefined;
  return 'must begin with https://, or with http:// on a loopback address';
}

/** Whether the host is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
