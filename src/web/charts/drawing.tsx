/** The base of all charts: sizing, and the tooltip for what the user points at. */
import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, type ReactNode, useState } from 'react';
import type { Series } from './charts';
import classes from './charts.module.css';

export interface SeriesProps {
  labels: string[];
  series: Series[];
  format: (value: number) => string;
  /** The lowest and highest value drawn. */
  domain: [number, number];
}

export type Position = [x: number, y: number];

/** Average width of a letter in a label. */
export const LETTER_WIDTH = 6.2;

/** Where a value lies in the domain: 0 at its lowest value, 1 at its highest. */
export const shareIn = ([least, most]: [number, number], value: number) => Math.max(0, Math.min(1, (value - least) / (most - least)));

export const joined = (positions: Position[]) => positions.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

interface DrawingProps {
  height: number | ((width: number) => number);
  /** The index of the item at a position, if there is one. */
  find: (position: Position, width: number) => number | undefined;
  /** Its tooltip. */
  tell: (index: number) => { title?: string; lines: [name: string, value: string][] };
  children: (width: number, pointedAt?: number) => ReactNode;
}

/** An SVG as wide as its container, with a tooltip next to the pointer. */
export function Drawing({ height, find, tell, children }: DrawingProps) {
  const { ref, width } = useElementSize();
  const [pointer, setPointer] = useState<Position>();
  const move = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    setPointer([clientX - left, clientY - top]);
  };
  const tall = typeof height === 'number' ? height : height(width);
  const index = pointer && find(pointer, width);
  return (
    <div ref={ref} className={classes.drawing} style={{ height: tall }}>
      {width > 0 && (
        <svg width={width} height={tall} onPointerMove={move} onPointerLeave={() => setPointer(undefined)}>
          {children(width, index)}
        </svg>
      )}
      {pointer && index !== undefined && <Tooltip {...tell(index)} position={pointer} width={width} />}
    </div>
  );
}

function Tooltip({ title, lines, position: [x, y], width }: ReturnType<DrawingProps['tell']> & { position: Position; width: number }) {
  const side = x < width / 2 ? { left: x + 12 } : { right: width - x + 12 };
  return (
    <div className={classes.tooltip} style={{ top: y, ...side }}>
      {title && <p>{title}</p>}
      {lines.map(([name, value]) => (
        <p key={name}>
          {name}: {value}
        </p>
      ))}
    </div>
  );
}
