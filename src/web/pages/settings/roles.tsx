import { Text, VisuallyHidden } from '@mantine/core';
import { PERMISSIONS } from '../../../kernel/permission-list';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Can } from '../../app/session';
import { AnchorLink, ButtonLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { IconCheck, IconPlus } from '../../theme/icons';
import { PERMISSION_AREAS } from './permission-grid';
import { ScrollFrame } from '../../components/scroll-frame';
import classes from './roles.module.css';
import { RolesDocument, type RolesQuery } from './roles.generated';

type Role = RolesQuery['roles'][number];

export function RolesPage() {
  const query = useApiQuery(RolesDocument, {});
  return (
    <Page
      title="Roles"
      about="What users can do. System roles are fixed; you can add your own."
      actions={
        <>
          <OpenQuery operation={RolesDocument} variables={{}} />
          <Can do="roles:manage">
            <ButtonLink to="/settings/roles/new" leftSection={<IconPlus size={16} aria-hidden />}>
              Add role
            </ButtonLink>
          </Can>
        </>
      }
    >
      <Loaded query={query}>{({ roles }) => <Matrix roles={roles} />}</Loaded>
    </Page>
  );
}

/** A table of permissions by role. */
function Matrix({ roles }: { roles: Role[] }) {
  return (
    <ScrollFrame label="Permissions by role">
      <table className={classes.grid}>
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {roles.map(({ id, name, isSystem }) => (
              <th key={id} scope="col">
                <AnchorLink to="/settings/roles/$roleId" params={{ roleId: id }} inherit>
                  {name}
                </AnchorLink>
                {isSystem && (
                  <Text size="xs" c="dimmed">
                    System
                  </Text>
                )}
              </th>
            ))}
          </tr>
        </thead>
        {PERMISSION_AREAS.map(({ area, permissions }) => (
          <tbody key={area}>
            <tr>
              <th scope="rowgroup" colSpan={roles.length + 1} className={classes.area}>
                {area}
              </th>
            </tr>
            {permissions.map((permission) => (
              <tr key={permission}>
                <th scope="row">{PERMISSIONS[permission]}</th>
                {roles.map(({ id, permissions: held }) => (
                  <td key={id}>
                    <Mark isHeld={held.includes(permission)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </ScrollFrame>
  );
}

function Mark({ isHeld }: { isHeld: boolean }) {
  return isHeld ? (
    <>
      <IconCheck size={18} aria-hidden />
      <VisuallyHidden>Yes</VisuallyHidden>
    </>
  ) : (
    <VisuallyHidden>No</VisuallyHidden>
  );
}
