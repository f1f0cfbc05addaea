import { lchown, stat } from 'node:fs/promises';

/** As root, gives new files to the owner of the data folder, as whom the server may run. */
export async function giveToOwner(folder: string, file: string): Promise<void> {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await lchown(file, uid, gid);
}
