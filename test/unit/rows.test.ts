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

test('of a hundred thousand column combinations, only a few are cached', () => {
  const table = new Table<object>({ tableName: 'thing', props } as unknown as EntityMetadata<object>);
  const before = heap();
  for (let n = 1; n < 100_000; n++) {
    const wanted = props.filter((_, i) => (n >> i) & 1).map(({ name }) => name);
    const { text } = table.pick({ properties: new Set(wanted), key: wanted.join() }, 'id').compile();
    if (text.split(', ').length !== wanted.length) throw new Error(`${wanted.join()} gave ${text}`);
  }
  expect((heap() - before) / 1_048_576).toBeLessThan(8);
});
