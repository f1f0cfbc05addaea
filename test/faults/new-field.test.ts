/** Follows the walk-through for a new field in docs/CONTRIBUTING.md in a copy of the repository, up to a server's response. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase } from '../kit/database';
import { Servers } from '../kit/process';

const ROOT = path.join(__dirname, '../..');
const MOST_FILES = 10;

const [, walk] = /^## Adding an optional text field to Vendor\n(.*?)^## /ms.exec(
  readFileSync(path.join(ROOT, 'docs/CONTRIBUTING.md'), 'utf8'),
)!;
const blocks = [...walk!.matchAll(/^( *)```diff\n *--- (\S+)\n(.*?)^ *```$/gms)].map(([, indent, file, lines]) => ({
  file: file!,
  hunks: hunksOf(lines!, indent!.length),
}));
/** The files listed in the walk-through: those edited by hand, and those written by the command. The migration's time may vary. */
const listed = [...walk!.matchAll(/^[-\d.]+ +`([^`]+\.\w+)`/gm)].map(([, file]) => file!).sort();

interface Hunk {
  before: string;
  after: string;
}

/** The lines of a hunk before and after. An empty line separates hunks. */
function hunksOf(lines: string, indent: number): Hunk[] {
  return lines
    .trimEnd()
    .split(/\n *\n/)
    .map((hunk) => {
      const marked = hunk.split('\n').map((line) => line.slice(indent));
      const text = (some: string[]) => some.map((line) => `${line.slice(1)}\n`).join('');
      return { before: text(marked.filter((line) => !line.startsWith('+'))), after: text(marked) };
    });
}

let copy: string;
const servers = new Servers();
const run = async (program: string, ...args: string[]) => {
  const env = { ...process.env, PATH: `${path.join(copy, 'node_modules/.bin')}:${process.env.PATH}` };
  const { stdout } = await promisify(execFile)(program, args, { cwd: copy, env, maxBuffer: 10_000_000 }).catch(
    (error: Error & { stdout: string }) => {
      throw new Error(`${program} ${args.join(' ')}: ${error.message}\n${error.stdout}`);
    },
  );
  return stdout;
};

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'vetgraph-walk-'));
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, maxBuffer: 10_000_000 });
  const files = stdout.split('\n').filter((file) => file && !/^test\/(bench|clients|web)\/|\.png$/.test(file));
  for (const file of files) {
    await mkdir(path.dirname(path.join(copy, file)), { recursive: true });
    await cp(path.join(ROOT, file), path.join(copy, file)).catch((error: { code?: string }) => {
      if (error.code !== 'ENOENT') throw error; // deleted, and not committed yet
    });
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  await run('git', 'init', '--quiet');
  await run('git', 'add', '--all');
});
afterAll(async () => {
  await servers.stop();
  await rm(copy, { recursive: true, force: true });
});

test('a new text field takes the steps of the walk-through, and works', async () => {
  expect(blocks.map(({ file }) => file)).toHaveLength(3);
  for (const { file, hunks } of blocks) {
    let text = await readFile(path.join(copy, file), 'utf8');
    for (const { before, after } of hunks) {
      expect([file, before, text.includes(before)]).toEqual([file, before, true]);
      text = text.replaceAll(before, after);
    }
    await writeFile(path.join(copy, file), text);
  }
  await run('npm', 'run', 'schema');

  const touched = (await run('git', 'status', '--porcelain', '--untracked-files=all'))
    .split('\n')
    .flatMap((line) => (/^(AM|\?\?) /.test(line) ? [line.slice(3)] : []));
  expect(touched.map((file) => file.replace(/Migration\d{14}/, 'Migration…')).sort()).toEqual(listed);
  expect(touched.length).toBeLessThanOrEqual(MOST_FILES);

  await run('prettier', '--check', ...touched.filter((file) => !file.includes('.generated.')));
  await Promise.all([run('tsc', '-p', '.'), run('tsc', '-p', 'src/web')]);

  const database = await createTestDatabase();
  try {
    const built = [process.execPath, path.join(copy, 'dist/src/main.js')] as [string, string];
    await run('npm', 'run', 'build:server'); // with the migration
    const server = await servers.start({ DATABASE_URL: database.url }, built).ready();
    const admin = await servers.signIn(server);
    const { createVendor } = await admin.data<{ createVendor: { vendor: { id: string } } }>(
      `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id costCentre } } }`,
      { input: { name: 'Acme', contactEmail: 'a@b.example', externalId: 'A-1', costCentre: '4711' } },
    );
    const { id } = createVendor.vendor;
    expect(createVendor.vendor).toEqual({ id, costCentre: '4711' });
    const csv = 'externalId,Cost centre\nA-1,4712\n';
    await admin.data(`mutation ($input: ImportVendorsInput!) { importVendors(input: $input) { updated } }`, { input: { csv } });
    expect(await admin.data(`query ($id: ID!) { vendor(id: $id) { costCentre } }`, { id })).toEqual({ vendor: { costCentre: '4712' } });
    const change = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ costCentre: '4713' }) };
    expect(await (await admin.fetch(`/api/v1/vendors/${id}`, change)).json()).toMatchObject({ id, costCentre: '4713' });
  } finally {
    await servers.stop();
    await database.drop();
  }
});
