/** Apart from the others, because few pages show it; used through `charts.tsx`. */
import { useElementSize } from '@mantine/hooks';
import {
  type BaseTickContentProps,
  PolarAngleAxis,
  PolarGrid,
  PolarRadiusAxis,
  Radar,
  RadarChart,
  ResponsiveContainer,
  Tooltip,
} from 'recharts';
import { paint } from '../theme/tones';
import { linesOf } from './label-lines';
import { GRID, rowsOf, type SeriesProps, still, TEXT, TOOLTIP } from './recharts-style';

const MOST_RADIUS = 105;
const LINE_HEIGHT = 14;
/** Of a name's letters, on average. */
const LETTER_WIDTH = 6;

export function Web(props: SeriesProps) {
  const { series, format, domain } = props;
  const { ref, width } = useElementSize();
  // Names stand around the picture: on a narrow card it makes room for them.
  const names = props.labels.map(linesOf);
  const widest = LETTER_WIDTH * Math.max(0, ...names.flat().map(({ length }) => length));
  const radius = Math.max(48, Math.min(MOST_RADIUS, width / 2 - widest - 12));
  const height = 2 * (radius + LINE_HEIGHT * Math.max(1, ...names.map(({ length }) => length)) + 8);
  return (
    <div ref={ref}>
      <ResponsiveContainer width="100%" height={height}>
        <RadarChart data={rowsOf(props)} outerRadius={radius} accessibilityLayer={false}>
          <PolarGrid stroke={GRID} />
          <PolarAngleAxis dataKey="label" tick={(tick) => <Name {...tick} radius={radius} centre={height / 2} />} />
          {/* Numbers along the axis would stand among the names: the rim is the whole, and the table has them all. */}
          <PolarRadiusAxis domain={domain} tick={false} axisLine={false} />
          <Tooltip {...TOOLTIP} formatter={(value) => format(Number(value))} />
          {series.map(({ name, colour }) => (
            <Radar
              key={name}
              dataKey={name}
              style={{ stroke: paint(colour), fill: paint(colour) }}
              fillOpacity={0.25}
              strokeWidth={2}
              {...still}
            />
          ))}
        </RadarChart>
      </ResponsiveContainer>
    </div>
  );
}

interface NameProps extends Pick<BaseTickContentProps, 'x' | 'y' | 'textAnchor' | 'payload'> {
  radius: number;
  /** From the top. */
  centre: number;
}

/** The name of an axis, on a few short lines that grow away from the picture. */
function Name({ x, y, radius, centre, textAnchor, payload }: NameProps) {
  const lines = linesOf(String(payload.value));
  const below = Math.max(0, Math.min(1, (1 + (Number(y) - centre) / radius) / 2)); // 0 at the top, 1 at the bottom
  const top = Number(y) - (1 - below) * (lines.length - 1) * LINE_HEIGHT;
  return (
    <text textAnchor={textAnchor} {...TEXT}>
      {lines.map((line, i) => (
        <tspan key={line} x={x} y={top + i * LINE_HEIGHT} dy={`${0.7 * below}em`}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
