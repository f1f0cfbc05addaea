import { createContext, use } from 'react';

/** The moment that the page is about, as in its URL; undefined: now. */
export const MomentContext = createContext<string | undefined>(undefined);

/** The moment in the past that the page shows; undefined: now. */
export function useMoment(): string | undefined {
  return use(MomentContext);
}
