import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Config, ConfigError } from '../../kernel/config';
import type { RequestContext } from '../../kernel/context';
import { giveToOwner } from '../../platform/files';
import { createSigner, parseSigner, parseVerifier, type Signer } from '../../platform/tlog/note';
import { type Change, change } from '../audit/audit.service';
import { readSettings } from '../settings/settings.service';
import * as store from './log.store';

export function keyFile(dataDir: string): string {
  return path.join(dataDir, 'audit-signing-key');
}

/** Makes the key of a log that has none: returns what sets it with the first entries of a new database. */
export async function firstKey({ services, database }: RequestContext): Promise<((tx: Change) => Promise<void>) | undefined> {
  if ((await readSettings(database)).auditVerifierKey !== '') return undefined;
  const { vkey } = (await keyOf(services.config)) ?? (await makeKey(services.config));
  return async (tx) => void (await tx.query(store.setFirstKey(vkey)));
}

/**
 * The key that signs the log, if this server has it. Another AUDIT_SIGNING_KEY takes the place of the one before; with the key
 * of another log the server doesn't start.
 */
export async function takeKey(ctx: RequestContext): Promise<Signer | undefined> {
  const { config, log } = ctx.services;
  const current = (await readSettings(ctx.database)).auditVerifierKey;
  const own = (await keyOf(config)) ?? (current === '' ? await makeKey(config) : undefined);
  if (own && own.vkey !== current && (config.auditSigningKey || current === '')) return changeKey(ctx, current, own);
  if (own?.vkey === current) return own;
  log.warn(
    { verifierKey: current, file: keyFile(config.dataDir) },
    "this server doesn't have the audit log's key: it serves what is signed, and signs nothing",
  );
  return undefined;
}

/** Of several servers that start with new keys one comes first; the others find its key in place of the one they knew. */
async function changeKey(ctx: RequestContext, from: string, to: Signer): Promise<Signer | undefined> {
  if (from !== '') assertSameLog(from, to);
  const isChanged = await change(ctx, async (tx) => {
    const done = await tx.one(from === '' ? store.setFirstKey(to.vkey) : store.changeKey(from, to.vkey));
    if (!done) return false;
    tx.record({
      action: 'CHANGE_AUDIT_KEY',
      entity: { type: 'AuditLog', id: null, name: 'Audit log' },
      meta: { from: from || null, to: to.vkey },
    });
    return true;
  });
  return isChanged ? to : takeKey(ctx);
}

function assertSameLog(current: string, { name }: Signer): void {
  const origin = parseVerifier(current).name;
  if (name === origin) return;
  throw new ConfigError(
    `AUDIT_SIGNING_KEY: the key is called "${name}", but the audit log is called "${origin}", which can't change; expected a key of that name`,
  );
}

/** The key that the server was given, or made before. */
async function keyOf({ auditSigningKey, dataDir }: Config): Promise<Signer | undefined> {
  if (auditSigningKey) return parseSigner(auditSigningKey);
  const file = keyFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return parseSigner(text.trim());
  } catch (cause) {
    throw new Error(`${file} contains no signing key: restore it`, { cause });
  }
}

/** Makes a key and keeps it; if another process was faster, its key counts. */
async function makeKey(config: Config): Promise<Signer> {
  const { dataDir, publicUrl } = config;
  const file = keyFile(dataDir);
  await mkdir(dataDir, { recursive: true });
  const host = publicUrl ? new URL(publicUrl).host : 'vetgraph';
  const signer = createSigner(`${host}/audit-log-${randomBytes(4).toString('hex')}`);
  // Under its own name only once it is whole: nobody reads half of it, and a crash leaves all or nothing.
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, `${signer.skey}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await giveToOwner(dataDir, draft);
    await link(draft, file);
    return signer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await keyOf(config))!;
  } finally {
    await rm(draft, { force: true });
  }
}
