import { MultiSelect, Select, Text } from '@mantine/core';
import type { QuestionType } from '../../../api/enums.generated';
import { ExpectedRange } from './expected-range';

interface ExpectedAnswerProps {
  type: QuestionType;
  choices: string[];
  value: unknown;
  fault: string | undefined;
  onChange: (value: unknown) => void;
}

const NOT_SCORED = 'Leave empty if the question is not scored';
const RATINGS = ['1', '2', '3', '4', '5'];

/** The compliant answer, in an input for the question's type. */
export function ExpectedAnswer({ type, choices, value, fault, onChange }: ExpectedAnswerProps) {
  const common = { label: 'Expected answer', error: fault, placeholder: 'None (not scored)', clearable: true } as const;
  const chosen = value == null ? [] : [value].flat().map(String);
  switch (type) {
    case 'YES_NO':
      return (
        <Select
          {...common}
          data={[
            { value: 'YES', label: 'Yes' },
            { value: 'NO', label: 'No' },
          ]}
          value={(value as string | null) ?? null}
          onChange={onChange}
          maw={320}
        />
      );
    case 'MULTIPLE_CHOICE':
    case 'COMBOBOX':
      return (
        <MultiSelect
          {...common}
          description={`Each of these is compliant. ${NOT_SCORED}`}
          data={withLost(choices, chosen)}
          value={chosen}
          onChange={(next) => onChange(next.length === 0 ? null : next.length === 1 ? next[0] : next)}
        />
      );
    case 'MULTI_SELECT':
      return (
        <MultiSelect
          {...common}
          description={`Compliant only if exactly these are chosen. ${NOT_SCORED}`}
          data={withLost(choices, chosen)}
          value={chosen}
          onChange={(next) => onChange(next.length === 0 ? null : next)}
        />
      );
    case 'NUMERIC':
    case 'DATE':
      return <ExpectedRange key={type} type={type} value={value} fault={fault} onChange={onChange} />;
    case 'RATING':
      return (
        <Select
          {...common}
          description={`This rating or a better one is compliant. ${NOT_SCORED}`}
          data={RATINGS}
          value={value == null ? null : String(value)}
          onChange={(next) => onChange(next === null ? null : Number(next))}
          maw={320}
        />
      );
    default:
      return (
        <Text size="sm" c="dimmed">
          Answers of this type are not scored.
        </Text>
      );
  }
}

/** A chosen value whose option was renamed is still shown, so that it can be removed. */
const withLost = (choices: string[], chosen: string[]) => [...new Set([...choices, ...chosen])];
