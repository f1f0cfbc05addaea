const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids are opaque to callers; an invalid one matches nothing, so it never reaches the database. */
export function isId(value: string): boolean {
  return UUID.test(value);
}
