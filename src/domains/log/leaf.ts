import { canonicalJson } from '../../platform/canonical-json';
import { commit, type Committed } from '../audit/audit.commitments';
import type { FieldValues } from '../record/changes';
import type { LoggedEntry } from './log.store';

/** What a leaf is made of: an entry, and the commitments that came with its place in the tree. */
export type LeafParts = Pick<
  LoggedEntry,
  'id' | 'lane' | 'seq' | 'action' | 'entityType' | 'entityId' | 'userId' | 'stateHash' | 'at' | 'commitments'
> & { leafCommitments: Record<string, string> };

/**
 * The bytes of a leaf (RFC 8785): what can be told about an entry for ever. Names and what may be long are in it as commitments,
 * so that erasing them leaves the tree whole.
 */
export function leafOf({ id, lane, seq, action, entityType, entityId, userId, stateHash, at, ...parts }: LeafParts): Buffer {
  const commitments = { ...parts.commitments, ...parts.leafCommitments };
  return Buffer.from(canonicalJson({ id, lane, seq, action, entityType, entityId, userId, stateHash, at, commitments }));
}

/** Commits to what the entry itself doesn't. One from before the record began commits to nothing. */
export function commitBeyond(entry: LoggedEntry, changes: readonly FieldValues[] | undefined): Committed {
  const { entityName, userName, meta, apiKey } = entry;
  return commit({ ...(entry.commitments ? {} : { entityName, userName, meta }), apiKey, changes });
}
