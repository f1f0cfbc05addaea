import { type ReactNode, type ToggleEvent, useEffect, useRef } from 'react';
import classes from './drop-down.module.css';

interface DropDownProps {
  /** The button's content. */
  button: ReactNode;
  /** Its accessible name, if it only shows an icon. */
  label?: string;
  /** For a form: stays open while it is filled in. */
  staysOpen?: boolean;
  /** For content that is there only while it is open. */
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}

/**
 * A button that opens a short list of links. A plain disclosure rather than Mantine's Menu, which would add more script to the
 * start page than everything else on it.
 */
export function DropDown({ button, label, staysOpen, onToggle, children }: DropDownProps) {
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
  const toggle = (event: ToggleEvent<HTMLDetailsElement>) => {
    keepInSight(event);
    onToggle?.(event.currentTarget.open);
  };
  const closeByChoice = () => {
    // Focuses the button, so that a dialog opened by the choice can return the focus to it.
    details.current?.querySelector('summary')?.focus();
    details.current?.removeAttribute('open');
  };
  return (
    <details ref={details} className={classes.root} onToggle={toggle}>
      <summary aria-label={label} title={label}>
        {button}
      </summary>
      <div className={classes.panel} onClick={staysOpen ? undefined : closeByChoice}>
        {children}
      </div>
    </details>
  );
}

const MARGIN = 8;

/** The panel is aligned with the right edge of its button; on a narrow screen it could overflow on the left. */
function keepInSight({ currentTarget: details }: ToggleEvent<HTMLDetailsElement>): void {
  const panel = details.lastElementChild as HTMLElement;
  panel.style.translate = '';
  const { left } = panel.getBoundingClientRect();
  if (details.open && left < MARGIN) panel.style.translate = `${MARGIN - left}px`;
}
