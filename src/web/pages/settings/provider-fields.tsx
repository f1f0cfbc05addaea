import { ActionIcon, Button, Group, Select, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useApiQuery } from '../../api/hooks';
import { PasswordField } from '../../components/password-field';
import { IconPlus, IconTrash } from '../../theme/icons';
import { RolePlace } from './role-place';
import { RoleChoiceDocument } from './users.generated';

export type ProviderValues = {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  isEnabled: boolean;
  isJitEnabled: boolean;
  isEmailTrusted: boolean;
  scopes: string[];
  roleClaim: string;
  roleMappings: { value: string; roleId: string; portfolioIds: string[] | null }[];
  defaultRoleId: string | null;
};

export const NEW_PROVIDER: ProviderValues = {
  name: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  isEnabled: true,
  isJitEnabled: false,
  isEmailTrusted: false,
  scopes: [],
  roleClaim: '',
  roleMappings: [],
  defaultRoleId: null,
};

/** As the server takes them; a secret that isn't entered stays what it is. */
export function providerInput({ clientSecret, roleClaim, ...rest }: ProviderValues) {
  return { ...rest, ...(clientSecret && { clientSecret }), roleClaim: roleClaim || null };
}

export function ProviderFields({ form, isNew }: { form: UseFormReturnType<ProviderValues>; isNew: boolean }) {
  return (
    <Stack gap="md">
      <TextInput
        label="Name"
        description="What the button on the sign-in page says, such as the name of your organisation"
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Issuer"
        description="The URL that identifies the provider, exactly as the provider shows it: the part before /.well-known/openid-configuration"
        placeholder="https://login.example.org"
        type="url"
        autoComplete="off"
        {...form.getInputProps('issuer')}
      />
      <TextInput label="Client ID" autoComplete="off" {...form.getInputProps('clientId')} />
      <PasswordField
        label="Client secret"
        description={isNew ? 'Stored encrypted, and never shown again.' : 'Leave empty to keep the current one.'}
        autoComplete="off"
        {...form.getInputProps('clientSecret')}
      />
      <Switch
        label="People can sign in with it"
        description={isNew ? undefined : 'When you turn it off, everyone who signed in with it is signed out.'}
        checked={form.values.isEnabled}
        onChange={({ currentTarget }) => form.setFieldValue('isEnabled', currentTarget.checked)}
      />
      <Switch
        label="Create accounts for people who have none"
        description="Otherwise only people whom you have invited can sign in."
        checked={form.values.isJitEnabled}
        onChange={({ currentTarget }) => form.setFieldValue('isJitEnabled', currentTarget.checked)}
      />
      <Switch
        label="Trust its e-mail addresses"
        description="Needed for Entra ID. Only for a directory where only administrators set addresses: whoever has an address there gets the account with that address here."
        checked={form.values.isEmailTrusted}
        onChange={({ currentTarget }) => form.setFieldValue('isEmailTrusted', currentTarget.checked)}
      />
      <TagsInput
        label="Additional scopes"
        description="Requested besides openid, email and profile; for example groups"
        {...form.getInputProps('scopes')}
      />
      <Roles form={form} />
    </Stack>
  );
}

function Roles({ form }: { form: UseFormReturnType<ProviderValues> }) {
  const { data } = useApiQuery(RoleChoiceDocument, {});
  const roles = (data?.roles ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <TextInput
        label="Role claim"
        description="The claim that decides the role, such as groups, roles or realm_access.roles. Leave empty to assign roles in Vetgraph."
        autoComplete="off"
        {...form.getInputProps('roleClaim')}
      />
      {form.values.roleMappings.map((_mapping, i) => (
        <Stack key={i} gap="xs">
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label="Value"
              style={{ flex: 1 }}
              autoComplete="off"
              {...form.getInputProps(`roleMappings.${i}.value`)}
              aria-label={`Value ${i + 1}`}
            />
            <Select
              label="Role"
              style={{ flex: 1 }}
              data={roles}
              allowDeselect={false}
              {...form.getInputProps(`roleMappings.${i}.roleId`)}
              aria-label={`Role for value ${i + 1}`}
            />
            <ActionIcon
              variant="default"
              size={36}
              aria-label={`Remove value ${i + 1}`}
              onClick={() => form.removeListItem('roleMappings', i)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
          <RolePlace label={`Role for value ${i + 1} applies to`} {...form.getInputProps(`roleMappings.${i}.portfolioIds`)} />
        </Stack>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => form.insertListItem('roleMappings', { value: '', roleId: '', portfolioIds: null })}
      >
        Add role mapping
      </Button>
      {form.values.roleMappings.length > 0 && (
        <Text size="sm" c="dimmed">
          The first match decides, at every sign-in. Case-sensitive.
        </Text>
      )}
      <Select
        label="Default role"
        description="For people without a matching value. If empty, they can’t sign in."
        data={roles}
        clearable
        {...form.getInputProps('defaultRoleId')}
      />
    </>
  );
}
