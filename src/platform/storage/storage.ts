import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface StoredFile {
  size: number;
  /** Of the content, hex. */
  sha256: string;
}

/** Where the bytes of files are. Keys are made by `newKey`; the store keeps no names. */
export interface Storage {
  /** Keeps the content whole or not at all. */
  write(key: string, content: AsyncIterable<Buffer>): Promise<StoredFile>;
  /** Throws FileMissing if there is none. */
  read(key: string): Promise<Readable>;
  /** It is fine if there is none. */
  remove(key: string): Promise<void>;
  /** Keys of what was last written before a moment, left-overs of broken writes included. */
  list(olderThan: Date): AsyncIterable<string>;
  /** Throws if something that is no file of ours stands where the key's file would. */
  assertPlace(key: string): Promise<void>;
  /** Moves a file of this machine in, in place of what is there; of a folder it is on the same disk. */
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

/** The key, if it is one: what else might be passed can't lead out of the store. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error('not a key of the file store');
  return key;
}

/** Measures and hashes content while it passes. */
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
