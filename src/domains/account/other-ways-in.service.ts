import { endSessionsOfAll } from '../../auth/sessions';
import { groupBy } from '../../graphql/engine/loaders';
import type { AuditRecord, Change } from '../audit/audit.service';
import { revokeKeysOf } from '../user/api-key.service';
import * as userStore from '../user/user.store';
import * as factorStore from './factor.store';

/**
 * For people whom an identity provider gives more than their accounts could do. Whoever created such an account may know its
 * password, or have added a passkey, a key or a session: with them they must not get what is meant for that person.
 */
export async function endOtherWaysIn(
  tx: Change,
  people: readonly { id: string; name: string }[],
  how: Pick<AuditRecord, 'actor' | 'meta'> = {},
): Promise<void> {
  if (people.length === 0) return;
  const ids = people.map(({ id }) => id);
  const entities = new Map(people.map(({ id, name }) => [id, { type: 'User', id, name }]));
  for (const { id } of await tx.query(userStore.dropPasswords(ids)))
    tx.record({ action: 'RESET_PASSWORD', entity: entities.get(id), ...how });
  const kinds = groupBy(await tx.query(factorStore.removeAll(ids)), ({ userId }) => userId);
  for (const [id, removed] of kinds) {
    const meta = { kinds: removed.map(({ kind }) => kind), ...how.meta };
    tx.record({ action: 'REMOVE_FACTOR', entity: entities.get(id), ...how, meta });
  }
  await tx.query(factorStore.dropCodes(ids));
  await tx.query(userStore.forgetDevices(ids, []));
  await tx.query(userStore.settle(ids));
  await revokeKeysOf(tx, ids, 'An identity provider gave its creator more permissions', how.actor);
  await endSessionsOfAll(tx, ids);
}
