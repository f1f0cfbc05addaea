/** What the documentation names is there: files, headings, commands, tests, names in the code, versions, packages. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const FILES = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
const FOLDERS = new Set(FILES.flatMap((file) => file.split('/').map((_, i, parts) => parts.slice(0, i).join('/'))));
const isThere = (name: string) => FILES.includes(name) || FOLDERS.has(name);

const DOCUMENTS = FILES.filter((file) => /^(README\.md|docs\/.*\.md|src\/.*\/README\.md)$/.test(file)).map((file) => ({
  file,
  text: read(file),
}));
const { scripts, dependencies } = JSON.parse(read('package.json')) as Record<'scripts' | 'dependencies', Record<string, string>>;

/** What is not as the documents say, each with its document. */
const wrong = (find: (document: { file: string; text: string }) => string[]) =>
  DOCUMENTS.flatMap((document) => find(document).map((what) => `${document.file}: ${what}`));
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!);
/** What stands between backticks in running text. */
const spansOf = (text: string) => all(text.replace(/^ *```[^]*?^ *```/gm, ''), /`([^`\n]+)`/g);

const PATH = /^(?:\.\.\/)*[\w.*-]+(?:\/[\w.*-]+)*\/?$/;
const SOURCE = /[\w*]\.(tsx?|mjs|graphql|ya?ml|md|png)$/;
const asPattern = (name: string) => new RegExp(`(^|/)${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);

/** Whether a word means a place in the repository: one below a folder that we have, or the name of a source file. */
function isPlace(word: string): boolean {
  const [first = '', ...rest] = word.split('/');
  return PATH.test(word) && (SOURCE.test(word) || (rest.length > 0 && ['', 'src/', 'test/'].some((folder) => FOLDERS.has(folder + first))));
}

/** Places are named from the top, from src, from test as jest takes them, or from where the document is; files also by their name alone. */
function isFound(place: string, document: string): boolean {
  const name = place.replace(/\/$/, '');
  if (!name.includes('/') || name.includes('*')) return FILES.some((file) => asPattern(name).test(file));
  const places = [name, `src/${name}`, path.join(path.dirname(document), name)];
  return places.some(isThere) || FILES.some((file) => file.startsWith(`test/${name}.`) && file.endsWith('.test.ts'));
}

test('the documents are found', () => {
  expect(DOCUMENTS.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['README.md', 'docs/OPERATIONS.md', 'docs/decisions/README.md', 'src/web/README.md']),
  );
});

test('every file and folder that a document names is there', () => {
  expect(DOCUMENTS.flatMap(({ text }) => spansOf(text).filter(isPlace)).length).toBeGreaterThan(100);
  expect(wrong(({ file, text }) => spansOf(text).filter((span) => isPlace(span) && !isFound(span, file)))).toEqual([]);
});

test('every link leads to a file, and to a heading of it', () => {
  const headingsOf = (file: string) =>
    all(read(file), /^#+ (.+)$/gm).map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
  const leadsNowhere = (link: string, from: string) => {
    const [to, heading] = link.split('#');
    const target = to ? path.join(path.dirname(from), to) : from;
    return !isThere(target) || (heading !== undefined && !headingsOf(target).includes(heading));
  };
  const linksOf = (text: string) => all(text, /\]\(([^)\s]+)\)/g).filter((link) => !/^https?:/.test(link));
  expect(wrong(({ file, text }) => linksOf(text).filter((link) => leadsNowhere(link, file)))).toEqual([]);
});

test('every picture is shown, and every document is linked to', () => {
  const linked = new Set(
    DOCUMENTS.flatMap(({ file, text }) => all(text, /\]\(([^)#\s]+)/g).map((link) => path.join(path.dirname(file), link))),
  );
  expect(FILES.filter((file) => /^docs\//.test(file) && !linked.has(file))).toEqual([]);
});

test('every script and every test that a command names is there', () => {
  const testsOf = (text: string) => all(text, /npx jest ((?:[\w/.<>-]+ ?)+)/g).flatMap((tests) => tests.trim().split(' '));
  const isTest = (name: string) => name.includes('<') || FILES.some((file) => file.includes(name) && file.endsWith('.test.ts'));
  expect(wrong(({ text }) => all(text, /npm run ([\w:]+)/g).filter((script) => !(script in scripts)))).toEqual([]);
  expect(wrong(({ text }) => testsOf(text).filter((name) => !name.startsWith('-') && !isTest(name)))).toEqual([]);
});

/** Names that belong to others: clamd, Patroni, pgbouncer, Debian. */
const FOREIGN = ['StreamMaxLength', 'synchronous_mode_strict', 'RECONNECT', 'HUP', 'prometheus'];

test('every name in a document is one that the code has', () => {
  const code = FILES.filter((file) => /\.(tsx?|[cm]?[jt]s|ya?ml|graphql|sql|css|html)$|(^|\/)package\.json$|^\.ci/.test(file));
  const words = new Set([...FOREIGN, ...code.flatMap((file) => read(file).match(/[\w$]+/g) ?? [])]);
  const isName = (span: string) => /^[A-Za-z_$][\w$]*([.:][\w$]+)*(\(\))?$/.test(span) && !isPlace(span);
  const isKnown = (name: string) => (name.match(/[\w$]+/g) ?? []).every((word) => words.has(word));
  expect(wrong(({ text }) => spansOf(text).filter((span) => isName(span) && !isKnown(span)))).toEqual([]);
});

test('every REST route in a document is in schema/openapi.yaml', () => {
  const general = (route: string) => route.replace(/\{\w+\}/g, '{}');
  const routes = new Set(all(read('schema/openapi.yaml'), /^ {2}(\/[^:]+):$/gm).map((route) => `/api${general(route)}`));
  const pages = ['/api/docs', '/api/openapi.json'];
  const routesOf = (text: string) => all(text, /(?<!\w)(\/api\/[\w{}/.-]+)/g);
  expect(routes.size).toBeGreaterThan(20);
  expect(wrong(({ text }) => routesOf(text).filter((route) => !routes.has(general(route)) && !pages.includes(route)))).toEqual([]);
});

test('the versions of what was tested are those that are installed', () => {
  const manifests = ['package.json', 'test/clients/graphql/package.json', 'test/clients/rest/package.json'].map(read).join();
  const versions = new Set(all(manifests, /"\^?(\d+\.\d+\.\d+)"/g));
  const tested = ['docs/accessibility.md', 'docs/clients.md', 'docs/conformance.md'];
  const later = ['6.0.0']; // of GraphiQL, which isn't used yet
  const found = wrong(({ file, text }) =>
    tested.includes(file) ? all(text, /(?<![\w.])(\d+\.\d+\.\d+)(?![\w.]\w)/g).filter((one) => !versions.has(one)) : [],
  );
  expect(found).toEqual(later.map((version) => `docs/accessibility.md: ${version}`));
});

test('every package that the server needs is in docs/ARCHITECTURE.md, with its reason', () => {
  const [, section = ''] = read('docs/ARCHITECTURE.md').split('## Packages\n');
  const names = new Set(all(section, /^\| ([^|]+) \|/gm).flatMap((cell) => cell.split(/[,;]\s*/)));
  const isNamed = (name: string) => names.has(name) || names.has(name.split('/').at(-1)!);
  expect(Object.keys(dependencies).filter((name) => !isNamed(name))).toEqual([]);
});

test('the README is short', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150);
});
