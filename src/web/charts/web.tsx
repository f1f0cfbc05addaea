import { paint } from '../theme/tones';
import classes from './charts.module.css';
import { Drawing, joined, LETTER_WIDTH, type Position, type SeriesProps, shareIn } from './drawing';
import { linesOf } from './label-lines';

const MOST_RADIUS = 105;
const LINE_HEIGHT = 14;
/** From the rim to the labels. */
const GAP = 8;

/** Values around a centre; the rim is the maximum. */
export function Web({ labels, series, format, domain }: SeriesProps) {
  // The labels surround the chart, which shrinks on a narrow card to make room for them.
  const names = labels.map(linesOf);
  const widest = LETTER_WIDTH * Math.max(0, ...names.flat().map(({ length }) => length));
  const radiusIn = (width: number) => Math.max(48, Math.min(MOST_RADIUS, width / 2 - widest - 12));
  const heightIn = (width: number) => 2 * (radiusIn(width) + LINE_HEIGHT * Math.max(1, ...names.map(({ length }) => length)) + 8);
  const find = ([x, y]: Position, width: number) => {
    const [right, down] = [x - width / 2, y - heightIn(width) / 2];
    if (Math.hypot(right, down) > radiusIn(width)) return undefined;
    const share = Math.atan2(right, -down) / (2 * Math.PI);
    return Math.round((share + 1) * labels.length) % labels.length;
  };
  const tell = (i: number) => ({
    title: labels[i],
    lines: series.flatMap(({ name, values }): [string, string][] => (values[i] == null ? [] : [[name, format(values[i])]])),
  });
  const turn = (i: number) => (2 * Math.PI * i) / labels.length;
  const at = (i: number, radius: number): Position => [radius * Math.sin(turn(i)), -radius * Math.cos(turn(i))];
  return (
    <Drawing height={heightIn} find={find} tell={tell}>
      {(width) => {
        const radius = radiusIn(width);
        const rim = labels.map((_, i) => at(i, radius));
        return (
          <g transform={`translate(${width / 2} ${heightIn(width) / 2})`}>
            <path className={classes.grid} d={`M${joined(rim)} Z ${rim.map((end) => `M0,0 L${joined([end])}`).join(' ')}`} fill="none" />
            {names.map((lines, i) => (
              <Name key={i} lines={lines} position={at(i, radius + GAP)} radius={radius} />
            ))}
            {series.map(({ name, colour, values }) => (
              <polygon
                key={name}
                points={joined(values.flatMap((value, i) => (value == null ? [] : [at(i, radius * shareIn(domain, value))])))}
                style={{ stroke: paint(colour), fill: paint(colour) }}
                fillOpacity={0.25}
                strokeWidth={2}
              />
            ))}
          </g>
        );
      }}
    </Drawing>
  );
}

/** The label of an axis, on short lines that extend away from the chart. */
function Name({ lines, position: [x, y], radius }: { lines: string[]; position: Position; radius: number }) {
  const below = Math.max(0, Math.min(1, (1 + y / radius) / 2)); // 0 at the top, 1 at the bottom
  const top = y - (1 - below) * (lines.length - 1) * LINE_HEIGHT;
  const anchor = Math.abs(x) < 1 ? 'middle' : x > 0 ? 'start' : 'end';
  return (
    <text className={classes.text} textAnchor={anchor}>
      {lines.map((line, i) => (
        <tspan key={i} x={x} y={top + i * LINE_HEIGHT} dy={`${0.7 * below}em`}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
