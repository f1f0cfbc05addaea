import { seal, unseal } from '../../platform/seal';

/**
 * A link's token must not be readable in the database, which only keeps its hash. So an e-mail is stored with a placeholder, and
 * the token next to it, encrypted with a key derived from the session secret, until it is delivered. A dump doesn't contain that
 * secret, or only part of it.
 */
export const BLANK = '‹…›';

const PURPOSE = 'vetgraph mail secret';

export const sealSecret = (secret: string, sessionSecret: string) => seal(secret, sessionSecret, PURPOSE);

/** Undefined if the session secret has changed since. */
export const openSecret = (box: string, sessionSecret: string) => unseal(box, sessionSecret, PURPOSE);

/** The text with the secret filled in; unchanged if there is none. */
export function fillIn(text: string, secret: string | null | undefined): string {
  return secret ? text.replaceAll(BLANK, () => secret) : text;
}

/** Replaces a link for readers who may not act as its recipient. */
const hidden = (who: string) => `[Link hidden: shown to people who may ${who}]`;
export const VENDORS_LINK_HIDDEN = hidden('create and send assessments');
export const USERS_LINK_HIDDEN = hidden("reset this person's password");
export const PROVIDERS_LINK_HIDDEN =
  '[Link hidden: shown to people with every permission, because an identity provider may give this person more]';
export const LINK_HIDDEN_FOR_NOW = '[Link hidden: sign in again, or send a new one, to see it]';

/** Replaces the text for readers who may not see what is in it. */
export const ANSWERS_HIDDEN = '[Text hidden: shown to people who may see assessments]';

/** Words that contain an address with a token or the placeholder, or are a token: 32 bytes in base64url. */
const OPENS = new RegExp(`(?:portal|reset-password|invitation)(?:/|%2f)|${BLANK}|(?<![\\w-])[\\w-]{43}(?![\\w-])`, 'i');

/** The text without any link that opens something. People may quote one in a message to the vendor. */
export function hideLinks(text: string, instead: string): string {
  return text.replace(/[^\s<>"']+/g, (word) => (OPENS.test(word) ? instead : word));
}
