import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { STATUS } from '../../src/kernel/errors';

const root = path.join(__dirname, '../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const documented = new Map(
  [...read('docs/errors.md').matchAll(/^\| `([A-Z_]+)` \| ([\d, ]+) \|/gm)].map(([, code, status]) => [code!, status!]),
);

test('docs/errors.md explains every error code with its status, and no others', () => {
  const [, union] = /export type ErrorCode =([^;]+);/.exec(read('src/kernel/errors.ts'))!;
  const codes = [...union!.matchAll(/'([A-Z_]+)'/g)].map(([, code]) => code!);
  expect([...documented.keys()].sort()).toEqual(codes.sort());
  for (const [code, status] of documented)
    expect([code, status.split(', ')]).toEqual([code, expect.arrayContaining([String(STATUS[code as keyof typeof STATUS])])]);
});

test('no other codes are used in the source', () => {
  const files = ['src', 'rest-facade'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(folder, name)),
  );
  const used = files.flatMap((name) => [...read(name).matchAll(/(?:new Problem\(|\bcode: )'([A-Z_]+)'/g)].map(([, code]) => code!));
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((code) => !documented.has(code))).toEqual([]);
});
