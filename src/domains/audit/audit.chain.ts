import { rawSql, type Sql } from '../../database/sql';

/**
 * The log is a few hash chains side by side ("lanes"), so that concurrent changes need not wait for each other.
 * Within a lane every entry carries its number and the hash of its predecessor.
 */
export const LANES = 16;

/**
 * The hash of an entry: SHA-256, in hex, over the JSON array
 * [hash of the predecessor, lane, number, id, action, entity type, entity id, entity name, user id, user name, meta, time]
 * as PostgreSQL prints jsonb; where an API key did it, the key follows as one more element. Written once, used to append
 * and to verify.
 */
export function ENTRY_HASH(previousHash: string, seq: string, entry: string): Sql {
  return rawSql(`encode(sha256(convert_to((jsonb_build_array(
    ${previousHash}, ${entry}.lane, ${seq}, ${entry}.id, ${entry}.action, ${entry}.entity_type, ${entry}.entity_id,
    ${entry}.entity_name, ${entry}.user_id, ${entry}.user_name, ${entry}.meta,
    to_char(${entry}.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    || case when ${entry}.api_key is null then '[]' else jsonb_build_array(${entry}.api_key) end)::text, 'UTF8')), 'hex')`);
}
