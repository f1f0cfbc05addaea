import { readFile, writeFile } from 'node:fs/promises';
import { advanceCheckpoint, checkpointFile, readCheckpoint } from '../../domains/audit/audit.checkpoint';
import { readHeads, type Verification, verifyLog } from '../../domains/audit/audit.verify';
import { proofOfEntry } from '../../domains/log/proof';
import { type LogVerification, type OutsideCheckpoint, readOutsideCheckpoint, verifyTransparencyLog } from '../../domains/log/verify-log';
import { readSettings } from '../../domains/settings/settings.service';
import { checkProof } from '../../platform/tlog/check-proof';
import { createSigner, parseVerifier } from '../../platform/tlog/note';
import { asSystem, print } from './run';

export async function verify({ checkpoint: given }: { checkpoint?: string }): Promise<void> {
  await asSystem(async ({ database, services }) => {
    const file = checkpointFile(services.config.dataDir);
    const signed = given ? await readSigned(given) : undefined;
    const known = await readCheckpoint(given && !signed ? given : file);
    const result = await verifyLog(database, known);
    const log = await verifyTransparencyLog(database, signed);
    assertWhole(result, log);
    const chains = (await readHeads(database)).filter(({ seq }) => seq > 0).length;
    print(
      `Verified ${result.count} entries in ${chains} chains: none is missing or altered`,
      ...linkedOnly(result),
      known
        ? `They match the checkpoint of ${known.takenAt} (${known.count} entries)`
        : `There is no checkpoint (${file}): removal of the newest entries can't be detected`,
      `${log.leaves} entries are in the signed tree, with ${log.checkpoints} checkpoints and ${log.cosignatures} cosignatures; the states they cover are unaltered`,
      ...(result.count > log.leaves ? [notInTree(result.count - log.leaves)] : []),
      ...(signed ? [`They match ${given}`] : []),
    );
  });
}

const notInTree = (count: number) => `${count} ${count === 1 ? 'entry is' : 'entries are'} not in the signed tree yet`;

function linkedOnly({ linkedOnly: count }: Verification): string[] {
  if (count === 0) return [];
  const [entries, were, their] = count === 1 ? ['entry', 'was', 'its'] : ['entries', 'were', 'their'];
  return [`${count} erased ${entries} from before the record ${were} checked by ${their} links alone`];
}

/** A signed checkpoint; undefined if the file is one of the others, which are JSON. */
async function readSigned(file: string): Promise<OutsideCheckpoint | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`There is no file ${file}`) : error;
  });
  if (text.trimStart().startsWith('{')) return undefined;
  try {
    return readOutsideCheckpoint(text, file);
  } catch (cause) {
    throw new Error(`${file} contains no audit checkpoint`, { cause });
  }
}

/** Names the first fault of each kind. */
function assertWhole({ broken }: Verification, { faults }: LogVerification): void {
  const { state, erasure, tree, checkpoint, cosignature } = faults;
  const found = [broken && faultOf(broken), state, erasure, tree, checkpoint, cosignature].filter(Boolean);
  if (found.length > 0) throw new Error(`The audit log is broken: ${found.join('; ')}`);
}

export async function proof(entry: string, { out = `${entry}.tlog-proof` }: { out?: string }): Promise<void> {
  await asSystem(async ({ database }) => {
    const { file, index, treeSize } = await proofOfEntry(database, entry);
    await writeFile(out, file);
    print(`Wrote ${out}: the entry with index ${index} in the signed tree of ${treeSize}`);
  });
}

/** Prints what the entry says, for whoever got the file. */
export async function check(file: string, { key }: { key: string }): Promise<void> {
  const { index, treeSize, leaf, texts } = checkProof(await readFile(file, 'utf8'), key);
  const entry = Object.fromEntries(Object.entries(leaf).filter(([name]) => name !== 'commitments'));
  print(`The entry has index ${index} in the tree of ${treeSize} that the key signed:`, JSON.stringify({ ...entry, ...texts }, null, 2));
}

export async function newKey({ name }: { name?: string }): Promise<void> {
  if (name !== undefined) return print(createSigner(name).skey);
  await asSystem(async ({ database }) => {
    const { auditVerifierKey } = await readSettings(database);
    if (auditVerifierKey === '') throw new Error('The log has no name yet, because no server has started: give one with --name');
    print(createSigner(parseVerifier(auditVerifierKey).name).skey);
  });
}

export function assertUnbroken({ broken }: Verification): void {
  if (broken) throw new Error(`The audit log is broken: ${faultOf(broken)}`);
}

function faultOf({ lane, seq, id, action, createdAt, reason }: NonNullable<Verification['broken']>): string {
  const particulars = id ? ` (${action} at ${createdAt}, id ${id})` : '';
  return `entry ${seq} of chain ${lane}${particulars} ${reason}`;
}

export async function checkpoint(): Promise<void> {
  await asSystem(async ({ database, services }) => {
    const file = checkpointFile(services.config.dataDir);
    const next = await advanceCheckpoint(database, file);
    if (!next) throw new Error(`The audit log does not match its last checkpoint (${file}): run "audit verify"`);
    print(`Wrote ${file}: ${next.count} entries`);
  });
}
