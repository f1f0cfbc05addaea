/** Apart from the others, because few pages show it; used through `charts.tsx`. */
import { PolarAngleAxis, PolarGrid, PolarRadiusAxis, Radar, RadarChart, ResponsiveContainer, Tooltip } from 'recharts';
import { paint } from '../theme/tones';
import { GRID, rowsOf, type SeriesProps, still, TEXT, TOOLTIP } from './recharts-style';

/** Long names are cut in the picture; the table has them whole. */
const short = (name: string) => (name.length > 20 ? `${name.slice(0, 19).trimEnd()}…` : name);

export function Web(props: SeriesProps) {
  const { series, format, domain } = props;
  return (
    <ResponsiveContainer width="100%" height={300}>
      <RadarChart data={rowsOf(props)} outerRadius="70%" accessibilityLayer={false}>
        <PolarGrid stroke={GRID} />
        <PolarAngleAxis dataKey="label" tick={TEXT} tickFormatter={short} />
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
  );
}
