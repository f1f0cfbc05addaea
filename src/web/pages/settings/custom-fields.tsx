import { Checkbox, Select, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { useState } from 'react';
import type { VendorFieldKind } from '../../api/enums.generated';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { HistoryCard } from '../../history/history-card';
import { ListEditor } from './list-editor';
import { SettingsForm } from './settings-form';
import { CustomFieldsDocument, type CustomFieldsQuery } from './vendor-settings.generated';

type Stored = CustomFieldsQuery['settings']['vendorFields'][number];

interface Edited {
  /** For the list; it isn't sent. */
  id: string;
  key: string;
  label: string;
  kind: VendorFieldKind;
  isRequired: boolean;
  /** One per line. */
  options: string;
  helpText: string;
}

const KINDS: Record<VendorFieldKind, string> = {
  TEXT: 'Text',
  NUMBER: 'Number',
  DATE: 'Date',
  CHOICE: 'Choice',
  YES_NO: 'Yes or no',
  PERSON: 'Person',
};
const KIND_OPTIONS = Object.entries(KINDS).map(([value, label]) => ({ value, label }));

export function CustomFieldsPage() {
  const query = useApiQuery(CustomFieldsDocument, {});
  return (
    <Page
      title="Custom fields"
      about="What your organisation records about vendors besides the standard fields: in forms, filters, CSV files and reports."
      actions={<OpenQuery operation={CustomFieldsDocument} variables={{}} />}
    >
      <Loaded query={query}>{({ settings }) => <CustomFieldsForm settings={settings} />}</Loaded>
      <HistoryCard title="History of all settings" of={{ entityType: 'Settings' }} />
    </Page>
  );
}

function CustomFieldsForm({ settings: { vendorFields, revision } }: { settings: CustomFieldsQuery['settings'] }) {
  const form = useForm({ initialValues: { vendorFields: vendorFields.map(editedField) } });
  const [saved, setSaved] = useState(() => keysOf(form.getValues().vendorFields));
  const { vendorFields: fields } = form.getValues();
  const add = () =>
    form.insertListItem('vendorFields', editedField({ key: '', label: '', kind: 'TEXT', isRequired: false, options: [], helpText: null }));
  return (
    <SettingsForm
      form={form}
      revision={revision}
      inputOf={({ vendorFields: edited }) => ({ vendorFields: edited.map(inputOf) })}
      onSaved={() => setSaved(keysOf(form.getValues().vendorFields))}
    >
      <ListEditor
        items={fields}
        keyOf={({ id }) => id}
        noun="field"
        titleOf={({ label }) => label || 'New field'}
        empty="There are no custom fields yet."
        onAdd={add}
        onMove={(from, to) => form.reorderListItem('vendorFields', { from, to })}
        onRemove={(i) => form.removeListItem('vendorFields', i)}
        render={({ id, label, key, kind }, i) => {
          const field = (name: keyof Edited) => form.getInputProps(`vendorFields.${i}.${name}`);
          const isSaved = saved.has(id);
          const rename = (next: string) => {
            form.setFieldValue(`vendorFields.${i}.label`, next);
            // The key follows the label until it is saved, or written by hand.
            if (!isSaved && key === keyFor(label)) form.setFieldValue(`vendorFields.${i}.key`, keyFor(next));
          };
          return (
            <>
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextInput
                  label="Label"
                  withAsterisk
                  autoFocus={!isSaved && label === ''}
                  {...field('label')}
                  onChange={({ currentTarget }) => rename(currentTarget.value)}
                />
                <TextInput
                  label="Key"
                  withAsterisk={!isSaved}
                  description={isSaved ? 'Can’t be changed' : 'Names it in CSV files and the API; can’t be changed later'}
                  inputWrapperOrder={ORDER}
                  readOnly={isSaved}
                  {...field('key')}
                />
                <Select
                  label="Kind"
                  description={isSaved ? 'Can’t be changed' : 'Can’t be changed later'}
                  inputWrapperOrder={ORDER}
                  data={KIND_OPTIONS}
                  allowDeselect={false}
                  readOnly={isSaved}
                  {...field('kind')}
                />
                <TextInput label="Help text" {...field('helpText')} />
              </SimpleGrid>
              {kind === 'CHOICE' && (
                <Textarea label="Options, one per line" withAsterisk autosize minRows={2} maxRows={12} {...field('options')} />
              )}
              <Checkbox
                label="Required"
                description="New vendors must have it, and nobody can clear it"
                {...form.getInputProps(`vendorFields.${i}.isRequired`, { type: 'checkbox' })}
              />
            </>
          );
        }}
      />
      <Text size="sm" c="dimmed">
        Removing a field hides it and deletes nothing: its values come back when a field with the same key is added again.
      </Text>
    </SettingsForm>
  );
}

/** Puts descriptions below the fields, so that fields side by side are aligned. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

const keysOf = (fields: readonly Edited[]) => new Set(fields.map(({ id }) => id));

function editedField({ options, helpText, ...rest }: Stored): Edited {
  return { ...rest, id: randomId(), options: options.join('\n'), helpText: helpText ?? '' };
}

function inputOf({ id: _, options, helpText, kind, ...rest }: Edited) {
  const lines = options
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return { ...rest, kind, options: kind === 'CHOICE' ? lines : [], helpText: helpText || null };
}

/** "Cost centre" to "costCentre". */
function keyFor(label: string): string {
  const words = label
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .trim()
    .split(/ +/)
    .map((word, i) => (i === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()));
  return words.join('').replace(/^\d+/, '').slice(0, 64);
}
