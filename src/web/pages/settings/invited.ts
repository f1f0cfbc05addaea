import type { UsersQuery } from './users.generated';

/** Whether someone was invited and hasn't come yet. With an identity provider one gets in without ever choosing a password. */
export function isInvited({ hasPassword, lastSignedInAt }: UsersQuery['users'][number]): boolean {
  return hasPassword === false && !lastSignedInAt;
}
