import { count, percent, shorten, shortMonth } from './format';
import { type Content, html, type Html, trusted } from './html';
import { DEEP, type Fill, INK, LINE, QUIET } from './theme';

/** Charts as inline SVG, as wide as the page. Their data is also in a table next to them, so they are images. */

const WIDTH = 660;

function svg(height: number, description: string, content: Content): Html {
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img"
    aria-label="${description}" xmlns="http://www.w3.org/2000/svg">${content}</svg>`;
}

function slices<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A filled area. A nested SVG clips the pattern's lines. */
function area({ x, y, width, height }: Box, { colour, pattern }: Fill): Html {
  if (width <= 0 || height <= 0) return html``;
  if (pattern === 'empty') {
    return html`<rect x="${x + 0.5}" y="${y + 0.5}" width="${Math.max(width - 1, 0.5)}" height="${height - 1}"
      fill="#fff" stroke="${colour}" stroke-dasharray="3 2"/>`;
  }
  return html`<svg x="${x}" y="${y}" width="${width}" height="${height}" overflow="hidden">
    <rect width="${width}" height="${height}" fill="${colour}"/>
    ${
      pattern !== 'solid' &&
      html`<path d="${diagonals(width, height, pattern === 'cross')}" stroke="#fff"
      stroke-width="1.1" stroke-opacity=".75" fill="none"/>`
    }</svg>`;
}

const STEP = 6;

function diagonals(width: number, height: number, both: boolean): string {
  const paths: string[] = [];
  for (let x = -height; x < width; x += STEP) {
    paths.push(`M${x} ${height}L${x + height} 0`);
    if (both) paths.push(`M${x} 0L${x + height} ${height}`);
  }
  return paths.join('');
}

interface TextStyle {
  size?: number;
  anchor?: 'start' | 'middle' | 'end';
  colour?: string;
  bold?: boolean;
}

function text(x: number, y: number, content: Content, style: TextStyle = {}): Html {
  const { size = 11, anchor = 'start', colour = INK, bold } = style;
  return html`<text x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}" fill="${colour}"
    font-weight="${bold ? 700 : 400}">${content}</text>`;
}

export interface Bar {
  label: string;
  /** The length of the bar, 0 to 1. */
  share: number;
  /** The text at its end. */
  value: string;
  fill: Fill;
}

const LABEL_WIDTH = 190;
const VALUE_WIDTH = 70;
const BAR_WIDTH = WIDTH - LABEL_WIDTH - VALUE_WIDTH;

/** A line at a significant value. */
export interface Mark {
  share: number;
  label: string;
}

/** Horizontal bars, one below the other. What doesn't fit on a page continues in further charts. */
export function barChart(description: string, bars: Bar[], marks: Mark[] = []): Html[] {
  return slices(bars, 30).map((some) => barsOf(description, some, marks));
}

function barsOf(description: string, bars: Bar[], marks: Mark[]): Html {
  const top = marks.length > 0 ? 18 : 4;
  const height = top + bars.length * 24 + 4;
  return svg(height, description, [
    html`<rect x="${LABEL_WIDTH}" y="${top}" width="${BAR_WIDTH}" height="${bars.length * 24}" fill="#f5f7fb"/>`,
    bars.map(({ label, share, value, fill }, i) => {
      const y = top + i * 24;
      return [
        text(LABEL_WIDTH - 10, y + 16, shorten(label, 32), { anchor: 'end' }),
        area({ x: LABEL_WIDTH, y: y + 4, width: BAR_WIDTH * share, height: 16 }, fill),
        text(WIDTH - VALUE_WIDTH + 8, y + 16, value, { bold: true }),
      ];
    }),
    marks.map(({ share, label }) => {
      const x = LABEL_WIDTH + BAR_WIDTH * share;
      return [
        html`<path d="M${x} ${top - 3}V${height - 4}" stroke="${DEEP}" stroke-dasharray="2 3"/>`,
        text(x, top - 7, label, { anchor: 'middle', size: 9, colour: QUIET }),
      ];
    }),
  ]);
}

export interface PairedBar {
  label: string;
  current: number | null;
  previous: number | null;
  fill: Fill;
}

/** Two bars per row: the current one, and below it, thinner, the previous one. */
export function pairedBarChart(description: string, bars: PairedBar[], earlier: Fill): Html[] {
  return slices(bars, 20).map((some) => pairsOf(description, some, earlier));
}

function pairsOf(description: string, bars: PairedBar[], earlier: Fill): Html {
  const rowHeight = 36;
  return svg(bars.length * rowHeight + 4, description, [
    html`<rect x="${LABEL_WIDTH}" width="${BAR_WIDTH}" height="${bars.length * rowHeight}" fill="#f5f7fb"/>`,
    bars.map(({ label, current, previous, fill }, i) => {
      const y = i * rowHeight;
      return [
        text(LABEL_WIDTH - 10, y + 20, shorten(label, 32), { anchor: 'end' }),
        area({ x: LABEL_WIDTH, y: y + 4, width: BAR_WIDTH * (current ?? 0), height: 16 }, fill),
        area({ x: LABEL_WIDTH, y: y + 22, width: BAR_WIDTH * (previous ?? 0), height: 9 }, earlier),
        text(WIDTH - VALUE_WIDTH + 8, y + 16, percent(current), { bold: true }),
        text(WIDTH - VALUE_WIDTH + 8, y + 30, percent(previous), { size: 9, colour: QUIET }),
      ];
    }),
  ]);
}

/** One bar in parts, with a legend. */
export function stackedBar(description: string, parts: { fill: Fill; count: number }[]): Html {
  const total = parts.reduce((sum, part) => sum + part.count, 0);
  let x = 0;
  const bar = parts.map(({ fill, count: value }) => {
    const width = total > 0 ? (WIDTH * value) / total : 0;
    const left = x;
    x += width;
    const number = width >= 26 && badge(left + width / 2, 17, String(value));
    return [area({ x: left, y: 0, width, height: 34 }, fill), number];
  });
  return svg(60, description, [
    html`<rect width="${WIDTH}" height="34" fill="#f5f7fb"/>`,
    bar,
    parts.map((part, i) => legendEntry((WIDTH / parts.length) * i, 42, part.fill, count(part.count))),
  ]);
}

/** A number that is readable on any pattern. */
function badge(x: number, y: number, value: string): Html {
  const width = 10 + value.length * 7;
  return html`<rect x="${x - width / 2}" y="${y - 9}" width="${width}" height="18" rx="9" fill="#fff"/>
    ${text(x, y + 4, value, { anchor: 'middle', bold: true })}`;
}

function legendEntry(x: number, y: number, fill: Fill, value: string): Html {
  return html`${area({ x, y, width: 12, height: 12 }, fill)}${text(x + 18, y + 10, `${fill.label}: ${value}`)}`;
}

export interface Column {
  label: string;
  /** From the bottom up. */
  parts: { fill: Fill; count: number }[];
}

/** Columns side by side, each with its number on top. */
export function columnChart(description: string, columns: Column[]): Html {
  const height = 150;
  const totals = columns.map(({ parts }) => parts.reduce((sum, part) => sum + part.count, 0));
  const unit = (height - 24) / Math.max(1, ...totals);
  const step = WIDTH / columns.length;
  return svg(height + 26, description, [
    html`<path d="M0 ${height + 0.5}H${WIDTH}" stroke="${LINE}"/>`,
    columns.map(({ label, parts }, i) => {
      const middle = step * (i + 0.5);
      let top = height;
      const areas = parts.map(({ fill, count: value }) => {
        top -= unit * value;
        return area({ x: middle - step * 0.36, y: top, width: step * 0.72, height: unit * value }, fill);
      });
      return [
        areas,
        text(middle, top - 6, count(totals[i]!), { anchor: 'middle', bold: true }),
        text(middle, height + 16, label, { anchor: 'middle', size: 10, colour: QUIET }),
      ];
    }),
  ]);
}

export interface TrendPoint {
  month: string;
  /** 0 to 1; null: no value yet. */
  value: number | null;
}

/** A line over months, from 0 to 100%, with the band thresholds on its axis, the higher one first. */
export function trendChart(description: string, trend: TrendPoint[], [upper, lower]: [Mark, Mark]): Html {
  const height = 190;
  const left = 72;
  const step = (WIDTH - left) / trend.length;
  const at = (share: number) => 20 + (height - 30) * (1 - share);
  const across = (i: number) => left + step * (i + 0.5);
  const axis = (y: number, label: string) => text(left - 8, y, label, { anchor: 'end', size: 9, colour: QUIET });
  const line = (share: number, dashed = false) =>
    html`<path d="M${left} ${at(share)}H${WIDTH}" stroke="${dashed ? QUIET : LINE}"${dashed && trusted(' stroke-dasharray="2 3"')}/>`;
  const known = trend.flatMap(({ value }, i) => (value === null ? [] : [{ x: across(i), y: at(value), value }]));
  return svg(height + 24, description, [
    [line(0), line(1), line(upper.share, true), line(lower.share, true)],
    // The thresholds' labels are kept apart, however close they are to each other or to the ends.
    [axis(at(upper.share) - 3, upper.label), axis(at(lower.share) + 10, lower.label)],
    upper.share < 0.9 && axis(at(1) + 3, percent(1)),
    lower.share > 0.15 && axis(at(0) + 3, percent(0)),
    html`<path d="${known.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('')}" fill="none"
      stroke="${DEEP}" stroke-width="2"/>`,
    known.map(({ x, y, value }) => [
      html`<circle cx="${x}" cy="${y}" r="3.5" fill="${DEEP}"/>`,
      text(x, y - 9, percent(value), { anchor: 'middle', size: 9, bold: true }),
    ]),
    trend.map(({ month }, i) => text(across(i), height + 16, shortMonth(month), { anchor: 'middle', size: 9, colour: QUIET })),
  ]);
}

/** A ring filled up to the share, with the number inside. */
export function ring(share: number | null, { colour, label }: Fill): Html {
  const radius = 52;
  const round = 2 * Math.PI * radius;
  return html`<svg class="ring" viewBox="0 0 140 140" width="140" height="140" role="img"
    aria-label="Score ${percent(share)}, ${label}"><g fill="none" stroke-width="15">
    <circle cx="70" cy="70" r="${radius}" stroke="${LINE}"/>
    <circle cx="70" cy="70" r="${radius}" stroke="${colour}" transform="rotate(-90 70 70)"
      stroke-dasharray="${round * (share ?? 0)} ${round}"/></g>
    ${text(70, 75, percent(share), { anchor: 'middle', size: 24, bold: true })}
    ${text(70, 92, label, { anchor: 'middle', size: 11, colour: QUIET })}</svg>`;
}

export interface HeatCell {
  label: string;
  fill: Fill;
}

const CELLS_A_ROW = 8;
const CELL_WIDTH = WIDTH / CELLS_A_ROW;

/** Cells in rows. Each row is a separate image, so that a page can break between them. */
export function heatmap(cells: HeatCell[]): Html {
  return html`<div class="heatmap">${slices(cells, CELLS_A_ROW).map(heatRow)}</div>`;
}

const sizeOf = (label: string) => (label.length > 9 ? 7 : 9);

function heatRow(cells: HeatCell[]): Html {
  const description = cells.map(({ label, fill }) => `${label}: ${fill.label}`).join(', ');
  return svg(
    27,
    description,
    cells.map(({ label, fill }, i) => {
      const x = i * CELL_WIDTH;
      return [
        area({ x: x + 1, y: 1, width: CELL_WIDTH - 2, height: 25 }, fill),
        html`<rect x="${x + 14}" y="5" width="${CELL_WIDTH - 28}" height="17" rx="3" fill="#fff"/>`,
        text(x + CELL_WIDTH / 2, 17, shorten(label, 12), { anchor: 'middle', size: sizeOf(label), bold: true }),
      ];
    }),
  );
}

/** The meaning of the fills. */
export function legend(fills: readonly Fill[]): Html {
  return html`<p class="legend">${fills.map((fill) => html`<span>${swatch(fill)} ${fill.label}</span>`)}</p>`;
}

/** A fill for use within text. */
export function swatch(fill: Fill): Html {
  return html`<svg class="swatch" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">${area(
    { x: 0, y: 0, width: 12, height: 12 },
    fill,
  )}</svg>`;
}
