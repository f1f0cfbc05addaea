/** Loaded only where one of them is shown; used through `charts.tsx`. */
import { CartesianGrid, Cell, Line, LineChart, Pie, PieChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { paint } from '../theme/tones';
import type { Point } from './charts';
import { GRID, rowsOf, type SeriesProps, still, TEXT, TOOLTIP } from './recharts-style';

interface PointsProps {
  points: Point[];
  format: (value: number) => string;
  onOpen: (point: Point) => void;
}

export function Donut({ points, format, onOpen }: PointsProps) {
  return (
    <ResponsiveContainer width="100%" height={200}>
      <PieChart accessibilityLayer={false}>
        <Pie
          data={points}
          dataKey="value"
          nameKey="label"
          innerRadius={58}
          outerRadius={90}
          startAngle={90}
          endAngle={-270}
          stroke="var(--mantine-color-body)"
          strokeWidth={2}
          rootTabIndex={-1}
          onClick={(_, index) => onOpen(points[index]!)}
          {...still}
        >
          {points.map(({ label, colour }) => (
            <Cell key={label} style={{ fill: paint(colour), cursor: 'pointer' }} />
          ))}
        </Pie>
        <Tooltip {...TOOLTIP} formatter={(value) => format(Number(value))} />
      </PieChart>
    </ResponsiveContainer>
  );
}

export function Trend(props: SeriesProps) {
  const { series, format, domain } = props;
  return (
    <ResponsiveContainer width="100%" height={220}>
      <LineChart data={rowsOf(props)} margin={{ left: 0, right: 12, top: 8, bottom: 0 }} accessibilityLayer={false}>
        <CartesianGrid stroke={GRID} vertical={false} />
        <XAxis dataKey="label" tick={TEXT} axisLine={{ stroke: GRID }} tickLine={false} minTickGap={16} />
        <YAxis
          width={48}
          tick={TEXT}
          axisLine={false}
          tickLine={false}
          tickFormatter={format}
          domain={domain}
          allowDecimals={!domain ? false : undefined}
        />
        <Tooltip {...TOOLTIP} formatter={(value) => format(Number(value))} />
        {series.map(({ name, colour }) => (
          <Line
            key={name}
            dataKey={name}
            style={{ stroke: paint(colour) }}
            strokeWidth={2}
            dot={{ r: 3, fill: 'var(--mantine-color-body)' }}
            connectNulls
            {...still}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}
