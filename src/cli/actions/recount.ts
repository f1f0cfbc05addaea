import { recount } from '../../domains/dashboard/recount';
import { asSystem, print } from './run';

export async function recountAll(): Promise<void> {
  await asSystem(({ database }) => recount(database));
  print('Recounted');
}
