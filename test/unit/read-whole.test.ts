/** A body is kept whole, up to a limit, whatever the pieces it comes in. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readWhole } from '../../src/http/read-whole';

test('a file sent byte by byte takes no more memory than any other', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return (heapUsed + arrayBuffers) / 1_048_576;
  };
  const before = used();
  let grown = Infinity;
  const bytes = async function* () {
    for (let i = 0; i < 300_000; i++) yield Buffer.allocUnsafeSlow(1).fill(i);
    grown = used() - before;
  };
  const whole = await readWhole(bytes(), 1_000_000);
  expect(whole.equals(Buffer.from(Array.from({ length: 300_000 }, (_, i) => i)))).toBe(true);
  expect(grown).toBeLessThan(10);
  await expect(readWhole(bytes(), 299_999)).rejects.toThrow(/larger than|MiB|bytes/);
});
