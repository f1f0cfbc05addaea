import { Checkbox, Fieldset, SimpleGrid, Stack } from '@mantine/core';
import { ALL_PERMISSIONS, type Permission, PERMISSIONS } from '../../../kernel/permission-list';

const AREAS = { vendors: 'Vendors', assessments: 'Assessments', templates: 'Templates', frameworks: 'Frameworks' };
const ADMINISTRATION = 'Administration';

const areaOf = (permission: Permission) => AREAS[permission.split(':')[0] as keyof typeof AREAS] ?? ADMINISTRATION;

/** All permissions, by subject. */
export const PERMISSION_AREAS = [...Object.values(AREAS), ADMINISTRATION].map((area) => ({
  area,
  permissions: ALL_PERMISSIONS.filter((permission) => areaOf(permission) === area),
}));

interface PermissionGridProps {
  value: readonly string[];
  /** Without it the grid is read-only. */
  onChange?: (value: Permission[]) => void;
  /** The permissions to show: nobody can grant what they don't have. */
  offered?: readonly string[];
}

/** The permissions of a role or API key. */
export function PermissionGrid({ value, onChange, offered = ALL_PERMISSIONS }: PermissionGridProps) {
  const set = (changed: readonly Permission[], isOn: boolean) =>
    onChange?.(ALL_PERMISSIONS.filter((one) => (changed.includes(one) ? isOn : value.includes(one))));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
      {PERMISSION_AREAS.map(({ area, permissions }) => {
        const shown = permissions.filter((permission) => offered.includes(permission));
        const held = shown.filter((permission) => value.includes(permission));
        return (
          shown.length > 0 && (
            <Fieldset key={area} legend={area} p="sm">
              <Stack gap="xs">
                {onChange && shown.length > 1 && (
                  <Checkbox
                    size="sm"
                    label={<strong>All of these</strong>}
                    checked={held.length === shown.length}
                    indeterminate={held.length > 0 && held.length < shown.length}
                    onChange={() => set(shown, held.length < shown.length)}
                  />
                )}
                {shown.map((permission) => (
                  <Checkbox
                    key={permission}
                    size="sm"
                    label={PERMISSIONS[permission]}
                    checked={value.includes(permission)}
                    disabled={!onChange}
                    onChange={({ currentTarget }) => set([permission], currentTarget.checked)}
                  />
                ))}
              </Stack>
            </Fieldset>
          )
        );
      })}
    </SimpleGrid>
  );
}

/** Whether a user with some permissions may grant others; the server checks the same. */
export function mayGrant(own: readonly string[], given: readonly string[]): boolean {
  return given.every((permission) => own.includes(permission));
}
