/** What to do when a link to findings doesn’t work. */
export const ADVICE = { UNAUTHENTICATED: 'Links expire and can be revoked. Ask the sender for a new one.' };
