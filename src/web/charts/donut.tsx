import { paint } from '../theme/tones';
import type { Point } from './charts';
import { Drawing, type Position } from './drawing';

interface DonutProps {
  points: Point[];
  format: (value: number) => string;
  onOpen: (point: Point) => void;
}

const HEIGHT = 200;
const [INNER, OUTER] = [58, 90];

/** Shares of a whole, clockwise from the top. */
export function Donut({ points, format, onOpen }: DonutProps) {
  const whole = points.reduce((sum, { value }) => sum + value, 0);
  const before = (i: number) => points.slice(0, i).reduce((sum, { value }) => sum + value, 0) / whole;
  const find = ([x, y]: Position, width: number) => {
    const [right, down] = [x - width / 2, y - HEIGHT / 2];
    const distance = Math.hypot(right, down);
    if (distance < INNER || distance > OUTER) return undefined;
    const share = (Math.atan2(right, -down) / (2 * Math.PI) + 1) % 1;
    return points.findIndex((_, i) => share < before(i + 1));
  };
  return (
    <Drawing height={HEIGHT} find={find} tell={(i) => ({ lines: [[points[i]!.label, format(points[i]!.value)]] })}>
      {(width) => (
        <g transform={`translate(${width / 2} ${HEIGHT / 2})`} stroke="var(--mantine-color-body)" strokeWidth={points.length > 1 ? 2 : 0}>
          {points.map((point, i) => (
            <path
              key={point.label}
              d={slice(before(i), before(i + 1))}
              style={{ fill: paint(point.colour), cursor: 'pointer' }}
              onClick={() => onOpen(point)}
            />
          ))}
        </g>
      )}
    </Drawing>
  );
}

/** A segment of the ring. An arc that ends where it starts isn't drawn, so a full ring stops just short. */
function slice(from: number, to: number): string {
  const end = Math.min(to, from + 0.9999);
  const at = (radius: number, share: number) => {
    const angle = 2 * Math.PI * share;
    return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
  };
  const isLarge = end - from > 0.5 ? 1 : 0;
  const outer = `M${at(OUTER, from)} A${OUTER} ${OUTER} 0 ${isLarge} 1 ${at(OUTER, end)}`;
  return `${outer} L${at(INNER, end)} A${INNER} ${INNER} 0 ${isLarge} 0 ${at(INNER, from)} Z`;
}
