import { Box, Button, Checkbox, Group, NativeSelect, Popover, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Pages } from '../api/hooks';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconColumns } from '../theme/icons';
import classes from './data-table.module.css';
import { ErrorBox } from './error-box';
import { count, many } from './format';
import { Help } from './help';
import { Loading } from './loaded';
import { usePrinting } from './printing';
import { RelativeDates } from './relative-date';
import { isTerm } from './terms';

export interface Column<Row> {
  /** Its name in the URL. */
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  /** The server's sort field for this column; without one it can't be sorted. */
  sort?: string;
  /** What ascending and descending order are called, where these words mislead. */
  orders?: readonly [string, string];
  /** Hidden by default. */
  isExtra?: boolean;
  align?: 'end';
  /** How much room it takes; right-aligned numbers are short anyway. */
  kind?: ColumnKind;
}

/**
 * `name`: the name of the row, which gets room first. `short`: a word or two, a number or a date, on one line and no wider
 * than its content. `actions`: buttons, which stay in view when the table scrolls sideways. Anything else is text.
 */
type ColumnKind = 'name' | 'short' | 'actions';

export const kindOf = ({ kind, align }: Pick<Column<never>, 'kind' | 'align'>) => kind ?? (align === 'end' ? 'short' : undefined);

/** The state of a list in the URL. */
export interface TableSearch {
  sort?: string;
  columns?: string[];
}

interface Selection<Row> {
  ids: ReadonlySet<string>;
  /** The name of a row, for screen readers. */
  nameOf: (row: Row) => string;
  onChange: (ids: ReadonlySet<string>) => void;
}

export interface DataTableProps<Row extends { id: string }> {
  /** What a row is, for screen readers and the count: vendor, finding. */
  noun: string;
  columns: Column<Row>[];
  pages: Pages<Row>;
  search: TableSearch;
  /** The sort order unless the URL has one. */
  defaultSort?: string;
  onSearch: (change: TableSearch) => void;
  /** Shown when there are no rows. */
  empty: ReactNode;
  selection?: Selection<Row>;
}

const ROW_HEIGHT = 44;
const CARD_LINE_HEIGHT = 28;
const OVERSCAN = 12;

/** Where rows become cards, as in data-table.module.css. */
const NARROW = '(max-width: 48em)';

/**
 * A list of any length: more rows load as the user scrolls, and only those in view are rendered. The URL holds the sort order
 * and the chosen columns. Days say how far away they are, and headers that are words of the trade explain themselves.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { noun, columns, pages, search, defaultSort, onSearch, empty, selection } = props;
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const shown = columns.filter(({ key, isExtra }) => search.columns?.includes(key) ?? !isExtra);
  const { rows, totalCount, error, retry } = pages;
  if (error && !rows) return <ErrorBox error={error} onRetry={retry} />;
  if (!rows) return <Loading lines={8} />;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {many(totalCount ?? rows.length, noun)}
        </Text>
        <Group gap="xs">
          {isNarrow && <SortChoice columns={columns} sort={search.sort ?? defaultSort} onSort={(sort) => onSearch({ sort })} />}
          <ColumnChoice columns={columns} shown={shown} onChoose={(keys) => onSearch({ columns: keys })} />
        </Group>
      </Group>
      {isNarrow && selection && rows.length > 0 && <SelectAll rows={rows} loaded={pages.loaded} selection={selection} isLabelled />}
      <ErrorBox error={error} onRetry={retry} />
      {rows.length === 0 ? (
        empty
      ) : (
        <RelativeDates value={true}>
          <Rows {...props} shown={shown} rows={rows} isNarrow={isNarrow} />
        </RelativeDates>
      )}
    </Stack>
  );
}

function Rows<Row extends { id: string }>({
  noun,
  pages,
  search,
  defaultSort,
  onSearch,
  shown,
  rows,
  selection,
  isNarrow,
}: DataTableProps<Row> & { shown: Column<Row>[]; rows: readonly (Row | undefined)[]; isNarrow: boolean | undefined }) {
  const { list, totalCount, isBusy, reach } = pages;
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => (isNarrow ? CARD_LINE_HEIGHT * (shown.length + 1) : ROW_HEIGHT),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
  });
  const inSight = virtual.getVirtualItems();
  const first = inSight[0]?.index ?? 0;
  const last = inSight.at(-1)?.index ?? 0;
  useEffect(() => reach(first, last), [reach, first, last]);
  const shownList = useRef(list);
  useEffect(() => {
    if (shownList.current !== list) frame.current?.scrollTo({ top: 0 });
    shownList.current = list;
  }, [list]);

  const isPrinting = usePrinting();
  const above = isPrinting ? 0 : (inSight[0]?.start ?? 0);
  const below = isPrinting ? 0 : virtual.getTotalSize() - (inSight.at(-1)?.end ?? 0);
  const drawn = isPrinting ? rows.flatMap((row, index) => (row ? { index, key: row.id } : [])) : inSight;
  const columnCount = shown.length + (selection ? 1 : 0);
  return (
    <Box
      ref={frame}
      className={classes.frame}
      tabIndex={0}
      role="region"
      aria-label={`List of ${noun}s`}
      data-busy={isBusy || undefined}
      data-scroll-restoration-id={`${noun}s`} // lets the router restore the scroll position
    >
      <table role="table" className={classes.table} data-one-line aria-rowcount={(totalCount ?? rows.length) + 1}>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {selection && (
              <th role="columnheader" scope="col" className={classes.check}>
                <SelectAll rows={rows} loaded={pages.loaded} selection={selection} />
              </th>
            )}
            {shown.map((column) => (
              <Header key={column.key} column={column} sort={search.sort ?? defaultSort} onSort={(sort) => onSearch({ sort })} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          <Spacer height={above} columnCount={columnCount} />
          {drawn.map(({ index, key }) => {
            const row = rows[index];
            return row ? (
              <TableRow key={key} row={row} index={index} shown={shown} selection={selection} measure={virtual.measureElement} />
            ) : (
              <tr key={key} role="row" data-index={index} aria-rowindex={index + 2} aria-busy="true">
                <td role="cell" colSpan={columnCount} style={{ height: ROW_HEIGHT }}>
                  <Skeleton h={12} w="60%" />
                </td>
              </tr>
            );
          })}
          <Spacer height={below} columnCount={columnCount} />
        </tbody>
      </table>
      {isPrinting && drawn.length < rows.length && (
        <Text size="sm" mt="xs">
          {count(drawn.length)} of {many(rows.length, noun)}. Download the list as CSV to get all of them.
        </Text>
      )}
    </Box>
  );
}

interface TableRowProps<Row> {
  row: Row;
  index: number;
  shown: Column<Row>[];
  selection?: Selection<Row>;
  measure: (element: HTMLTableRowElement | null) => void;
}

/** Memoized, so that scrolling renders only the rows that come into view. */
const TableRow = memo(function TableRow<Row extends { id: string }>({ row, index, shown, selection, measure }: TableRowProps<Row>) {
  return (
    <tr role="row" ref={measure} data-index={index} aria-rowindex={index + 2}>
      {selection && (
        <td role="cell" className={classes.check}>
          <SelectRow row={row} selection={selection} />
        </td>
      )}
      {shown.map(({ key, header, align, kind, render }) => (
        <td
          key={key}
          role="cell"
          data-label={header}
          data-align={align}
          data-kind={kindOf({ kind, align })}
          onMouseEnter={kind === 'name' ? tellWhole : undefined}
        >
          {render(row)}
        </td>
      ))}
    </tr>
  );
}) as <Row extends { id: string }>(props: TableRowProps<Row>) => ReactNode;

/** A name that is cut off is shown whole while the pointer is on it; with the focus, the style sheet does that. */
function tellWhole({ currentTarget: cell }: MouseEvent<HTMLElement>): void {
  const { scrollWidth, clientWidth } = cell.firstElementChild ?? cell;
  if (scrollWidth > clientWidth) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

/** Takes the place of the rows out of view. */
function Spacer({ height, columnCount }: { height: number; columnCount: number }) {
  return (
    height > 0 && (
      <tr aria-hidden="true">
        <td colSpan={columnCount} className={classes.spacer} style={{ height }} />
      </tr>
    )
  );
}

function Header<Row>({
  column: { header, sort: field, align, kind },
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort?: string;
  onSort: (sort: string) => void;
}) {
  if (!field)
    return (
      <th role="columnheader" scope="col" data-align={align} data-kind={kind}>
        {header}
        {isTerm(header) && <Help term={header} />}
      </th>
    );
  const isDescending = sort === `-${field}`;
  const isSorted = sort === field || isDescending;
  const Icon = !isSorted ? IconArrowsSort : isDescending ? IconArrowDown : IconArrowUp;
  return (
    <th role="columnheader" scope="col" data-align={align} aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}>
      <UnstyledButton className={classes.sort} onClick={() => onSort(sort === field ? `-${field}` : field)}>
        {header}
        <Icon size={14} aria-hidden data-quiet={!isSorted || undefined} />
      </UnstyledButton>
      {isTerm(header) && <Help term={header} />}
    </th>
  );
}

function SelectAll<Row extends { id: string }>({
  rows,
  loaded,
  selection: { ids, onChange },
  isLabelled,
}: {
  rows: readonly (Row | undefined)[];
  loaded: () => Row[];
  selection: Selection<Row>;
  isLabelled?: boolean;
}) {
  const isAll = rows.every((row) => !row || ids.has(row.id));
  return (
    <Checkbox
      size="xs"
      {...(isLabelled ? { label: 'Select all loaded rows' } : { 'aria-label': 'Select all loaded rows' })}
      checked={isAll}
      indeterminate={!isAll && ids.size > 0}
      onChange={() => onChange(new Set(isAll ? [] : loaded().map(({ id }) => id)))}
    />
  );
}

function SelectRow<Row extends { id: string }>({ row, selection: { ids, nameOf, onChange } }: { row: Row; selection: Selection<Row> }) {
  const toggle = () => {
    const next = new Set(ids);
    if (!next.delete(row.id)) next.add(row.id);
    onChange(next);
  };
  return <Checkbox size="xs" aria-label={`Select ${nameOf(row)}`} checked={ids.has(row.id)} onChange={toggle} />;
}

/** Cards have no headers to sort by. */
function SortChoice<Row>({ columns, sort, onSort }: { columns: Column<Row>[]; sort?: string; onSort: (sort: string) => void }) {
  const options = columns.flatMap(({ header, sort: field, orders = ['ascending', 'descending'] }) =>
    field
      ? [
          { value: field, label: `${header}, ${orders[0]}` },
          { value: `-${field}`, label: `${header}, ${orders[1]}` },
        ]
      : [],
  );
  if (options.length === 0) return null;
  return (
    <NativeSelect
      size="xs"
      aria-label="Sort by"
      data={options}
      value={sort}
      onChange={({ currentTarget }) => onSort(currentTarget.value)}
    />
  );
}

function ColumnChoice<Row>({
  columns,
  shown,
  onChoose,
}: {
  columns: Column<Row>[];
  shown: Column<Row>[];
  onChoose: (keys: string[]) => void;
}) {
  const choose = (chosen: string[]) => {
    // In table order, and at least one.
    if (chosen.length > 0) onChoose(columns.map(({ key }) => key).filter((key) => chosen.includes(key)));
  };
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns size={14} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group label="Columns to show" value={shown.map(({ key }) => key)} onChange={choose}>
          <Stack gap="xs" mt="xs">
            {columns.map(({ key, header }) => (
              <Checkbox key={key} size="xs" value={key} label={header} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
