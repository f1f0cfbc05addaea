import { type Column, kindOf } from './data-table';
import classes from './data-table.module.css';

interface PlainTableProps<Row> {
  /** The table's label, for screen readers. */
  label: string;
  columns: Pick<Column<Row>, 'key' | 'header' | 'render' | 'align' | 'kind'>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** A table of a few rows, all loaded. For long lists, use DataTable. */
export function PlainTable<Row>({ label, columns, rows, rowKey }: PlainTableProps<Row>) {
  return (
    <div className={classes.frame} tabIndex={0} role="region" aria-label={label} data-whole>
      <table role="table" className={classes.table}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, header, align, kind }) => (
              <th key={key} role="columnheader" scope="col" data-align={align} data-kind={kind}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map(({ key, header, render, align, kind }) => (
                <td key={key} role="cell" data-label={header} data-align={align} data-kind={kindOf({ kind, align })}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
