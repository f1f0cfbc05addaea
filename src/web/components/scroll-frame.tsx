import type { ReactNode } from 'react';
import classes from './data-table.module.css';

interface ScrollFrameProps {
  /** Its label, for screen readers. */
  label: string;
  /** The width below which it scrolls sideways, with shadows at its edges. */
  minWidth?: number;
  children: ReactNode;
}

/** For tables with a layout of their own. */
export function ScrollFrame({ label, minWidth, children }: ScrollFrameProps) {
  return (
    <div className={classes.frame} tabIndex={0} role="region" aria-label={label} data-whole>
      <div style={{ minWidth }}>{children}</div>
    </div>
  );
}
