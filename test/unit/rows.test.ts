import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type EntityMetadata, ReferenceKind } from '@mikro-orm/core';
import { Table } from '../../src/database/rows';

const props = Array.from({ length: 17 }, (_, i) => ({
  name: `property${i}`,
  kind: ReferenceKind.SCALAR,
  fieldNames: [`column_${i}`],
  columnTypes: ['text'],
}));

/** Bytes in use after garbage collection. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** If all were kept, it would be some 45 MB. */
const MOST_MB = 24;

test('of more than a hundred thousand column combinations, only as many are cached as fit', () => {
  const table = new Table<object>({ tableName: 'thing', props } as unknown as EntityMetadata<object>);
  const before = heap();
  let most = 0;
  for (let n = 1; n < 2 ** props.length; n++) {
    const wanted = props.filter((_, i) => (n >> i) & 1).map(({ name }) => name);
    const { text } = table.pick({ properties: new Set(wanted), key: wanted.join() }, 'id').compile();
    if (text.split(', ').length !== wanted.length) throw new Error(`${wanted.join()} gave ${text}`);
    if (n % 8_000 === 0) most = Math.max(most, heap() - before); // it grows until it is begun anew
  }
  expect(most / 1_048_576).toBeLessThan(MOST_MB);
});
