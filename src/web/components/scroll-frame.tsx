import type { ReactNode } from 'react';
import classes from './data-table.module.css';

interface ScrollFrameProps {
  /** What is in it, for screen readers. */
  label: string;
  /** Below this it scrolls sideways, and shows so at its edges. */
  minWidth?: number;
  children: ReactNode;
}

/** For tables that are laid out by hand. */
export function ScrollFrame({ label, minWidth, children }: ScrollFrameProps) {
  return (
    <div className={classes.frame} tabIndex={0} role="region" aria-label={label} data-whole>
      <div style={{ minWidth }}>{children}</div>
    </div>
  );
}
