import { CloseButton, Combobox, Group, Input, Stack, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useId, useState } from 'react';
import { useApiQuery } from '../../../api/hooks';
import { MAX_SEARCH } from '../../../components/filter-bar';
import { many } from '../../../components/format';
import { relationText } from '../../../components/relations';
import { IconSearch } from '../../../theme/icons';
import { ControlsByCodeDocument, type ControlsByCodeQuery, FindControlsDocument } from '../controls.generated';
import classes from './builder.module.css';

interface ControlPickerProps {
  codes: string[];
  fault: string | undefined;
  onChange: (codes: string[]) => void;
}

type FoundControl = ControlsByCodeQuery['controls'][number];

/** The controls that a question covers, searched across all frameworks. */
export function ControlPicker({ codes, fault, onChange }: ControlPickerProps) {
  const id = useId();
  const known = useApiQuery(ControlsByCodeDocument, { codes }, { enabled: codes.length > 0, keepPrevious: true });
  const byCode = Map.groupBy(known.data?.controls ?? [], ({ code }) => code);
  const related = relatedTo(codes, known.data?.controls ?? []);
  const add = (code: string) => !codes.includes(code) && onChange([...codes, code].sort());
  return (
    <Stack gap={6} role="group" aria-labelledby={id}>
      <Input.Label id={id} component="div">
        Mapped controls
      </Input.Label>
      {codes.length > 0 && (
        <ul className={classes.controls}>
          {codes.map((code) => (
            <li key={code}>
              <Mapped
                code={code}
                controls={byCode.get(code)}
                isLoading={known.isFetching}
                onRemove={() => onChange(codes.filter((one) => one !== code))}
              />
            </li>
          ))}
        </ul>
      )}
      <ControlSearch taken={codes} onChoose={add} fault={fault} />
      {related.length > 0 && (
        <details>
          <Text component="summary" size="sm">
            {many(related.length, 'related control')} via crosswalks
          </Text>
          <ul className={classes.related}>
            {related.map(({ id: key, text }) => (
              <li key={key}>{text}</li>
            ))}
          </ul>
        </details>
      )}
    </Stack>
  );
}

function Mapped({
  code,
  controls,
  isLoading,
  onRemove,
}: {
  code: string;
  controls: FoundControl[] | undefined;
  isLoading: boolean;
  onRemove: () => void;
}) {
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Text size="sm">
        <Text span fw={600} size="sm">
          {code}
        </Text>{' '}
        {controls?.map(({ title, framework }) => `${title} (${framework.name})`).join('; ')}
        {!controls && !isLoading && (
          <Text span size="sm" c="dimmed">
            Not in any installed framework. It will be mapped once you import one that has it.
          </Text>
        )}
      </Text>
      <CloseButton size="sm" aria-label={`Remove ${code}`} onClick={onRemove} />
    </Group>
  );
}

const TYPING_MS = 200;
const MOST_SHOWN = 30;

function ControlSearch({ taken, onChoose, fault }: { taken: string[]; onChoose: (code: string) => void; fault: string | undefined }) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const { data, isFetching } = useApiQuery(FindControlsDocument, { search }, { enabled: search !== '', keepPrevious: true });
  const found = search === '' ? [] : (data?.controls ?? []).filter(({ code }) => !taken.includes(code));
  const isCode = found.some(({ code }) => code.toLowerCase() === typed.trim().toLowerCase()) || taken.includes(typed.trim());
  const choose = (code: string) => {
    onChoose(code);
    setTyped('');
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          aria-label="Search controls by code or keyword"
          placeholder="Search controls by code or keyword"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          maxLength={MAX_SEARCH}
          error={fault}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onFocus={() => typed && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={typed.trim() === ''}>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label="Controls found">
          {found.slice(0, MOST_SHOWN).map(({ id, code, title, framework }) => (
            <Combobox.Option key={id} value={code}>
              <Text size="sm">
                <strong>{code}</strong> {title}{' '}
                <Text span size="xs" c="dimmed">
                  {framework.name}
                </Text>
              </Text>
            </Combobox.Option>
          ))}
          {typed.trim() !== '' && !isCode && !isFetching && search === typed.trim() && (
            <Combobox.Option value={typed.trim()}>
              <Text size="sm">Use the code “{typed.trim()}”, which is not in any installed framework</Text>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Controls related to the mapped ones through crosswalks, except those already mapped. */
function relatedTo(codes: string[], controls: FoundControl[]): { id: string; text: string }[] {
  return controls
    .filter(({ code }) => codes.includes(code))
    .flatMap(({ id, code, related }) => related.map((one) => ({ ...one, id: `${id} ${one.control.id}`, code })))
    .filter(({ control }) => !codes.includes(control.code))
    .map(({ id, code, relation, control: { code: other, title, framework } }) => ({
      id,
      text: `${code} ${relationText(relation)} ${other} ${title} (${framework.name})`,
    }));
}
