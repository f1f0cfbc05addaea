import { Migration20261115000000_initial } from './Migration20261115000000_initial';

/** Every migration, oldest first. One that has run anywhere is never changed: a change is a new one. */
export const migrations = [Migration20261115000000_initial];
