import path from 'node:path';
import { LocalStorage } from './local';
import { S3Storage, s3Target } from './s3';
import type { Storage } from './storage';

/** The configured store. It must belong to one database only: the sweep removes whatever that database doesn't know. */
export function openStorage({ storageUrl, dataDir }: { storageUrl?: string; dataDir: string }): Storage {
  return storageUrl ? new S3Storage(s3Target(storageUrl)!) : new LocalStorage(path.join(dataDir, 'files'));
}
