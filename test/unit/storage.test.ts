import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { LocalStorage } from '../../src/platform/storage/local';
import { openStorage } from '../../src/platform/storage/open';
import { S3Storage, s3Target } from '../../src/platform/storage/s3';
import { FileMissing, newKey, type Storage } from '../../src/platform/storage/storage';
import { FakeS3 } from '../kit/s3';

const folder = mkdtempSync(path.join(tmpdir(), 'vetgraph-storage-'));
const s3 = new FakeS3();
beforeAll(() => s3.start());
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true });
});

async function* pieces(content: Buffer, failAfter = Infinity) {
  for (let at = 0; at < content.length; at += 65_536) {
    if (at >= failAfter) throw new Error('the caller left');
    yield content.subarray(at, at + 65_536);
  }
}
const keysOf = async (storage: Storage, olderThan: Date) => {
  const keys: string[] = [];
  for await (const key of storage.list(olderThan)) keys.push(key);
  return keys.sort();
};
const inAnHour = () => new Date(Date.now() + 3_600_000);
const filesIn = async (place: string) => (await readdir(place, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

describe.each<[string, () => Storage]>([
  ['a folder', () => openStorage({ dataDir: path.join(folder, newKey()) })],
  ['an S3 bucket', () => openStorage({ dataDir: '', storageUrl: s3.url(undefined, `/${newKey()}/deep`) })],
])('%s', (_kind, open) => {
  let storage: Storage;
  beforeEach(() => (storage = open()));

  test('returns what was written, with size and hash', async () => {
    const content = randomBytes(5_000_001);
    const key = newKey();
    expect(await storage.write(key, pieces(content))).toEqual({
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    expect((await buffer(await storage.read(key))).equals(content)).toBe(true);
  });

  test('keeps nothing of interrupted content', async () => {
    const key = newKey();
    await expect(storage.write(key, pieces(randomBytes(500_000), 100_000))).rejects.toThrow('the caller left');
    await expect(storage.read(key)).rejects.toThrow(FileMissing);
    expect(await keysOf(storage, inAnHour())).toEqual([]);
  });

  test('removes files, and ignores missing ones', async () => {
    const key = newKey();
    await storage.write(key, pieces(Buffer.from('x')));
    await storage.remove(key);
    await storage.remove(key);
    await expect(storage.read(key)).rejects.toThrow(FileMissing);
  });

  test('lists files older than a given time', async () => {
    expect(await keysOf(storage, inAnHour())).toEqual([]);
    const keys = Array.from({ length: 5 }, newKey).sort();
    for (const key of keys) await storage.write(key, pieces(Buffer.from('x')));
    expect(await keysOf(storage, inAnHour())).toEqual(keys);
    expect(await keysOf(storage, new Date(Date.now() - 3_600_000))).toEqual([]);
  });

  test.each(['../../../etc/passwd', 'a/b', '', '..', `${newKey()}/..`, `${newKey()}\n`, newKey().toUpperCase() + 'G'])(
    'the key %j leads nowhere',
    async (key) => {
      await expect(storage.write(key, pieces(Buffer.from('x')))).rejects.toThrow('not a key');
      await expect(storage.read(key)).rejects.toThrow('not a key');
      await expect(storage.remove(key)).rejects.toThrow('not a key');
    },
  );
});

test('a folder lists leftovers of a crash, and no files of others', async () => {
  const place = path.join(folder, 'crash');
  const storage = new LocalStorage(place);
  const key = newKey();
  const inner = path.join(place, key.slice(0, 2), key.slice(2, 4));
  await mkdir(inner, { recursive: true });
  await writeFile(path.join(inner, `${key}.part`), 'half');
  for (const name of ['notes.txt', newKey()]) await writeFile(path.join(inner, name), 'not ours');
  await writeFile(path.join(place, newKey()), 'not ours');
  const old = new Date(Date.now() - 86_400_000 * 2);
  for (const name of await readdir(inner)) await utimes(path.join(inner, name), old, old);
  expect(await keysOf(storage, new Date(Date.now() - 86_400_000))).toEqual([key]);
  await storage.remove(key);
  expect(await filesIn(place)).toHaveLength(3);
});

test('a folder hides files from other accounts on the machine', async () => {
  const place = path.join(folder, 'private');
  await new LocalStorage(place).write(newKey(), pieces(Buffer.from('x')));
  expect((await stat(place)).mode & 0o077).toBe(0);
});

describe('S3', () => {
  const leftOvers = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('vetgraph-upload-'));
  afterEach(() => (s3.fault = undefined));

  test('refuses a wrong secret, so the signature is checked; the spool file is removed', async () => {
    const storage = new S3Storage(s3Target(s3.url('wrong'))!);
    await expect(storage.write(newKey(), pieces(Buffer.from('x')))).rejects.toThrow('403: SignatureDoesNotMatch');
    await expect(storage.read(newKey())).rejects.toThrow('403');
    expect(await leftOvers()).toEqual([]);
  });

  test('objects of others in the bucket are not listed', async () => {
    s3.objects.set('shared/report.pdf', { body: Buffer.from('x'), written: new Date(0) });
    s3.objects.set(`other/${newKey()}`, { body: Buffer.from('x'), written: new Date(0) });
    expect(await keysOf(new S3Storage(s3Target(s3.url(undefined, '/shared'))!), inAnHour())).toEqual([]);
  });

  test('an outage is an error, not a missing file', async () => {
    s3.fault = () => ({ status: 503, code: 'SlowDown' });
    const storage = new S3Storage(s3Target(s3.url())!);
    await expect(storage.read(newKey())).rejects.toThrow('503: SlowDown');
    await expect(storage.remove(newKey())).rejects.toThrow('503');
    await expect(keysOf(storage, inAnHour())).rejects.toThrow('503');
  });

  test('its URL is parsed', () => {
    expect(s3Target('s3://AKID:a%2Fb%2Bc@s3.example:9000/bucket/a/b?region=eu-west-1')).toEqual({
      accessKeyId: 'AKID',
      secretAccessKey: 'a/b+c',
      hostname: 's3.example',
      port: 9000,
      tls: true,
      region: 'eu-west-1',
      bucket: 'bucket',
      prefix: 'a/b/',
    });
    const defaults = { tls: false, region: 'us-east-1', port: undefined, prefix: '' };
    expect(s3Target('s3://k:s@h/b?tls=false')).toMatchObject(defaults);
    for (const bad of ['', 'x', 'http://k:s@h/b', 's3://h/b', 's3://k@h/b', 's3://k:s@h', 's3://k:%zz@h/b']) {
      expect(s3Target(bad)).toBeUndefined();
    }
  });
});
