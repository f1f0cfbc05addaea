import { execFile } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** A browser that can be started: its program and what it needs of the environment. */
export interface Chromium {
  executablePath: string;
  env: Record<string, string | undefined>;
}

let unpacking: Promise<string> | undefined;

/** The browser named by the operator, or else the one that comes as an npm package. */
export async function findChromium(executablePath?: string): Promise<Chromium> {
  if (executablePath) return { executablePath, env: environment({}) };
  unpacking ??= unpack();
  const folder = await unpacking.finally(() => (unpacking = undefined));
  return {
    executablePath: path.join(folder, 'chromium'),
    env: environment({
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
      // Libraries that slim systems lack come with the package.
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
    }),
  };
}

/** Of our own environment, which holds secrets, the browser gets what any program needs. */
function environment(more: Record<string, string>): Chromium['env'] {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, LANG: 'C.UTF-8', TZ: 'UTC', ...more };
}

/**
 * Unpacks the browser once a machine and user. It moves into place when it is whole: processes that run side by side
 * come here together.
 */
async function unpack(): Promise<string> {
  const entry = require.resolve('@sparticuz/chromium');
  const manifest = readFileSync(path.resolve(entry, '../../../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = path.join(tmpdir(), `vetgraph-browser-${version}-${userInfo().uid}`);
  if (isWhole(folder)) return folder;
  const fresh = mkdtempSync(`${folder}-`);
  const program = 'require(process.argv[1]).executablePath()'; // it unpacks to the folder for temporary files
  await promisify(execFile)(process.execPath, ['-e', program, entry], {
    timeout: 60_000,
    // The second variable makes it unpack the libraries, too.
    env: { PATH: process.env.PATH, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
  });
  const fonts = `<fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir></fontconfig>`;
  writeFileSync(path.join(fresh, 'fonts.conf'), fonts);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true });
    if (!isWhole(folder)) throw error;
  }
  return folder;
}

/** The folder for temporary files is open to all, so only what this user made there is run. */
function isWhole(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { uid, mode } = lstatSync(folder);
  const isOurs = uid === userInfo().uid && (mode & 0o022) === 0;
  if (!isOurs) throw new Error(`${folder} can be changed by others; remove it, or name a browser by CHROMIUM_PATH`);
  if (existsSync(path.join(folder, 'chromium'))) return true;
  rmSync(folder, { recursive: true }); // something cleaned up in it
  return false;
}
