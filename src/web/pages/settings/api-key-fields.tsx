import { Radio, Stack, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { DayField } from '../../components/day-field';
import { PermissionGrid } from './permission-grid';

export interface KeyValues extends Record<string, unknown> {
  name: string;
  scope: 'chosen' | 'all';
  permissions: string[];
  allowedIps: string[];
  expiresOn: string;
}

interface ApiKeyFieldsProps {
  form: UseFormReturnType<KeyValues>;
  /** The permissions that can be granted. */
  offered: readonly string[];
  /** Whether the key may have every permission, including future ones. */
  mayHaveAll: boolean;
}

/** The fields of a new or existing key. */
export function ApiKeyFields({ form, offered, mayHaveAll }: ApiKeyFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        description="What the key is for. The audit log shows this name."
        maw={460}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      {mayHaveAll && (
        <Radio.Group label="Permissions" {...form.getInputProps('scope')}>
          <Stack gap="xs" mt={4}>
            <Radio value="chosen" label="Selected permissions" />
            <Radio value="all" label="All permissions, including those added in later versions" />
          </Stack>
        </Radio.Group>
      )}
      {form.values.scope === 'chosen' && (
        <PermissionGrid
          value={form.values.permissions}
          onChange={(permissions) => form.setFieldValue('permissions', permissions)}
          offered={offered}
        />
      )}
      <TagsInput
        label="Allowed IP addresses"
        description="Addresses or ranges such as 203.0.113.7 or 203.0.113.0/24. Press Enter after each. Leave empty to allow any."
        maw={460}
        splitChars={[',', ' ', ';']}
        acceptValueOnBlur
        {...form.getInputProps('allowedIps')}
      />
      <DayField
        label="Expires"
        description="The key works until the end of this day. Leave empty if it never expires."
        maw={220}
        {...form.getInputProps('expiresOn')}
      />
    </>
  );
}
