import { MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { WebhookFormat } from '../../api/enums.generated';
import { useApiQuery } from '../../api/hooks';
import { FORMATS } from './webhook-labels';
import { EventTypesDocument } from './webhooks.generated';

export interface WebhookValues extends Record<string, unknown> {
  name: string;
  url: string;
  types: string[];
  format: WebhookFormat;
}

const FORMAT_OPTIONS = Object.entries(FORMATS).map(([value, label]) => ({ value, label }));

export function WebhookFields({ form }: { form: UseFormReturnType<WebhookValues> }) {
  const { data } = useApiQuery(EventTypesDocument, {});
  const types = (data?.eventTypes ?? []).map(({ name }) => name);
  return (
    <Stack gap="md">
      <TextInput label="Name" description="What it is for, such as the name of the system" withAsterisk {...form.getInputProps('name')} />
      <TextInput label="URL" description="Where the requests go" placeholder="https://" withAsterisk {...form.getInputProps('url')} />
      <MultiSelect
        label="Types of events"
        description="All types if none is selected"
        data={types}
        searchable
        clearable
        hidePickedOptions
        {...form.getInputProps('types')}
      />
      <Select label="Format" data={FORMAT_OPTIONS} allowDeselect={false} {...form.getInputProps('format')} />
    </Stack>
  );
}
