import type { UsersQuery } from './users.generated';

/**
 * Whether someone was invited and hasn't come yet. With an identity provider one gets in without ever choosing a password, and those
 * whom it creates here get no invitation.
 */
export function isInvited({ hasPassword, lastSignedInAt, isProvisioned }: UsersQuery['users'][number]): boolean {
  return hasPassword === false && !lastSignedInAt && !isProvisioned;
}
