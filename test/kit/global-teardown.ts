import { rm } from 'node:fs/promises';

export default async function globalTeardown(): Promise<void> {
  await globalThis.vetgraphTestCluster.stop();
  await rm(globalThis.vetgraphTestFolder, { recursive: true, force: true });
}
