import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../auth/api-keys';
import { assertMeasured } from './measure';

/**
 * What parsed documents may take together, by a rough reckoning: their words and nodes are many times their text. Those of
 * strangers have a room of their own, so that they can't drive out anybody else's.
 */
const KEPT_BYTES = 32 * 1_048_576;
const STRANGERS_BYTES = 8 * 1_048_576;
const BYTES_OF_LETTER = 40;

/**
 * Documents that ran before, by the hash of their text: measured, parsed and valid. Apollo looks here before it parses, and
 * a caller may send the hash alone. What Apollo offers is not taken: a document is kept once it was allowed to run.
 */
export class Documents {
  private readonly known = documentCache(KEPT_BYTES);
  private readonly ofStrangers = documentCache(STRANGERS_BYTES);

  constructor(private readonly mostBytes: number) {}

  /** Refuses a text that is beyond the limits. Gives the number of fields that have yet to be looked at: none of a text that ran before. */
  measure(text: string): number {
    const isKnown = text.length <= this.mostBytes && this.find(sha256(text));
    return isKnown ? 0 : assertMeasured(text, this.mostBytes);
  }

  /** The text with that hash, if it ran before. */
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

/** Apollo puts a prefix before it. */
const HASH_LENGTH = 64;
