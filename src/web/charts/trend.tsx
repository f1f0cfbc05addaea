import { paint } from '../theme/tones';
import classes from './charts.module.css';
import { Drawing, joined, LETTER_WIDTH, type Position, type SeriesProps, shareIn } from './drawing';

const HEIGHT = 220;
const [TOP, RIGHT, BOTTOM, LEFT] = [8, 12, 30, 48];
const PARTS = 4;
/** Gap between the labels below. */
const GAP = 16;

/** Values over time. The line skips missing values. */
export function Trend({ labels, series, format, domain }: SeriesProps) {
  const [least, most] = domain;
  const y = (value: number) => HEIGHT - BOTTOM - shareIn(domain, value) * (HEIGHT - BOTTOM - TOP);
  const x = (i: number, width: number) => LEFT + (width - LEFT - RIGHT) * (labels.length > 1 ? i / (labels.length - 1) : 0.5);
  const find = ([at]: Position, width: number) => {
    const place = labels.length > 1 ? ((at - LEFT) / (width - LEFT - RIGHT)) * (labels.length - 1) : 0;
    return Math.max(0, Math.min(labels.length - 1, Math.round(place)));
  };
  const tell = (i: number) => ({
    title: labels[i],
    lines: series.flatMap(({ name, values }): [string, string][] => (values[i] == null ? [] : [[name, format(values[i])]])),
  });
  const steps = Array.from({ length: PARTS + 1 }, (_, i) => least + ((most - least) * i) / PARTS);
  return (
    <Drawing height={HEIGHT} find={find} tell={tell}>
      {(width, pointedAt) => (
        <>
          {steps.map((value) => (
            <g key={value}>
              <line className={classes.grid} x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
              <text className={classes.text} x={LEFT - 8} y={y(value)} dy="0.36em" textAnchor="end">
                {format(value)}
              </text>
            </g>
          ))}
          {shown(labels, width, (i) => x(i, width)).map(({ i, centre }) => (
            <text key={i} className={classes.text} x={centre} y={HEIGHT - BOTTOM + 8} dy="0.71em" textAnchor="middle">
              {labels[i]}
            </text>
          ))}
          {pointedAt !== undefined && (
            <line className={classes.grid} x1={x(pointedAt, width)} x2={x(pointedAt, width)} y1={TOP} y2={HEIGHT - BOTTOM} />
          )}
          {series.map(({ name, colour, values }) => {
            const known = values.flatMap((value, i): Position[] => (value == null ? [] : [[x(i, width), y(value)]]));
            return (
              <g key={name} style={{ stroke: paint(colour) }} strokeWidth={2}>
                <polyline points={joined(known)} fill="none" />
                {known.map(([cx, cy]) => (
                  <circle key={cx} cx={cx} cy={cy} r={3} fill="var(--mantine-color-body)" />
                ))}
              </g>
            );
          })}
        </>
      )}
    </Drawing>
  );
}

/** As many labels as fit, chosen from the last one back: it matters most. */
function shown(labels: string[], width: number, x: (i: number) => number): { i: number; centre: number }[] {
  const found: { i: number; centre: number }[] = [];
  let end = width;
  for (let i = labels.length - 1; i >= 0; i--) {
    const half = (labels[i]!.length * LETTER_WIDTH) / 2;
    const centre = found.length === 0 ? Math.min(x(i), width - half) : x(i);
    if (centre + half > end || centre - half < 0) continue;
    found.push({ i, centre });
    end = centre - half - GAP;
  }
  return found;
}
