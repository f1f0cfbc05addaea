import { execFile } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { emojiFont } from './emoji-font';

/** A browser ready to start: its program and its environment. */
export interface Chromium {
  executablePath: string;
  env: Record<string, string | undefined>;
}

const PACKAGE = '@sparticuz/chromium';
const PROGRAM = 'chromium';
const FONTS_CONF = 'fonts.conf';

/** The npm package supports no other platform. */
const IS_PACKAGED = process.platform === 'linux' && process.arch === 'x64';

/** Possible names of a browser installed on the system. */
const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_PROGRAMS = ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/**
 * The browser configured by the operator, else the one in the npm package, or where that doesn't run, one of the system's. Fonts
 * are included in any case.
 */
export async function findChromium(given?: string): Promise<Chromium> {
  const fonts = await madeOnce('fonts', FONTS_CONF, makeFonts);
  const env = environment({ FONTCONFIG_FILE: path.join(fonts, FONTS_CONF) });
  const executablePath = given ?? (IS_PACKAGED ? undefined : systemBrowser());
  if (executablePath) return { executablePath, env };
  const browser = await madeOnce('browser', PROGRAM, unpackBrowser);
  // The package includes libraries that slim systems lack.
  const libraries = { LD_LIBRARY_PATH: path.join(browser, 'al2023/lib') };
  return { executablePath: path.join(browser, PROGRAM), env: { ...env, ...libraries } };
}

function systemBrowser(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const places = [...SYSTEM_NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...MAC_PROGRAMS];
  const found = places.find((place) => existsSync(place));
  if (found) return found;
  throw new Error('The bundled browser runs on Linux x64 only: install Chromium, or set CHROMIUM_PATH to a browser');
}

/** Of our own environment, which contains secrets, the browser gets what any program needs. */
function environment(more: Record<string, string>): Chromium['env'] {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, LANG: 'C.UTF-8', TZ: 'UTC', ...more };
}

/** The package unpacks itself to the temporary folder; the last variable makes it unpack libraries too. */
async function unpackBrowser(folder: string): Promise<void> {
  const program = 'require(process.argv[1]).executablePath()';
  await promisify(execFile)(process.execPath, ['-e', program, require.resolve(PACKAGE)], {
    timeout: 60_000,
    env: { PATH: process.env.PATH, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
  });
}

/** The fonts that aren't embedded in documents: the emoji font, and the system's fonts for other scripts. */
async function makeFonts(folder: string, place: string): Promise<void> {
  writeFileSync(path.join(folder, 'NotoColorEmoji.ttf'), emojiFont());
  const folders = [place, folderOf('browser'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`);
  const conf = `<fontconfig>${folders.join('')}<cachedir>${place}/cache</cachedir></fontconfig>`;
  writeFileSync(path.join(folder, FONTS_CONF), conf);
}

/** Fills a folder that will be moved to its place. */
type Make = (folder: string, place: string) => Promise<void>;

const making = new Map<string, Promise<string>>();

/**
 * A folder created once per machine and user. It is moved into place when complete, because several processes may create it at
 * the same time.
 */
function madeOnce(name: string, mainFile: string, make: Make): Promise<string> {
  const folder = folderOf(name);
  const under = making.get(folder) ?? makeWhole(folder, mainFile, make).finally(() => making.delete(folder));
  making.set(folder, under);
  return under;
}

async function makeWhole(folder: string, mainFile: string, make: Make): Promise<string> {
  if (isWhole(folder, mainFile)) return folder;
  const fresh = mkdtempSync(`${folder}-`);
  try {
    await make(fresh, folder);
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!isWhole(folder, mainFile)) throw error;
  }
  return folder;
}

let version: string | undefined;

function folderOf(name: string): string {
  const manifest = path.resolve(require.resolve(PACKAGE), '../../../package.json');
  version ??= (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
  return path.join(tmpdir(), `vetgraph-${name}-${version}-${userInfo().uid}`);
}

/** The temporary folder is open to all users, so only what this user created there is used. */
function isWhole(folder: string, mainFile: string): boolean {
  if (!existsSync(folder)) return false;
  const { uid, mode } = lstatSync(folder);
  const isOurs = uid === userInfo().uid && (mode & 0o022) === 0;
  if (!isOurs) throw new Error(`${folder} can be changed by other users; remove it`);
  if (existsSync(path.join(folder, mainFile))) return true;
  rmSync(folder, { recursive: true }); // incomplete: something cleaned up in it
  return false;
}
