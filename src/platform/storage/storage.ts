import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface StoredFile {
  size: number;
  /** SHA-256 of the content, in hex. */
  sha256: string;
}

/** Stores the bytes of files. Keys come from `newKey`; the store keeps no names. */
export interface Storage {
  /** Stores all of the content or nothing. */
  write(key: string, content: AsyncIterable<Buffer>): Promise<StoredFile>;
  /** Throws FileMissing if there is none. */
  read(key: string): Promise<Readable>;
  /** Does nothing if there is none. */
  remove(key: string): Promise<void>;
  /** Keys of files last written before a moment, including leftovers of failed writes. */
  list(olderThan: Date): AsyncIterable<string>;
  /** Throws if something that isn't our file is where the key's file would be. */
  assertPlace(key: string): Promise<void>;
  /** Moves a local file in, replacing what is there; for a folder, it must be on the same disk. */
  adopt(key: string, file: string): Promise<void>;
}

export class FileMissing extends Error {
  constructor(key: string) {
    super(`the store has no file ${key}`);
  }
}

const KEY = /^[0-9a-f]{32}$/;

export function newKey(): string {
  return randomBytes(16).toString('hex');
}

export function isKey(text: string): boolean {
  return KEY.test(text);
}

/** The key, if it is valid: anything else could lead out of the store. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error('not a key of the file store');
  return key;
}

/** Measures and hashes content as it passes through. */
export class Meter {
  private size = 0;
  private readonly hash = createHash('sha256');

  async *through(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.size += chunk.length;
      this.hash.update(chunk);
      yield chunk;
    }
  }

  result(): StoredFile {
    return { size: this.size, sha256: this.hash.digest('hex') };
  }
}
