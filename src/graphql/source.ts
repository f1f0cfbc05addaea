import { sha256 } from '../auth/api-keys';
import type { Documents } from './documents';
import { badRequest, Problem } from '../kernel/errors';
import type { TrustedOperations } from './trusted';

/** What a caller asks to run: a text, the hash or id of a known text, or both. */
export interface Named {
  readonly query?: string;
  readonly id?: string;
}

/** Apollo's clients recognise the two errors by these words, and then send the text, or stop using hashes. */
const notFound = () => new Problem('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
const notSupported = () => new Problem('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');
const notTrusted = () => new Problem('OPERATION_NOT_TRUSTED', 'Only trusted operations can run on this server');

/** The protocol of Apollo's automatic persisted queries, and the documentId of GraphQL over HTTP. */
export function documentIdOf(persistedQuery: unknown, documentId: unknown): string | undefined {
  const ids: string[] = [];
  if (persistedQuery !== undefined && persistedQuery !== null) {
    const { version, sha256Hash } = persistedQuery as { version?: unknown; sha256Hash?: unknown };
    if (version !== 1) throw notSupported();
    if (typeof sha256Hash !== 'string') throw badRequest('extensions.persistedQuery.sha256Hash must be a string');
    ids.push(sha256Hash);
  }
  if (documentId !== undefined && documentId !== null) {
    if (typeof documentId !== 'string') throw badRequest('documentId must be a string');
    ids.push(documentId.replace(/^sha256:/, ''));
  }
  if (ids.length > 1 && ids[0] !== ids[1]) throw badRequest('documentId and extensions.persistedQuery name different documents');
  return ids[0];
}

/** The text to run. With trusted operations, it must be one of them. */
export function textOf({ query, id }: Named, documents: Documents, trusted?: TrustedOperations): string {
  if (query === undefined && id === undefined) throw badRequest('The request must have a query, a documentId or extensions.persistedQuery');
  if (query === undefined) {
    const text = trusted ? trusted.textOf(id!) : documents.textOf(id!);
    if (text === undefined) throw notFound();
    return text;
  }
  const isNamedSo = id === undefined || (trusted?.textOf(id) ?? (sha256(query) === id ? query : undefined)) === query;
  if (!isNamedSo) throw badRequest('The hash is not the SHA-256 hash of the query');
  if (trusted && !trusted.has(query)) throw notTrusted();
  return query;
}
