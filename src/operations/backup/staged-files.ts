import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Services } from '../../kernel/context';
import { giveToOwner } from '../../platform/files';
import { readChecked } from './backup-source';
import { type FileEntry, keyOf } from './manifest';

const STAGING = '.restoring-';
/** Leftovers of a killed restore are removed by a later one after this time. */
const LEFT_BEHIND_MS = 86_400_000;

/**
 * A backup's uploaded files, copied next to the store and checked. They are moved into place when the rows that refer to them are
 * committed; until then the store is unchanged. If a restore is killed in between, run it again: it puts the same files in the
 * same places.
 */
export class StagedFiles {
  private constructor(
    private readonly folder: string,
    private readonly files: readonly FileEntry[],
    private readonly services: Services,
  ) {}

  static async stage(services: Services, source: string, files: readonly FileEntry[]): Promise<StagedFiles> {
    const { dataDir } = services.config;
    // Inside the store's folder, and so on its disk: a rename moves them into place.
    const beside = path.join(dataDir, 'files');
    await mkdir(beside, { recursive: true, mode: 0o700 });
    await giveToOwner(dataDir, beside);
    await removeLeftBehind(beside);
    const staged = new StagedFiles(await mkdtemp(path.join(beside, STAGING)), files, services);
    try {
      for (const file of files) await staged.copy(source, file);
    } catch (error) {
      await staged.discard();
      throw error;
    }
    return staged;
  }

  private async copy(source: string, file: FileEntry): Promise<void> {
    const { storage, config } = this.services;
    await storage.assertPlace(keyOf(file));
    const target = this.pathOf(file);
    await pipeline(readChecked(source, file), createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
    await giveToOwner(config.dataDir, target);
  }

  async putInPlace(): Promise<void> {
    for (const file of this.files) {
      await this.services.storage.adopt(keyOf(file), this.pathOf(file)).catch((cause: Error) => {
        const told = `The rows were restored, but not all uploaded files: ${cause.message}`;
        throw new Error(`${told}. Run the same restore again, with --force`, { cause });
      });
    }
  }

  discard(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  private pathOf(file: FileEntry): string {
    return path.join(this.folder, keyOf(file));
  }
}

async function removeLeftBehind(beside: string): Promise<void> {
  for (const name of await readdir(beside)) {
    const folder = path.join(beside, name);
    if (!name.startsWith(STAGING) || Date.now() - (await stat(folder)).mtimeMs < LEFT_BEHIND_MS) continue;
    await rm(folder, { recursive: true, force: true });
  }
}
