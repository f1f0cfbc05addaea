/** JSON that is written in one way only (RFC 8785), so that it can be hashed. Members without a value are left out, as ever. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    if (typeof (value as { toJSON?: unknown }).toJSON === 'function')
      throw new TypeError('It is written by rules of its own: make it JSON first');
    // Sorting compares UTF-16 code units, which is the order that the standard asks for.
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    members.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('JSON has no number for infinity');
  if (typeof value === 'string' && !value.isWellFormed()) throw new TypeError('JSON takes whole characters only');
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`JSON has no ${typeof value}`);
  return text;
}
