import { Button, Group, NumberInput, Popover, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { DayField } from '../../components/day-field';
import { MAX_SEARCH } from '../../components/filter-bar';
import { PersonSelect } from '../../components/pickers';
import { IconChevronDown } from '../../theme/icons';
import { YES_NO } from './own-field-input';
import type { OwnField } from './own-fields';
import type { VendorFieldFilter } from './vendors.generated';

/** The conditions in the URL; those on fields that there aren't any more are dropped. */
export function filtersIn(text: string | undefined, fields: readonly OwnField[]): VendorFieldFilter[] {
  const known = new Set(fields.map(({ key }) => key));
  const isFilter = (one: unknown): one is VendorFieldFilter =>
    typeof one === 'object' && one !== null && 'key' in one && typeof one.key === 'string' && known.has(one.key);
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(read) ? read.filter(isFilter) : [];
  } catch {
    return [];
  }
}

/** For the URL. */
export function textOf(filters: readonly VendorFieldFilter[]): string | undefined {
  return filters.length > 0 ? JSON.stringify(filters) : undefined;
}

interface OwnFieldFiltersProps {
  fields: readonly OwnField[];
  filters: readonly VendorFieldFilter[];
  onChange: (filters: VendorFieldFilter[]) => void;
}

type Condition = Omit<VendorFieldFilter, 'key'>;

/** Filters by own fields. There may be many, so they open on demand. */
export function OwnFieldFilters({ fields, filters, onChange }: OwnFieldFiltersProps) {
  const set = (key: string, condition: Condition) => {
    const isEmpty = Object.values(condition).every((value) => value === undefined);
    const rest = filters.filter((one) => one.key !== key);
    onChange(isEmpty ? rest : [...rest, { key, ...condition }]);
  };
  return (
    <Popover position="bottom-start" trapFocus width={320}>
      <Popover.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          Custom fields{filters.length > 0 && ` (${filters.length})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <Stack gap="sm">
          {fields.map((field) => (
            <Filter
              key={field.key}
              field={field}
              filter={filters.find(({ key }) => key === field.key) ?? {}}
              onChange={(condition) => set(field.key, condition)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface FilterProps {
  field: OwnField;
  filter: Condition;
  onChange: (condition: Condition) => void;
}

function Filter({ field: { kind, label, options }, filter, onChange }: FilterProps) {
  const pick = (equals: unknown) => onChange({ equals: equals ?? undefined });
  // Lists of options stay inside the popover, which would close when one outside is clicked.
  const inside = { comboboxProps: { withinPortal: false }, placeholder: 'Any', clearable: true, label } as const;
  switch (kind) {
    case 'CHOICE':
      return <Select {...inside} data={options} value={(filter.equals as string | undefined) ?? null} onChange={pick} />;
    case 'YES_NO':
      return (
        <Select
          {...inside}
          data={YES_NO}
          value={filter.equals === undefined ? null : String(filter.equals)}
          onChange={(value) => pick(value === null ? null : value === 'true')}
        />
      );
    case 'PERSON':
      return <PersonSelect {...inside} value={(filter.equals as string | undefined) ?? null} onChange={pick} />;
    case 'NUMBER':
    case 'DATE':
      return <Range isDate={kind === 'DATE'} label={label} filter={filter} onChange={onChange} />;
    default:
      return <Typed label={label} value={filter.contains ?? ''} onChange={(text) => onChange({ contains: text || undefined })} />;
  }
}

const TYPING_MS = 300;

function Typed({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(value);
  const report = useDebouncedCallback(onChange, TYPING_MS);
  return (
    <TextInput
      label={label}
      placeholder="Contains"
      maxLength={MAX_SEARCH}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        report(currentTarget.value);
      }}
    />
  );
}

interface RangeProps {
  isDate: boolean;
  label: string;
  filter: Condition;
  onChange: (condition: Condition) => void;
}

function Range({ isDate, label, filter, onChange }: RangeProps) {
  const [ends, setEnds] = useState({ from: filter.from, to: filter.to });
  const report = useDebouncedCallback(onChange, TYPING_MS);
  const change = (end: Condition) => {
    const next = { ...ends, ...end };
    setEnds(next);
    report(next);
  };
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      {(['from', 'to'] as const).map((end) =>
        isDate ? (
          <DayField
            key={end}
            label={`${label} ${end}`}
            value={(ends[end] as string | undefined) ?? ''}
            onChange={({ currentTarget: { value } }) => change({ [end]: value || undefined })}
            style={{ flex: 1 }}
          />
        ) : (
          <NumberInput
            key={end}
            label={`${label} ${end}`}
            value={(ends[end] as number | undefined) ?? ''}
            onChange={(value) => change({ [end]: typeof value === 'number' ? value : undefined })}
            style={{ flex: 1 }}
          />
        ),
      )}
    </Group>
  );
}
