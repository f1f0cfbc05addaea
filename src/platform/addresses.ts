import ipaddr from 'ipaddr.js';

/** Whether the text is an IPv4 or IPv6 address, or a CIDR range of them. */
export function isAddressOrRange(text: string): boolean {
  return ipaddr.isValidCIDR(text) || isAddress(text);
}

/** ipaddr.js alone would take "1" or "0x7f.1" for addresses; here only the four-part form is one. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Whether the address is one of the list or lies in one of its ranges. IPv4 written as IPv6 (::ffff:a.b.c.d) is IPv4. */
export function addressMatches(address: string, list: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const given = ipaddr.process(address);
  return list.some((entry) => {
    const [base, bits] = ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : [ipaddr.process(entry), undefined];
    if (base.kind() !== given.kind()) return false;
    return given.match(base, bits ?? (given.kind() === 'ipv4' ? 32 : 128));
  });
}
