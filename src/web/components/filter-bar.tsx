import { Button, Group, MultiSelect, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { IconChevronDown, IconChevronUp, IconFilter, IconSearch, IconX } from '../theme/icons';
import { percentage } from '../app/search';
import { DayField } from './day-field';

/** The filters of a list, all kept in the URL. `onClear` is set while there is something to clear. */
export function FilterBar({ children, onClear }: { children: ReactNode; onClear?: () => void }) {
  return (
    <Group gap="xs" role="search" align="flex-end">
      {children}
      {onClear && (
        <Button variant="subtle" leftSection={<IconX size={14} aria-hidden />} onClick={onClear}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

/** The filters that are needed less often. `used`: how many of them are set; then they are shown. */
export function MoreFilters({ used, children }: { used: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(used > 0);
  const [known, setKnown] = useState(used);
  if (known !== used) {
    // A saved view or a link may have set the first of them.
    setKnown(used);
    if (known === 0) setOpen(true);
  }
  const id = useId();
  const Icon = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={14} aria-hidden />}
        rightSection={<Icon size={14} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {used > 0 ? `More filters (${used})` : 'More filters'}
      </Button>
      <Group id={id} gap="xs" align="flex-end" w="100%" display={isOpen ? undefined : 'none'}>
        {isOpen && children}
      </Group>
    </>
  );
}

interface TextFilterProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** On a wide screen. */
  width?: number;
}

const TYPING_MS = 250;

/** Reports the typed text shortly after the last keystroke. */
function useTyped(value: string, onChange: (value: string | undefined) => void): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    // The URL changed in another way: Back, or Clear filters.
    setKnown(value);
    setTyped(value);
  }
  const report = useDebouncedCallback((next: string) => onChange(next || undefined), TYPING_MS);
  useEffect(() => () => report.cancel(), [report]);
  const type = (text: string) => {
    setTyped(text);
    report(text);
  };
  return [typed, type];
}

/** The server's limit on search text. */
export const MAX_SEARCH = 200;

/** Searches as the user types. */
export function TextFilter({ label, value = '', onChange, width = 260 }: TextFilterProps) {
  const [typed, type] = useTyped(value, onChange);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      maxLength={MAX_SEARCH}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      w={{ base: '100%', sm: width }}
    />
  );
}

interface DayRangeFilterProps {
  labels: [from: string, to: string];
  from: string | undefined;
  to: string | undefined;
  /** Called with the end that changed. */
  onChange: (change: { from?: string; to?: string }) => void;
}

/** A date range, side by side. Says when it is reversed, where the list would just be empty. */
export function DayRangeFilter({ labels, from, to, onChange }: DayRangeFilterProps) {
  const isBackwards = Boolean(from && to && from > to);
  return (
    <div>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <DayFilter label={labels[0]} value={from} onChange={(day) => onChange({ from: day })} isWrong={isBackwards} />
        <DayFilter label={labels[1]} value={to} onChange={(day) => onChange({ to: day })} isWrong={isBackwards} />
      </Group>
      {isBackwards && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>
          {`“${labels[0]}” is after “${labels[1]}”`}
        </Text>
      )}
    </div>
  );
}

/** A day. */
export function DayFilter({ label, value = '', onChange, isWrong }: TextFilterProps & { isWrong?: boolean }) {
  const [typed, type] = useTyped(value, onChange);
  return <DayField label={label} value={typed} error={isWrong} onChange={({ currentTarget }) => type(currentTarget.value)} w={136} />;
}

interface SelectFilterProps<Value extends string> {
  label: string;
  options: { value: string; label: string }[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** A select of a few values, or all. */
export function SelectFilter<Value extends string>({ label, options, value, onChange }: SelectFilterProps<Value>) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={options}
      value={value ?? null}
      onChange={(chosen) => onChange((chosen as Value | null) ?? undefined)}
      clearable
      w={{ base: '48%', sm: 170 }}
    />
  );
}

interface MultiSelectFilterProps<Value extends string> {
  label: string;
  options: { value: string; label: string }[];
  value: readonly Value[] | undefined;
  onChange: (value: Value[] | undefined) => void;
  /** For a long list. */
  searchable?: boolean;
}

/** A select of any of a few values, or all. */
export function MultiSelectFilter<Value extends string>({
  label,
  options,
  value = [],
  onChange,
  searchable,
}: MultiSelectFilterProps<Value>) {
  return (
    <MultiSelect
      aria-label={label}
      placeholder={value.length === 0 ? label : undefined}
      data={options}
      value={[...value]}
      onChange={(chosen) => onChange(chosen.length > 0 ? (chosen as Value[]) : undefined)}
      searchable={searchable}
      clearable
      hidePickedOptions
      w={{ base: '100%', xs: '48%', sm: value.length > 1 ? 250 : 190 }}
    />
  );
}

interface PercentRangeFilterProps {
  labels: [from: string, to: string];
  from: number | undefined;
  to: number | undefined;
  /** Called with the end that changed. */
  onChange: (change: { from?: number; to?: number }) => void;
}

/** A range of percentages, side by side. */
export function PercentRangeFilter({ labels, from, to, onChange }: PercentRangeFilterProps) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <PercentFilter label={labels[0]} value={from} onChange={(value) => onChange({ from: value })} />
      <PercentFilter label={labels[1]} value={to} onChange={(value) => onChange({ to: value })} />
    </Group>
  );
}

interface PercentFilterProps {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

function PercentFilter({ label, value, onChange }: PercentFilterProps) {
  const [typed, type] = useTyped(value === undefined ? '' : String(value), (text) => onChange(percentIn(text)));
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      value={typed}
      error={typed !== '' && percentIn(typed) === undefined}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      w={112}
    />
  );
}

const percentIn = (text: string | undefined) => (text?.trim() ? percentage(text.replace(',', '.')) : undefined);
