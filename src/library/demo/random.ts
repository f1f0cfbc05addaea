import { createHash } from 'node:crypto';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Repeatable random numbers: the same name gives the same numbers on every machine. The generator is sfc32 (Small Fast Counter,
 * by Chris Doty-Humphrey), which passes the usual tests of randomness. Not for secrets.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  /** Streams with different names are independent. */
  constructor(...name: (string | number)[]) {
    const digest = createHash('sha256').update(JSON.stringify(name)).digest();
    this.a = digest.readInt32LE(0);
    this.b = digest.readInt32LE(4);
    this.c = digest.readInt32LE(8);
    for (let i = 0; i < 12; i++) this.next();
  }

  /** 32 random bits. */
  private next(): number {
    const result = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + result) | 0;
    return result >>> 0;
  }

  /** From 0 to below 1. */
  fraction(): number {
    return this.next() / 2 ** 32;
  }

  /** A whole number, both ends included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.fraction() * list.length)]!;
  }

  /** By weight: `{ LOW: 1, HIGH: 3 }` gives HIGH three times as often. */
  weighted<K extends string>(weights: Partial<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let rest = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    return (entries.find(([, weight]) => (rest -= weight) < 0) ?? entries[0]!)[0];
  }

  shuffled<T>(list: readonly T[]): T[] {
    const result = [...list];
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      [result[i], result[j]] = [result[j]!, result[i]!];
    }
    return result;
  }

  /** This many random bytes, in hex. */
  hex(bytes: number): string {
    let text = '';
    for (let i = 0; i < bytes; i += 4) text += hexOf(this.next());
    return text;
  }

  /** In the format of a random UUID, version 4. */
  uuid(): string {
    const b = hexOf((this.next() & 0xffff0fff) | 0x4000);
    const c = hexOf((this.next() & 0x3fffffff) | 0x80000000);
    return `${this.hex(4)}-${b.slice(0, 4)}-${b.slice(4)}-${c.slice(0, 4)}-${c.slice(4)}${this.hex(4)}`;
  }
}

const hexOf = (bits: number) => HEX[bits >>> 24]! + HEX[(bits >>> 16) & 255]! + HEX[(bits >>> 8) & 255]! + HEX[bits & 255]!;
