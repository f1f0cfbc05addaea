import type { Series } from './charts';

/** What the Recharts pictures have in common. */
export const TEXT = { fill: 'var(--mantine-color-dimmed)', fontSize: 12 };
export const GRID = 'var(--line)';
export const TOOLTIP = {
  contentStyle: {
    background: 'var(--mantine-color-body)',
    border: '1px solid var(--line)',
    borderRadius: 8,
    fontSize: 13,
  },
  itemStyle: { color: 'var(--mantine-color-text)' },
  labelStyle: { color: 'var(--mantine-color-text)' },
  cursor: { fill: 'var(--line)', fillOpacity: 0.4 },
};

/** Charts stand still: moving them says nothing. */
export const still = { isAnimationActive: false } as const;

export interface SeriesProps {
  labels: string[];
  series: Series[];
  format: (value: number) => string;
  /** Of the axis. */
  domain?: [number, number];
}

/** Recharts wants the values of all series side by side. */
export const rowsOf = ({ labels, series }: SeriesProps) =>
  labels.map((label, i) => ({ label, ...Object.fromEntries(series.map(({ name, values }) => [name, values[i]])) }));
