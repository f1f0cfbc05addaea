import { Group, Input, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { asRange, isRange, type Range } from '../../../../domains/template/expected-answer.rules';
import { DayField } from '../../../components/day-field';
import { NumberField } from '../../../components/number-field';

type Bound = number | string;
type Mode = 'none' | 'exactly' | 'atLeast' | 'atMost' | 'between';

interface ExpectedRangeProps {
  type: 'NUMERIC' | 'DATE';
  value: unknown;
  fault: string | undefined;
  onChange: (value: unknown) => void;
}

const WORDS = {
  NUMERIC: {
    exactly: 'Exactly',
    atLeast: 'At least',
    atMost: 'At most',
    between: 'Between',
    one: 'Expected number',
    min: 'Minimum',
    max: 'Maximum',
  },
  DATE: {
    exactly: 'On',
    atLeast: 'On or after',
    atMost: 'On or before',
    between: 'Between',
    one: 'Expected date',
    min: 'Earliest date',
    max: 'Latest date',
  },
} as const;

/** The compliant answer for ordered types: one value, or an inclusive range. */
export function ExpectedRange({ type, value, fault, onChange }: ExpectedRangeProps) {
  const [chosen, setChosen] = useState<Mode>('none');
  const words = WORDS[type];
  const mode = modeOf(value, chosen);
  const { min, max } = boundsOf(value);
  const choose = (next: Mode) => {
    setChosen(next);
    onChange(valueIn(next, next === 'between' ? { min, max } : { min: min ?? max, max: max ?? min }));
  };
  const bound = (label: string, own: Bound | undefined, change: (next: Bound | undefined) => void) => (
    <BoundField key={label} type={type} label={label} value={own} isFaulty={fault !== undefined} onChange={change} />
  );
  return (
    <Input.Wrapper error={fault} errorProps={{ role: 'alert' }}>
      <Group gap="sm" align="flex-end" wrap="wrap" mb={fault ? 4 : 0}>
        <Select
          label="Expected answer"
          data={[
            { value: 'none', label: 'None (not scored)' },
            ...(['exactly', 'atLeast', 'atMost', 'between'] as const).map((one) => ({ value: one, label: words[one] })),
          ]}
          value={mode}
          allowDeselect={false}
          onChange={(next) => choose(next as Mode)}
          w={190}
        />
        {mode === 'exactly' && bound(words.one, min, (next) => onChange(valueIn(mode, { min: next })))}
        {(mode === 'atLeast' || mode === 'between') && bound(words.min, min, (next) => onChange(valueIn(mode, { min: next, max })))}
        {mode === 'between' && (
          <Text size="sm" c="dimmed" pb={8}>
            and
          </Text>
        )}
        {(mode === 'atMost' || mode === 'between') && bound(words.max, max, (next) => onChange(valueIn(mode, { min, max: next })))}
      </Group>
    </Input.Wrapper>
  );
}

function BoundField({
  type,
  label,
  value,
  isFaulty,
  onChange,
}: {
  type: 'NUMERIC' | 'DATE';
  label: string;
  value: Bound | undefined;
  isFaulty: boolean;
  onChange: (value: Bound | undefined) => void;
}) {
  const common = { label, error: isFaulty, w: 160 };
  return type === 'NUMERIC' ? (
    <NumberField {...common} value={value} onChange={(next) => onChange(typeof next === 'number' ? next : undefined)} />
  ) : (
    <DayField {...common} value={value ?? ''} onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)} />
  );
}

/** The kind of the current value, or the chosen one while a range is incomplete. */
function modeOf(value: unknown, chosen: Mode): Mode {
  if (value == null) return 'none';
  if (!isRange(value)) return 'exactly';
  const { min, max } = asRange(value);
  if (min === undefined && max === undefined) return chosen;
  if (chosen === 'between' || (min !== undefined && max !== undefined)) return 'between';
  return max === undefined ? 'atLeast' : 'atMost';
}

function boundsOf(value: unknown): Range {
  if (value == null || value === NOTHING_YET) return {};
  return isRange(value) ? asRange(value) : { min: value as Bound, max: value as Bound };
}

/** An incomplete value, which can't be saved yet. */
const NOTHING_YET = '';

function valueIn(mode: Mode, { min, max }: Range): unknown {
  if (mode === 'none') return null;
  if (mode === 'exactly') return min ?? NOTHING_YET;
  return asRange({ min: mode === 'atMost' ? undefined : min, max: mode === 'atLeast' ? undefined : max });
}
