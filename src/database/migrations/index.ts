import { Migration20261115000000_initial } from './Migration20261115000000_initial';
import { Migration20261115101500_library } from './Migration20261115101500_library';
import { Migration20261115103000_tallies } from './Migration20261115103000_tallies';

/** Every migration, oldest first. One that has run anywhere is never changed: a change is a new one. */
export const migrations = [Migration20261115000000_initial, Migration20261115101500_library, Migration20261115103000_tallies];
