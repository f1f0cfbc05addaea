import { useEffect, useState } from 'react';
import { focusHeading } from '../app/page';

/**
 * For a dialog that is in the page only while it is open: gives the focus back to what had it before. Mantine does that
 * for dialogs that stay in the page.
 */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => void window.setTimeout(() => returnFocus(before)), [before]);
}

/** What had it may be gone by now, with the row or the button that was dealt with; then the page begins anew. */
function returnFocus(before: Element | null): void {
  if (document.activeElement !== document.body) return;
  if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus({ preventScroll: true });
  else focusHeading();
}
