/**
 * The log consists of several parallel hash chains ("lanes"), so that concurrent changes don't wait for each other. Within a
 * lane, every entry carries its number and the hash of its predecessor.
 */
export const LANES = 16;
