import { Fragment, type ReactNode } from 'react';
import classes from './definition-list.module.css';
import { Help } from './help';
import type { Term } from './terms';

type Item = readonly [name: string, value: ReactNode, help?: Term];

/** Names and values, side by side. */
export function DefinitionList({ items }: { items: Item[] }) {
  return (
    <dl className={classes.list}>
      {items.map(([name, value, help], i) => (
        // Two can have the same name: custom fields are called as people like.
        <Fragment key={i}>
          <dt>
            {name}
            {help && <Help term={help} />}
          </dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
