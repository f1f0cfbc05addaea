import type { RequestContext, Services } from '../../kernel/context';
import { type Change, change } from '../audit/audit.service';
import * as store from './file-removal.store';

/** How files leave the store: with their owner, or as leftovers. */

/** Removes files from the store. If one can't be removed now, the sweep will. */
export async function removeStored({ storage, log }: Services, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await storage.remove(key).catch((err: unknown) => log.error({ err, key }, 'a file could not be removed'));
  }
}

/**
 * Call in the transaction that deletes a vendor, before the deletion: the rows of its files, and of everything deleted with it,
 * go with the foreign keys, and the files themselves after the commit.
 */
export async function collectFilesOfVendor(ctx: RequestContext, tx: Change, vendorId: string): Promise<void> {
  removeAfterCommit(ctx, tx, await tx.query(store.keysOfVendor(vendorId)));
}

/** The same for an assessment. Those of a finding go only if that does. */
export async function collectFilesOfAssessment(ctx: RequestContext, tx: Change, assessmentId: string): Promise<void> {
  const keys = keysOf(await tx.query(store.keysOfAssessment(assessmentId)));
  tx.beforeCommit(async () => {
    removeAfterCommit(ctx, tx, await tx.query(store.unknownKeys(keys)));
    return undefined;
  });
}

/** The same for a certification. */
export async function collectFilesOfCertification(ctx: RequestContext, tx: Change, certificationId: string): Promise<void> {
  removeAfterCommit(ctx, tx, await tx.query(store.keysOfCertification(certificationId)));
}

function removeAfterCommit({ services }: RequestContext, tx: Change, files: readonly store.StoredKey[]): void {
  if (files.length > 0) tx.afterCommit(() => void removeStored(services, keysOf(files)));
}

const keysOf = (files: readonly store.StoredKey[]) => files.map(({ key }) => key);

/** How long a file may wait to be attached, and an upload for its row. */
const WAIT_MS = 86_400_000;
const BATCH = 500;

/**
 * Removes what nobody can reach: files uploaded a day ago and never attached, and content stored for a day without a row. Runs at
 * any time, on any number of servers.
 */
export async function sweepFiles(ctx: RequestContext, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await deleteUnowned(ctx)) === BATCH);
  const { storage } = ctx.services;
  const keys: string[] = [];
  for await (const key of storage.list(new Date(Date.now() - WAIT_MS))) {
    if (signal?.aborted) return;
    if (keys.push(key) === BATCH) await removeUnknown(ctx, keys.splice(0));
  }
  await removeUnknown(ctx, keys);
}

async function deleteUnowned(ctx: RequestContext): Promise<number> {
  return change(ctx, async (tx) => {
    const files = await tx.query(store.removeUnowned(WAIT_MS / 1_000, BATCH));
    for (const { id, name } of files) {
      const entity = { type: 'Attachment', id, name };
      tx.record({ action: 'DELETE_FILE', entity, meta: { reason: 'belonged to nothing' } });
    }
    removeAfterCommit(ctx, tx, files);
    return files.length;
  });
}

async function removeUnknown(ctx: RequestContext, keys: string[]): Promise<void> {
  await removeStored(ctx.services, keysOf(await ctx.database.query(store.unknownKeys(keys))));
}
