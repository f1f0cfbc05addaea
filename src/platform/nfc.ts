/** Not texts but keys: they must stay as they were typed. */
const SECRET = /password|token|secret/i;

/**
 * More combining marks in a row than any writing has (Unicode's own limit, in UAX #15, is 30). To put them in order takes
 * as long as their number squared: a few hundred thousand, from anyone, would hold up the server for minutes.
 */
const ENDLESS = /\p{M}{31}/u;

/** A text in NFC; one that no writing has stays as it is. */
export function nfc(text: string): string {
  return ENDLESS.test(text) ? text : text.normalize();
}

/**
 * Text has one form, whichever way it was typed: an é is one character (Unicode NFC), where it is stored and where it is
 * looked for. Gives back the same value where nothing has to change.
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
