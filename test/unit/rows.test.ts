import { type EntityMetadata, ReferenceKind } from '@mikro-orm/core';
import { Table } from '../../src/database/rows';

const props = Array.from({ length: 12 }, (_, i) => ({ name: `p${i}`, kind: ReferenceKind.SCALAR, fieldNames: [`c${i}`], columnTypes: ['text'] }));

test('a table remembers few of the ways in which its columns can be asked for', () => {
  const table = new Table<object>({ tableName: 'thing', props } as unknown as EntityMetadata<object>);
  for (let n = 0; n < 4_096; n++) {
    const wanted = props.filter((_, i) => (n >> i) & 1).map(({ name }) => name);
    const { text } = table.pick({ properties: new Set(wanted), key: wanted.join() }, 'id').compile();
    expect(text.split(', ').filter(Boolean)).toHaveLength(wanted.length);
  }
  expect((table as unknown as { picked: { size: number } }).picked.size).toBeLessThanOrEqual(500);
});
