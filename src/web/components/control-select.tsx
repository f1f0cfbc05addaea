import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useApiQuery } from '../api/hooks';
import { ControlOptionsDocument } from './control-select.generated';
import { usePermission } from '../app/session';
import { MAX_SEARCH, TextFilter } from './filter-bar';

const TYPING_MS = 200;
const MOST_SHOWN = 30;

interface ControlSelectProps {
  /** The code of a control. */
  value: string | undefined;
  onChange: (code: string | undefined) => void;
}

/** Filters by a control: its code is typed by those who may not look controls up. */
export function ControlFilter(props: ControlSelectProps) {
  const seesControls = usePermission('frameworks:view', 'templates:view');
  return seesControls ? <ControlSelect {...props} /> : <TextFilter label="Control code" width={150} {...props} />;
}

/** A control, found by code or words in all frameworks as the user types. */
function ControlSelect({ value, onChange }: ControlSelectProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const isSearching = search !== '' && search !== value;
  const { data } = useApiQuery(ControlOptionsDocument, { search }, { enabled: isSearching, keepPrevious: true });
  // The same code may be in several frameworks.
  const byCode = Map.groupBy(isSearching ? (data?.controls ?? []) : [], ({ code }) => code);
  const codes = [...byCode.keys()].slice(0, MOST_SHOWN);
  const options = value === undefined || byCode.has(value) ? codes : [value, ...codes];
  const about = (code: string) =>
    byCode
      .get(code)
      ?.map(({ title, framework }) => `${title} (${framework.name})`)
      .join('; ');
  return (
    <Select
      aria-label="Control"
      placeholder="Control"
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      maxLength={MAX_SEARCH}
      filter={({ options: all }) => all}
      data={options}
      renderOption={({ option }) => (
        <span>
          <strong>{option.value}</strong> {about(option.value)}
        </span>
      )}
      comboboxProps={{ width: 320, position: 'bottom-start' }}
      value={value ?? null}
      onChange={(code) => onChange(code ?? undefined)}
      nothingFoundMessage={isSearching ? 'No control found' : 'Type a code or a word'}
      w={{ base: '48%', sm: 170 }}
    />
  );
}
