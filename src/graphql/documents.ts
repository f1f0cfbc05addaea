import { createHash } from 'node:crypto';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { assertMeasured } from './measure';

/** What parsed documents may take together, by a rough reckoning: their words and nodes are many times their text. */
const KEPT_BYTES = 32 * 1_048_576;
const BYTES_OF_LETTER = 40;

/**
 * Documents that ran before, by the hash of their text: measured, parsed and valid. Apollo looks here before it parses.
 * What it offers is not taken: a document is kept once it was allowed to run.
 */
export class Documents {
  private readonly known = new LRUCache<string, DocumentNode>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ loc }) => (loc?.source.body.length ?? 0) * BYTES_OF_LETTER + 1_000,
  });

  constructor(private readonly mostBytes: number) {}

  /** Refuses a text that is beyond the limits. */
  measure(text: string): void {
    if (text.length > this.mostBytes || !this.known.has(createHash('sha256').update(text).digest('hex'))) {
      assertMeasured(text, this.mostBytes);
    }
  }

  keep(hash: string, document: DocumentNode): void {
    if (!this.known.has(hash)) this.known.set(hash, document);
  }

  async get(key: string): Promise<DocumentNode | undefined> {
    return this.known.get(key.slice(-HASH_LENGTH));
  }

  async set(): Promise<void> {}

  async delete(): Promise<void> {}
}

/** Apollo puts a prefix before it. */
const HASH_LENGTH = 64;
