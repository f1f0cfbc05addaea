import { UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { IconSearch } from '../theme/icons';
import classes from './layout.module.css';

/** Loaded when it is first opened. */
const Palette = lazy(async () => ({ default: (await import('./palette')).Palette }));

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys that open the search, as they are printed on the keyboard. */
export const SEARCH_KEYS = isApple ? '⌘ K' : 'Ctrl K';

/** Opens the search, also by its keys, wherever the focus is. */
export function SearchButton({ isPast }: { isPast: boolean }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key?.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <UnstyledButton
        className={classes.search}
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
        title={`Search (${SEARCH_KEYS})`}
        onClick={() => setOpen(true)}
      >
        <IconSearch size={18} aria-hidden />
        <span>Search</span>
        {/* Drawn by the style sheet: read aloud, the keys are announced by aria-keyshortcuts, and are no part of the name. */}
        <kbd data-keys={SEARCH_KEYS} />
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <Palette isPast={isPast} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
