import type { Row } from '../../database/rows';
import { select } from '../../database/rows';
import { sql, statement } from '../../database/sql';
import { Settings } from './settings.entity';

export const read = statement('settings.read', () => select(Settings));

/** Serialises changes to the settings. */
export const lock = statement('settings.lock', () => sql<Pick<Row<Settings>, 'id'>>`select id from settings for update`);
