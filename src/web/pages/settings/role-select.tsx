import { Select, type SelectProps } from '@mantine/core';
import { useApiQuery } from '../../api/hooks';
import { useMe } from '../../app/session';
import { mayGrant } from './permission-grid';
import { RoleChoiceDocument } from './users.generated';

/** The roles that the user may assign. */
export function RoleSelect(props: Omit<SelectProps, 'data'>) {
  const { role } = useMe();
  const { data } = useApiQuery(RoleChoiceDocument, {});
  const roles = data?.roles.filter(({ permissions }) => mayGrant(role.permissions, permissions)) ?? [];
  return <Select label="Role" data={roles.map(({ id, name }) => ({ value: id, label: name }))} allowDeselect={false} {...props} />;
}
