import { createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { giveToOwner } from '../files';
import { checkedKey, FileMissing, isKey, Meter, type Storage, type StoredFile } from './storage';

/** The suffix of a file while it is being written. */
const PART = '.part';

/** A folder on this machine, or one that all servers share. Two levels of subfolders keep each of them small. */
export class LocalStorage implements Storage {
  constructor(private readonly folder: string) {}

  async write(key: string, content: AsyncIterable<Buffer>): Promise<StoredFile> {
    const file = this.pathOf(key);
    const folders = [path.dirname(file), path.dirname(path.dirname(file)), this.folder];
    const meter = new Meter();
    try {
      const isNew = (await mkdir(folders[0]!, { recursive: true, mode: 0o700 })) !== undefined;
      const part = createWriteStream(file + PART, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(meter.through(content), part);
      await rename(file + PART, file);
      // The name must survive a power cut too, or a row would refer to a missing file.
      for (const folder of isNew ? folders : folders.slice(0, 1)) await sync(folder);
    } catch (error) {
      await this.remove(key);
      throw error;
    }
    return meter.result();
  }

  async read(key: string): Promise<Readable> {
    const handle = await open(this.pathOf(key)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new FileMissing(key) : error;
    });
    return handle.createReadStream();
  }

  async remove(key: string): Promise<void> {
    const file = this.pathOf(key);
    for (const name of [file + PART, file]) await rm(name, { force: true });
  }

  async *list(olderThan: Date): AsyncIterable<string> {
    for (const outer of await namesIn(this.folder)) {
      for (const inner of await namesIn(path.join(this.folder, outer))) {
        const folder = path.join(this.folder, outer, inner);
        for (const name of await namesIn(folder)) {
          const key = name.endsWith(PART) ? name.slice(0, -PART.length) : name;
          // Anything else that someone put there isn't ours.
          if (!isKey(key) || path.join(folder, name) !== this.pathOf(key) + name.slice(key.length)) continue;
          const facts = await stat(path.join(folder, name)).catch(ifGone(undefined));
          if (facts?.isFile() && facts.mtime < olderThan) yield key;
        }
      }
    }
  }

  /** A folder that is a link would lead elsewhere. */
  async assertPlace(key: string): Promise<void> {
    const file = this.pathOf(key);
    for (const place of [path.dirname(path.dirname(file)), path.dirname(file), file]) {
      const facts = await lstat(place).catch(ifGone(undefined));
      const isFit = !facts || (place === file ? facts.isFile() : facts.isDirectory());
      if (!isFit) throw new Error(`${place} blocks the path of an uploaded file: move it away`);
    }
  }

  async adopt(key: string, file: string): Promise<void> {
    await this.assertPlace(key);
    const target = this.pathOf(key);
    const folders = [path.dirname(path.dirname(target)), path.dirname(target)];
    await mkdir(folders[1]!, { recursive: true, mode: 0o700 });
    for (const folder of folders) await giveToOwner(this.folder, folder);
    await rename(file, target);
    for (const folder of [...folders, this.folder]) await sync(folder);
  }

  private pathOf(key: string): string {
    return path.join(this.folder, checkedKey(key).slice(0, 2), key.slice(2, 4), key);
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(ifGone([]));
}

/** Returns this value if something is missing or isn't a folder. */
function ifGone<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value;
    throw error;
  };
}
