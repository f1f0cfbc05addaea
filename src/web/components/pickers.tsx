import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useApiQuery } from '../api/hooks';
import { useMe, usePermission } from '../app/session';
import { NOBODY } from '../app/list-filter';
import { MAX_SEARCH } from './filter-bar';
import {
  AssigneesDocument,
  FrameworkOptionsDocument,
  PortfolioOptionsDocument,
  TagOptionsDocument,
  TemplateNamesDocument,
  VendorOptionsDocument,
} from './pickers.generated';

const TYPING_MS = 200;

type PickerProps = Omit<SelectProps, 'data' | 'searchable' | 'searchValue' | 'onSearchChange' | 'filter'>;

/** A vendor, searched for on the server as the user types. */
export function VendorSelect({ value, ...rest }: PickerProps) {
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed, TYPING_MS);
  const id = typeof value === 'string' ? value : '';
  const { data } = useApiQuery(VendorOptionsDocument, { query, id, hasChosen: id !== '' }, { keepPrevious: true });
  const chosen = data?.vendor?.id === id ? data.vendor : undefined;
  const found = data?.vendors.nodes ?? [];
  // The field shows the chosen name as if it were typed: still offer the other vendors.
  const options = chosen && !found.some((vendor) => vendor.id === id) ? [chosen, ...found] : found;
  return (
    <Select
      placeholder="Vendor"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      maxLength={MAX_SEARCH}
      filter={({ options: all }) => all}
      data={options.map(({ id: key, name }) => ({ value: key, label: name }))}
      value={value ?? null}
      nothingFoundMessage="No vendor found"
      {...rest}
    />
  );
}

interface Person {
  id: string;
  name: string;
}

/** A user who can be assigned work. */
export function PersonSelect({
  keep,
  first,
  nobody,
  ...rest
}: PickerProps & {
  /** Chosen earlier, and may have lost access since. */
  keep?: Person | null;
  /** Offered before the others. */
  first?: Person;
  /** Offers nobody as a choice, under this name. */
  nobody?: string;
}) {
  const { data } = useApiQuery(AssigneesDocument, {});
  const people = [...(first ? [first] : []), ...(data?.assignees ?? []).filter(({ id }) => id !== first?.id)];
  const all = keep && !people.some(({ id }) => id === keep.id) ? [...people, keep] : people;
  return (
    <Select
      placeholder="Nobody"
      searchable
      clearable
      allowDeselect={false}
      data={[...(nobody ? [{ value: NOBODY, label: nobody }] : []), ...all.map(({ id, name }) => ({ value: id, label: name }))]}
      nothingFoundMessage="No user found"
      {...rest}
    />
  );
}

interface PersonFilterProps {
  label: string;
  /** What belongs to nobody: "No owner". */
  nobody: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Filters a list by a user, oneself first, or by what is nobody's. */
export function PersonFilter({ label, nobody, value, onChange }: PersonFilterProps) {
  const me = useMe();
  return (
    <PersonSelect
      aria-label={label}
      placeholder={label}
      nobody={nobody}
      first={{ id: me.id, name: `${me.name} (you)` }}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      w={{ base: '48%', sm: 170 }}
    />
  );
}

/** All frameworks; none for users who may not see them. */
export function useFrameworkOptions(): { value: string; label: string }[] {
  const enabled = usePermission('frameworks:view');
  const { data } = useApiQuery(FrameworkOptionsDocument, {}, { enabled });
  return (data?.frameworks ?? []).map(({ id, name, version }) => ({ value: id, label: version ? `${name} (${version})` : name }));
}

/** The questionnaires, each once whatever its versions, by the chosen version or else the newest; none for users who may not see them. */
export function useTemplateOptions(chosen: string | undefined): { value: string; label: string }[] {
  const enabled = usePermission('templates:view');
  const { data } = useApiQuery(TemplateNamesDocument, {}, { enabled });
  const families = [...Map.groupBy(data?.templates ?? [], ({ family }) => family).values()];
  const one = families.map((all) => all.find(({ id }) => id === chosen) ?? all.toSorted((a, b) => b.version - a.version)[0]!);
  return one.map(({ id, name }) => ({ value: id, label: name })).sort((a, b) => a.label.localeCompare(b.label));
}

/** The tags in use, most used first. */
export function useTags(): string[] {
  return useApiQuery(TagOptionsDocument, {}).data?.vendorTags ?? [];
}

/** The portfolios that the user has a role in, by name; often there are none. */
export function usePortfolioOptions(): { value: string; label: string }[] {
  return (useApiQuery(PortfolioOptionsDocument, {}).data?.portfolios ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
