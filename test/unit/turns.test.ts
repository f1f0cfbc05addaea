import { Turns } from '../../src/platform/turns';

/** Works that end when they are told to. */
function works(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    add: (key: string, name: string) =>
      turns.take(key, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    async end(name: string) {
      ends.get(name)!();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('a few run at once, never two of one key, and the keys in turn', async () => {
  const { begun, add, end } = works(new Turns(2));
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void add(name[0]!, name);
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  await end('a2');
  await end('c1');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  await end('a3');
});

test('one that fails gives its turn on', async () => {
  const turns = new Turns(1);
  await expect(turns.take('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(turns.take('a', () => Promise.resolve('done'))).resolves.toBe('done');
});
