import { Text } from '@mantine/core';
import { type LinkProps, useRouter } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { ToneBadge } from '../components/badges';
import { count, NONE } from '../components/format';
import { AnchorLink } from '../components/link';
import { paint } from '../theme/tones';
import classes from './charts.module.css';
import { Donut } from './donut';
import type { SeriesProps } from './drawing';
import { Trend } from './trend';
import { Web } from './web';

/** A part of a whole, with a link to the list behind it. */
export interface Point {
  label: string;
  value: number;
  colour: string;
  link?: Pick<LinkProps, 'to' | 'search' | 'params'>;
}

export interface Series {
  name: string;
  colour: string;
  values: (number | null)[];
}

interface PointChartProps {
  /** What the chart shows, in a few words. */
  label: string;
  points: Point[];
  format?: (value: number) => string;
}

/** Shares of a whole. The legend shows the numbers and links to the lists. */
export function DonutChart({ label, points, format = count }: PointChartProps) {
  const onOpen = useOpen();
  return (
    <div className={classes.beside}>
      <Picture label={label}>
        <Donut points={points.filter(({ value }) => value > 0)} format={format} onOpen={onOpen} />
      </Picture>
      <ul className={classes.legend}>
        {points.map((point) => (
          <li key={point.label}>
            <Linked point={point}>
              <ToneBadge tone={point} />
            </Linked>
            <span>{format(point.value)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One bar per number. It is a list that shows its numbers, so it needs no table. */
export function BarsChart({ label, points, format = count }: PointChartProps) {
  const most = Math.max(1, ...points.map(({ value }) => value));
  return (
    <ul className={classes.bars} aria-label={label}>
      {points.map((point) => (
        <li key={point.label}>
          <Linked point={point}>{point.label}</Linked>
          <span className={classes.track}>
            <span style={{ width: `${(100 * point.value) / most}%`, background: paint(point.colour) }} />
          </span>
          <span>{format(point.value)}</span>
        </li>
      ))}
    </ul>
  );
}

interface SeriesChartProps extends Omit<SeriesProps, 'format'> {
  label: string;
  format?: (value: number) => string;
}

/** Values over time. */
export function TrendChart(props: SeriesChartProps) {
  return <SeriesChart {...props} chart={Trend} />;
}

/** Values around a centre, such as the domains of a framework. A series without values is named in a note instead. */
export function WebChart(props: SeriesChartProps) {
  const [empty, drawn] = [false, true].map((isDrawn) =>
    props.series.filter(({ values }) => values.some((value) => value != null) === isDrawn),
  );
  return (
    <>
      {empty!.length > 0 && (
        <Text size="sm" c="dimmed">
          {drawn!.length === 0 ? 'No data yet' : `No data yet for ${empty!.map(({ name }) => name).join(', ')}`}
        </Text>
      )}
      {drawn!.length > 0 && <SeriesChart {...props} series={drawn!} chart={Web} />}
    </>
  );
}

function SeriesChart({
  label,
  chart: Chart,
  format = count,
  ...rest
}: SeriesChartProps & {
  chart: ComponentType<SeriesProps>;
}) {
  const { labels, series } = rest;
  const cell = (value: number | null | undefined) => (value == null ? NONE : format(value));
  return (
    <>
      {series.length > 1 && (
        <ul className={classes.line}>
          {series.map(({ name, colour }) => (
            <li key={name}>
              <ToneBadge tone={{ label: name, colour }} />
            </li>
          ))}
        </ul>
      )}
      <Picture label={label}>
        <Chart {...rest} format={format} />
      </Picture>
      <AsTable
        label={label}
        head={['', ...series.map(({ name }) => name)]}
        rows={labels.map((name, i) => [name, ...series.map(({ values }) => cell(values[i]))])}
      />
    </>
  );
}

/** An image to screen readers; the legend or table next to it has the numbers. */
function Picture({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="img" aria-label={label} className={classes.picture}>
      {children}
    </div>
  );
}

function AsTable({ label, head, rows }: { label: string; head: string[]; rows: ReactNode[][] }) {
  return (
    <details className={classes.details}>
      <summary>Show as table</summary>
      <table aria-label={label}>
        <thead>
          <tr>
            {head.map((text, i) =>
              text ? (
                <th key={i} scope="col">
                  {text}
                </th>
              ) : (
                <td key={i} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...others], i) => (
            <tr key={i}>
              <th scope="row">{first}</th>
              {others.map((cell, j) => (
                <td key={j}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Linked({ point: { link }, children }: { point: Point; children: ReactNode }) {
  return link ? (
    <AnchorLink {...(link as { to: '/' })} c="inherit" fz="inherit">
      {children}
    </AnchorLink>
  ) : (
    children
  );
}

function useOpen() {
  const router = useRouter();
  return ({ link }: Point) => {
    if (link) void router.navigate(link as { to: '/' });
  };
}
