import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import type { Column } from './data-table';

interface PlainTableProps<Row extends { id: string }> {
  /** What the table is of, for screen readers. */
  label: string;
  columns: Pick<Column<Row>, 'key' | 'header' | 'render' | 'align'>[];
  rows: Row[];
}

/** A short list that comes whole. Long ones go into a DataTable. */
export function PlainTable<Row extends { id: string }>({ label, columns, rows }: PlainTableProps<Row>): ReactNode {
  return (
    <Box className={classes.frame} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>{columns.map(({ key, header, align }) => <th key={key} scope="col" data-align={align}>{header}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ key, align, render }) => <td key={key} data-align={align}>{render(row)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
