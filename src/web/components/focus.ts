import { useEffect, useState } from 'react';
import { focusHeading } from '../app/page';

/**
 * For a dialog that is mounted only while it is open: returns the focus to the element that had it before. Mantine does that
 * only for dialogs that stay mounted.
 */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => void window.setTimeout(() => returnFocus(before)), [before]);
}

/** That element may be gone, along with its row; then the focus goes to the page's heading. */
function returnFocus(before: Element | null): void {
  if (document.activeElement !== document.body) return;
  if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus({ preventScroll: true });
  else focusHeading();
}
