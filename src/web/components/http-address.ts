/** Where a link with this text leads; undefined unless that is http(s), by the reading of a browser, which skips over tabs and the like. */
export function httpAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
