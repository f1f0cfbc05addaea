/** Not texts but keys: they must stay as typed. */
const SECRET = /password|token|secret/i;

/**
 * More combining marks in a row than any script uses (Unicode's own limit, in UAX #15, is 30). Sorting them takes quadratic time:
 * a few hundred thousand, from anyone, would block the server for minutes.
 */
const ENDLESS = /\p{M}{31}/u;

/** A text in NFC; excessive combining marks leave it unchanged. */
export function nfc(text: string): string {
  return ENDLESS.test(text) ? text : text.normalize();
}

/**
 * Text has one form, however it was typed: an é is one character (Unicode NFC), both when stored and when searched for. Returns
 * the same value if nothing has to change.
 */
export function inNfc<T>(value: T): T {
  if (typeof value === 'string') return nfc(value) as T;
  if (!value || typeof value !== 'object') return value;
  let changed: Record<string, unknown> | undefined;
  for (const [key, inner] of Object.entries(value)) {
    const normal: unknown = SECRET.test(key) ? inner : inNfc(inner);
    if (normal === inner) continue;
    changed ??= (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
    changed[key] = normal;
  }
  return (changed ?? value) as T;
}
