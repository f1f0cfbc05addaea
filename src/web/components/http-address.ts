/** The URL that a browser would open for this text, which ignores tabs and the like; undefined unless it is http(s). */
export function httpAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
