import { Select, TagsInput, type TagsInputProps } from '@mantine/core';
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

/** The controls that have what is typed in code or words, in all frameworks; what was chosen isn't looked for. */
function useControls(typed: string, chosen?: string) {
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const isSearching = search !== '' && search !== chosen;
  const { data } = useApiQuery(ControlOptionsDocument, { search }, { enabled: isSearching, keepPrevious: true });
  // The same code may be in several frameworks.
  const byCode = Map.groupBy(isSearching ? (data?.controls ?? []) : [], ({ code }) => code);
  const about = (code: string) =>
    byCode
      .get(code)
      ?.map(({ title, framework }) => `${title} (${framework.name})`)
      .join('; ');
  const renderOption = ({ option: { value } }: { option: { value: string } }) => (
    <span>
      <strong>{value}</strong> {about(value)}
    </span>
  );
  return { isSearching, codes: [...byCode.keys()].slice(0, MOST_SHOWN), renderOption };
}

/** A control, found as the user types. */
function ControlSelect({ value, onChange }: ControlSelectProps) {
  const [typed, setTyped] = useState('');
  const { isSearching, codes, renderOption } = useControls(typed, value);
  return (
    <Select
      aria-label="Control"
      placeholder="Control"
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      maxLength={MAX_SEARCH}
      filter={({ options }) => options}
      data={value === undefined || codes.includes(value) ? codes : [value, ...codes]}
      renderOption={renderOption}
      comboboxProps={{ width: 320, position: 'bottom-start' }}
      value={value ?? null}
      onChange={(code) => onChange(code ?? undefined)}
      nothingFoundMessage={isSearching ? 'No control found' : 'Type a code or a word'}
      w={{ base: '48%', sm: 170 }}
    />
  );
}

/** Several controls. Those who may not look them up, or whose framework isn't installed, type their codes. */
export function ControlCodes(props: TagsInputProps) {
  const seesControls = usePermission('frameworks:view', 'templates:view');
  const [typed, setTyped] = useState('');
  const { codes, renderOption } = useControls(seesControls ? typed : '');
  return (
    <TagsInput
      searchValue={typed}
      onSearchChange={setTyped}
      maxLength={MAX_SEARCH}
      filter={({ options }) => options}
      data={codes}
      renderOption={renderOption}
      {...props}
    />
  );
}
