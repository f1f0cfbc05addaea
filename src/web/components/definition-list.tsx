import { Fragment, type ReactNode } from 'react';
import classes from './definition-list.module.css';

/** Names and values, side by side. */
export function DefinitionList({ items }: { items: (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.list}>
      {items.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
