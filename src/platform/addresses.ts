import ipaddr from 'ipaddr.js';

/** Whether the text is an IPv4 or IPv6 address, or a CIDR range of them. */
export function isAddressOrRange(text: string): boolean {
  const base = text.split('/', 1)[0]!;
  return isAddress(base) && (base === text || ipaddr.isValidCIDR(text));
}

/** ipaddr.js alone would accept "1", "0x7f.1" or "010.0.0.0", which it takes for 8.0.0.0; only the four-part form counts here. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Whether the address is in the list or in one of its ranges. IPv4 written as IPv6 (::ffff:a.b.c.d) is IPv4. */
export function addressMatches(address: string, list: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const given = ipaddr.process(address);
  return list.some((entry) => {
    const [base, bits] = range(entry);
    return base.kind() === given.kind() && given.match(base, bits);
  });
}

/** Whether all addresses of an entry are within one entry of the list. */
export function rangeLiesWithin(entry: string, list: readonly string[]): boolean {
  const [inner, innerBits] = range(entry);
  return list.some((one) => {
    const [base, bits] = range(one);
    return base.kind() === inner.kind() && innerBits >= bits && inner.match(base, bits);
  });
}

/** The address as people write it: IPv4 written as IPv6 is IPv4. What isn't an address, which a proxy may pass on, is no text. */
export function plainAddress(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : '';
}

/**
 * The key an address is counted under: itself, or for IPv6 its /64 network, because whoever has one address there has them all.
 * Invalid addresses (a proxy may pass on anything) all share one.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const given = ipaddr.process(address);
  return given instanceof ipaddr.IPv4
    ? given.toString()
    : `${given.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`;
}

/** An address is a range of one; ::ffff:a.b.c.d/n is the corresponding IPv4 range. */
function range(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (!ipaddr.isValidCIDR(entry)) {
    const address = ipaddr.process(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  const [base, bits] = ipaddr.parseCIDR(entry);
  const isMapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96;
  return isMapped ? [base.toIPv4Address(), bits - 96] : [base, bits];
}
