import { type Held, insertInto } from '../database/rows';
import { sql, statement } from '../database/sql';
import { Secret } from './secret.entity';

/** If several servers generate one, the first wins. */
export const propose = statement(
  'secret.propose',
  (name: string, value: string) => sql<never>`${insertInto(Secret, { name, value })} on conflict do nothing`,
);

export const valueOf = statement(
  'secret.valueOf',
  (name: string) => sql<Pick<Held<Secret>, 'value'>>`select value from secret where name = ${name}`,
);
