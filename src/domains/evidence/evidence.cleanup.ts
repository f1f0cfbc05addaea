import { rawSql, type Sql, sql } from '../../database/sql';
import type { RequestContext, Services } from '../../kernel/context';
import { type Change, change } from '../audit/audit.service';

/** How files leave the store: with what they belonged to, or as left-overs. */

/** Removes files from the store. One that can't be removed now is the sweep's. */
export async function removeStored({ storage, log }: Services, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await storage.remove(key).catch((err: unknown) => log.error({ err, key }, 'a file could not be removed'));
  }
}

/**
 * For the transaction that deletes an owner, before it does: the rows of its files go by the foreign keys, the files
 * themselves once that is safely stored. The condition is one on the columns of attachment.
 */
export async function collectFiles(ctx: RequestContext, tx: Change, where: Sql): Promise<void> {
  const files = await tx.query<{ key: string }>(sql`select storage_key as key from attachment where ${where}`);
  if (files.length > 0)
    tx.afterCommit(
      () =>
        void removeStored(
          ctx.services,
          files.map(({ key }) => key),
        ),
    );
}

/** The files of a vendor and of all that goes with it. */
export function filesOfVendor(id: string): Sql {
  const within = (column: string, table: string) => sql`
    select a.id from ${rawSql(table)} t join attachment a on a.${rawSql(column)} = t.id where t.vendor_id = ${id}`;
  return sql`id in (
    select id from attachment where vendor_id = ${id}
    union all ${within('certification_id', 'certification')}
    union all ${within('action_id', 'responsibility_action')}
    union all ${within('assessment_id', 'assessment')})`;
}

/** So long may a file wait for its owner, and an upload for its row. */
const WAIT_MS = 86_400_000;
const BATCH = 500;

/**
 * Removes what nobody can reach: files that were uploaded a day ago and given to nothing, and what is in the store
 * since a day without a row. Runs at any time, on any number of servers.
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
    const files = await tx.query<{ id: string; name: string; key: string }>(sql`
      delete from attachment where id in (
        select id from attachment
        where num_nonnulls(vendor_id, certification_id, response_id, action_id) = 0
          and created_at < now() - make_interval(secs => ${WAIT_MS / 1_000})
        limit ${BATCH} for update skip locked)
      returning id, file_name as name, storage_key as key`);
    for (const { id, name } of files) {
      const entity = { type: 'Attachment', id, name };
      tx.record({ action: 'DELETE_FILE', entity, meta: { reason: 'belonged to nothing' } });
    }
    tx.afterCommit(
      () =>
        void removeStored(
          ctx.services,
          files.map(({ key }) => key),
        ),
    );
    return files.length;
  });
}

async function removeUnknown(ctx: RequestContext, keys: string[]): Promise<void> {
  const unknown = await ctx.database.query<{ key: string }>(sql`
    select key from unnest(${keys}::text[]) as key
    where not exists (select 1 from attachment where storage_key = key)`);
  await removeStored(
    ctx.services,
    unknown.map(({ key }) => key),
  );
}
