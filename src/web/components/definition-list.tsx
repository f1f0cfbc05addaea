import { Fragment, type ReactNode } from 'react';
import classes from './definition-list.module.css';

/** Names and values, side by side. */
export function DefinitionList({ items }: { items: (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.list}>
      {items.map(([name, value], i) => (
        // Two can have the same name: custom fields are called as people like.
        <Fragment key={i}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
