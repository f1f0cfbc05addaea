import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { notThere } from '../../api/error';
import { useFormMutation } from '../../api/form';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import type { Operation } from '../../api/operation';
import { Page } from '../../app/page';
import { Can, useMe, usePermission } from '../../app/session';
import { ConfirmTyped } from '../../components/confirm-typed';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { HistoryButton } from '../../history/history-button';
import { mayGrant, PermissionGrid } from './permission-grid';
import { CreateRoleDocument, DeleteRoleDocument, RolesDocument, type RolesQuery, UpdateRoleDocument } from './roles.generated';

type Role = RolesQuery['roles'][number];

const route = getRouteApi('/app/settings/roles/$roleId');
const ABOVE = (
  <AnchorLink to="/settings/roles" size="sm">
    Roles
  </AnchorLink>
);

export function NewRolePage() {
  return (
    <Page title="Add role" above={ABOVE}>
      <RoleForm operation={CreateRoleDocument} initial={{ name: '', description: '', permissions: [] as string[] }} saveLabel="Add role" />
    </Page>
  );
}

export function RolePage() {
  const { roleId } = route.useParams();
  const { role: own } = useMe();
  const query = useApiQuery(RolesDocument, {});
  const role = query.data?.roles.find(({ id }) => id === roleId);
  const isWithinReach = role && !role.isSystem && mayGrant(own.permissions, role.permissions);
  const mayChange = usePermission('roles:manage');
  return (
    <Page
      title={role?.name ?? 'Role'}
      above={ABOVE}
      actions={
        <>
          {role && <HistoryButton of={{ entityType: 'Role', entityId: role.id }} name={role.name} />}
          {isWithinReach && mayChange && <DeleteRole role={role} />}
        </>
      }
    >
      <Loaded query={query}>
        {() => {
          if (!role) return <ErrorBox error={notThere('Role')} />;
          return isWithinReach && mayChange ? <Editor role={role} /> : <Facts role={role} />;
        }}
      </Loaded>
    </Page>
  );
}

function Facts({ role: { description, isSystem, permissions } }: { role: Role }) {
  return (
    <Stack gap="md">
      {description && <Text>{description}</Text>}
      <Can do="roles:manage">
        <Text size="sm" c="dimmed">
          {isSystem ? 'System roles can’t be changed or deleted.' : 'This role has more permissions than you, so you can’t change it.'}
        </Text>
      </Can>
      <PermissionGrid value={permissions} />
    </Stack>
  );
}

function Editor({ role: { id, name, description, permissions, revision } }: { role: Role }) {
  return (
    <RoleForm
      operation={UpdateRoleDocument}
      initial={{ id, name, description: description ?? '', permissions, expectedRevision: revision }}
      saveLabel="Save role"
    />
  );
}

interface RoleValues extends Record<string, unknown> {
  name: string;
  description: string;
  permissions: string[];
}

function RoleForm<Values extends RoleValues>({
  operation,
  initial,
  saveLabel,
}: {
  operation: Operation<unknown, { input: Values }>;
  initial: Values;
  saveLabel: string;
}) {
  const router = useRouter();
  const { role: own } = useMe();
  const form = useForm<RoleValues>({ mode: 'controlled', initialValues: initial });
  const { onSubmit, isPending, problem } = useFormMutation(form, operation, {
    variables: (values) => ({ input: values as Values }),
    onSuccess: () => {
      notify('Role saved');
      void router.navigate({ to: '/settings/roles' });
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <ErrorBox error={problem} />
        <TextInput label="Name" maw={460} autoComplete="off" {...form.getInputProps('name')} />
        <Textarea label="Description" maw={460} autosize minRows={2} {...form.getInputProps('description')} />
        <PermissionGrid
          value={form.values.permissions}
          onChange={(permissions) => form.setFieldValue('permissions', permissions)}
          offered={own.permissions}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            {saveLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function DeleteRole({ role: { id, name } }: { role: Role }) {
  const router = useRouter();
  const [isAsking, question] = useDisclosure();
  const remove = useApiMutation(DeleteRoleDocument, {
    onSuccess: () => {
      notify(`Role ${name} deleted`);
      void router.navigate({ to: '/settings/roles' });
    },
  });
  return (
    <>
      <Button variant="default" c="var(--mantine-color-error)" onClick={question.open}>
        Delete role…
      </Button>
      <ConfirmTyped
        opened={isAsking}
        onClose={question.close}
        title="Delete role"
        phrase={name}
        onConfirm={() => remove.mutate({ input: { id } })}
        isPending={remove.isPending}
        error={remove.error}
      >
        This can’t be undone. Move the users who have this role to another one first.
      </ConfirmTyped>
    </>
  );
}
