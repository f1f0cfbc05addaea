import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../auth/api-keys';
import { assertMeasured } from './measure';

/**
 * The estimated memory for parsed documents: they take many times their text. Documents of anonymous callers have a separate
 * cache, so that they can't evict anybody else's.
 */
const KEPT_BYTES = 32 * 1_048_576;
const STRANGERS_BYTES = 8 * 1_048_576;
const BYTES_OF_LETTER = 40;

/**
 * Documents that have run before, by the hash of their text: measured, parsed and valid. Apollo looks here before parsing, and a
 * caller may send just the hash. What Apollo adds itself is ignored: a document is kept once it was allowed to run.
 */
export class Documents {
  private readonly known = documentCache(KEPT_BYTES);
  private readonly ofStrangers = documentCache(STRANGERS_BYTES);

  constructor(private readonly mostBytes: number) {}

  /** Rejects a text beyond the limits. Returns the number of fields still to be checked: none for a text that has run before. */
  measure(text: string): number {
    const isKnown = text.length <= this.mostBytes && this.find(sha256(text));
    return isKnown ? 0 : assertMeasured(text, this.mostBytes);
  }

  /** The text with that hash, if it has run before. */
  textOf(hash: string): string | undefined {
    return this.find(hash)?.loc?.source.body;
  }

  keep(hash: string, document: DocumentNode, isStrangers: boolean): void {
    if (!isStrangers && !this.known.has(hash)) this.known.set(hash, document);
    if (isStrangers && !this.find(hash)) this.ofStrangers.set(hash, document);
  }

  async get(key: string): Promise<DocumentNode | undefined> {
    return this.find(key.slice(-HASH_LENGTH));
  }

  async set(): Promise<void> {}

  async delete(): Promise<void> {}

  private find(hash: string): DocumentNode | undefined {
    return this.known.get(hash) ?? this.ofStrangers.get(hash);
  }
}

function documentCache(maxSize: number): LRUCache<string, DocumentNode> {
  return new LRUCache({ maxSize, sizeCalculation: ({ loc }) => (loc?.source.body.length ?? 0) * BYTES_OF_LETTER + 1_000 });
}

/** Apollo adds a prefix to it. */
const HASH_LENGTH = 64;
