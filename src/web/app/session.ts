import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Permission } from '../../auth/permissions';
import { ApiError, inPast } from '../api/error';
import { queryOf } from '../api/hooks';
import { useMoment } from '../api/moment';
import { MeDocument, type MeQuery } from './session.generated';

export type { Permission };
export type Me = NonNullable<MeQuery['me']>;

export const meQuery = queryOf(MeDocument, {});

/** The signed-in user. For pages inside the application; the portal has none. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(meQuery);
  if (!data.me) throw new ApiError('UNAUTHENTICATED', 'Your session has ended');
  return data.me;
}

/** Any one of them is enough, as on the server. */
export function mayDo(me: Me, ...permissions: Permission[]): boolean {
  return permissions.some((permission) => me.role.permissions.includes(permission));
}

/** Whether the user may do something; the server checks again when they do it. The past can only be seen. */
export function usePermission(...permissions: Permission[]): boolean {
  const isPast = useMoment() !== undefined;
  return mayDo(useMe(), ...permissions.filter((permission) => !isPast || permission.endsWith(':view')));
}

/** Whether the user's role applies to all vendors rather than to those of some portfolios. */
export function useEverywhere(): boolean {
  return useMe().portfolios === null;
}

/** Whether the user's role applies to no portfolio: there is no vendor to see, and none to create. */
export function useNowhere(): boolean {
  return useMe().portfolios?.length === 0;
}

/** Shows its children only to users with the permission. */
export function Can({ do: permission, children }: { do: Permission | Permission[]; children: ReactNode }): ReactNode {
  return usePermission(...[permission].flat()) ? children : null;
}

const noAccess = () => new ApiError('FORBIDDEN', "You don't have access to this page");

/** For `beforeLoad` of a route: only users with one of the permissions may open the page. */
export function requires(...permissions: Permission[]) {
  return ({ context }: { context: { me: Me } }) => {
    if (!mayDo(context.me, ...permissions)) throw noAccess();
  };
}

/** The same for a page that is there only to change something: the past has none. */
export function requiresToChange(...permissions: Permission[]) {
  return ({ context }: { context: { me: Me; moment?: string } }) => {
    requires(...permissions)({ context });
    if (context.moment !== undefined) throw inPast();
  };
}

/** The same for a page that creates vendors: the user's role must apply to a portfolio, or everywhere. */
export function requiresToCreate(...permissions: Permission[]) {
  return ({ context }: { context: { me: Me; moment?: string } }) => {
    requiresToChange(...permissions)({ context });
    if (context.me.portfolios?.length === 0) throw noAccess();
  };
}
