import { prepareDatabase } from '../../bootstrap';
import { pendingMigrations } from '../../database/migrate';
import { print, withServices } from './run';

export function migrate({ check }: { check?: boolean }): Promise<void> {
  return check ? checkSchema() : updateSchema();
}

async function updateSchema(): Promise<void> {
  const ran = await withServices(prepareDatabase);
  print(...ran.map((name) => `Ran ${name}`), 'The schema is up to date');
}

async function checkSchema(): Promise<void> {
  const pending = await withServices(({ services }) => pendingMigrations(services.database));
  if (pending.length > 0) throw new Error(`Pending: ${pending.join(', ')}`);
  print('The schema is up to date');
}
