import { type ReactNode, type ToggleEvent, useEffect, useRef } from 'react';
import classes from './drop-down.module.css';

interface DropDownProps {
  /** What the button shows. */
  button: ReactNode;
  /** Its name, where it shows only an icon. */
  label?: string;
  children: ReactNode;
}

/**
 * A button that opens a few links. A plain disclosure rather than Mantine's Menu, which would bring more script to the
 * start page than all its other parts.
 */
export function DropDown({ button, label, children }: DropDownProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = () => details.current?.removeAttribute('open');
    const onPointer = ({ target }: PointerEvent) => {
      if (!details.current?.contains(target as Node)) close();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !details.current?.open) return;
      close();
      details.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  const closeByChoice = () => {
    // The button takes the focus, so that a dialog opened by the choice has where to give it back to.
    details.current?.querySelector('summary')?.focus();
    details.current?.removeAttribute('open');
  };
  return (
    <details ref={details} className={classes.root} onToggle={keepInSight}>
      <summary aria-label={label} title={label}>
        {button}
      </summary>
      <div className={classes.panel} onClick={closeByChoice}>
        {children}
      </div>
    </details>
  );
}

const MARGIN = 8;

/** The panel ends where its button does; at the left edge of a narrow screen it would begin outside of it. */
function keepInSight({ currentTarget: details }: ToggleEvent<HTMLDetailsElement>): void {
  const panel = details.lastElementChild as HTMLElement;
  panel.style.translate = '';
  const { left } = panel.getBoundingClientRect();
  if (details.open && left < MARGIN) panel.style.translate = `${MARGIN - left}px`;
}
