import { lchown, stat } from 'node:fs/promises';

/** Root works for the owner of the data folder, under whom the server may run: what root leaves there must be theirs. */
export async function giveToOwner(folder: string, file: string): Promise<void> {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await lchown(file, uid, gid);
}
