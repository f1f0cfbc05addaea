import { NumberInput, Select, Textarea } from '@mantine/core';
import type { ComponentProps } from 'react';
import { DayField } from '../../components/day-field';
import { PersonSelect } from '../../components/pickers';
import type { OwnField } from './own-fields';

export const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

interface OwnFieldInputProps {
  field: OwnField;
  /** What the vendor has, which may no longer be among the options. */
  current: unknown;
  /** Whom the vendor's field names, and who may have lost access since. */
  person?: { id: string; name: string } | null;
  order: ComponentProps<typeof Select>['inputWrapperOrder'];
  /** From the form. */
  props: object;
}

/** The input for an own field, by its kind. */
export function OwnFieldInput({ field, current, person, order, props }: OwnFieldInputProps) {
  const { kind, label, isRequired, helpText, options } = field;
  const common = { label, withAsterisk: isRequired, description: helpText, inputWrapperOrder: order, ...props };
  switch (kind) {
    case 'NUMBER':
      return <NumberInput {...common} />;
    case 'DATE':
      return <DayField {...common} />;
    case 'CHOICE': {
      const all = typeof current === 'string' && !options.includes(current) ? [...options, current] : options;
      return <Select placeholder="Choose" searchable={all.length > 10} clearable={!isRequired} data={all} {...common} />;
    }
    case 'YES_NO':
      return <Select placeholder="Not known" clearable={!isRequired} data={YES_NO} {...common} />;
    case 'PERSON':
      return <PersonSelect keep={person} {...common} />;
    default:
      return <Textarea autosize minRows={1} maxRows={8} {...common} />;
  }
}
