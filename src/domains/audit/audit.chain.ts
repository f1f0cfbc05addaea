/**
 * The log is a few hash chains side by side ("lanes"), so that concurrent changes need not wait for each other.
 * Within a lane every entry carries its number and the hash of its predecessor.
 */
export const LANES = 16;
