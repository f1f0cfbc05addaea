import dns from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { addressMatches } from './addresses';

/** The addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Where requests of ours may go that somebody gave the address for. */
export interface OutgoingRules {
  /** Addresses and ranges that may be reached although they aren't public, and without TLS. */
  readonly allow: readonly string[];
  /** Undefined: as the system resolves names. */
  readonly resolve?: Resolve;
  /** Whether this is where our own server is. */
  isOwn(place: { hostname: string; port: number; address?: string }): boolean;
}

/** Why a request may not go where it should; the message continues a sentence about the address. */
export class Refused extends Error {}

const RESOLVE_MS = 10_000;

/** What a name server that is there says of names that it doesn't know, and what comes at once where there is none. */
const QUICK = new Set<string>([dns.NOTFOUND, dns.NODATA, dns.CONNREFUSED]);

const resolver = new dns.promises.Resolver({ timeout: 3_000, tries: 2 });

/**
 * Asks the name servers, each with a time limit. What the system does takes one of a few threads that everything else needs, for as
 * long as a name server is silent: it is asked only for names that the name servers said at once not to have, such as those in the
 * hosts file.
 */
export async function resolveHost(hostname: string, servers = resolver): Promise<readonly string[]> {
  const answers = await Promise.allSettled([servers.resolve4(hostname), servers.resolve6(hostname)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : []));
  if (found.length > 0 || failed.some(({ code }) => !QUICK.has(code ?? ''))) return found;
  return (await dns.promises.lookup(hostname, { all: true })).map(({ address }) => address);
}

/**
 * The addresses that a URL may be connected to; throws unless all that the name has may be. It is asked when a URL is saved and
 * again for each connection, which goes to one of these and no other: a name can change its mind in between.
 */
export async function outgoingAddresses(url: URL, rules: OutgoingRules): Promise<readonly string[]> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Refused('must begin with https://');
  if (url.username || url.password) throw new Refused('must not have a user name or password');
  const hostname = hostnameOf(url);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (isMetadataName(hostname)) throw new Refused('leads to a metadata service');
  if (rules.isOwn({ hostname, port })) throw new Refused('leads to this server itself');
  const addresses = isIP(hostname) ? [hostname] : await resolved(hostname, rules.resolve ?? ((name) => resolveHost(name)));
  for (const address of addresses) {
    const fault = addressFault(address, rules.allow);
    if (fault) throw new Refused(fault);
    if (rules.isOwn({ hostname, port, address })) throw new Refused('leads to this server itself');
    if (url.protocol === 'http:' && !isAllowed(address, rules.allow))
      throw new Refused('must begin with https://; http:// is only for addresses in WEBHOOK_ALLOW');
  }
  return addresses;
}

/** Without the brackets of IPv6 and the dots at the end of a full name. */
export const hostnameOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');

async function resolved(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  const given = hostname === '' ? [] : await within(RESOLVE_MS, resolve(hostname)).catch(() => []);
  if (given.length === 0) throw new Refused('has a host name that does not resolve');
  return given;
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too late')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.com',
  'metadata.azure.internal',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
  'metadata.oraclecloud.com',
  'rancher-metadata',
  'instance-data',
  'instance-data.ec2.internal',
]);

const isMetadataName = (hostname: string) => METADATA_NAMES.has(hostname.toLowerCase());

/** Where clouds tell machines their credentials. */
const METADATA_ADDRESSES = new Set(
  [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '169.254.42.42',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:42::42',
  ].map((address) => ipaddr.parse(address).toString()),
);

/** Why an address can't be connected to; undefined if it can. */
export function addressFault(address: string, allow: readonly string[]): string | undefined {
  // A zone names an interface of ours, so nothing public.
  if (!ipaddr.isValid(address) || address.includes('%')) return 'has an address that is not valid';
  const forms = formsOf(address);
  if (forms.some((form) => METADATA_ADDRESSES.has(form))) return 'leads to a metadata service';
  if (isAllowed(address, allow) || isPublic(ipaddr.parse(address))) return undefined;
  return 'has an address that is not public; WEBHOOK_ALLOW can open internal ones';
}

const isAllowed = (address: string, allow: readonly string[]) => addressMatches(address, allow);

/** The address, and IPv4 addresses that translators and tunnels take out of it. */
function formsOf(address: string): string[] {
  const given = ipaddr.process(address);
  if (given instanceof ipaddr.IPv4) return [given.toString()];
  const bytes = given.toByteArray();
  const at = (start: number) => bytes.slice(start, start + 4).join('.');
  const flipped = bytes
    .slice(12)
    .map((byte) => byte ^ 0xff)
    .join('.');
  // At the end: mapped, compatible and translated addresses, NAT64 and ISATAP; behind 2002: 6to4; Teredo has two, one flipped.
  return [given.toString(), at(12), ...(bytes[0] === 0x20 ? [at(2), at(4), flipped] : [])];
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const DOCUMENTATION = ipaddr.IPv6.parseCIDR('3fff::/20');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Whether everybody can reach it: networks with IPv6 only reach IPv4 through NAT64. */
function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  if (address.isIPv4MappedAddress()) return isPublic(address.toIPv4Address());
  if (address.match(NAT64)) return isPublic(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST) && !address.match(DOCUMENTATION) && !isIsatap(address);
}

/** Such an address leads to the IPv4 address at its end. */
const isIsatap = ({ parts }: ipaddr.IPv6) => (parts[4]! & 0xfdff) === 0 && parts[5] === 0x5efe;
