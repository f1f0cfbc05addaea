/** What to do when a link to findings doesn’t work, or no longer shows one. */
export const ADVICE = {
  UNAUTHENTICATED: 'Links expire and can be revoked. Ask the sender for a new one.',
  NOT_FOUND: 'It is no longer among the findings of this link. Reload the page to see those that are.',
};
