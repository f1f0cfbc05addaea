import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { numberIn } from '../../domains/template/conditions.rules';

interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value: number | string | null | undefined;
  /** A number; text that isn't a number yet, such as "-"; null if empty. */
  onChange: (value: number | string | null) => void;
}

/** Keeps the text as typed: "2." is the number 2, on its way to 2.5. */
export function NumberField({ value, onChange, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState<number | string>();
  const change = (next: number | string) => {
    setTyped(next);
    onChange(next === '' ? null : read(next));
  };
  return <NumberInput {...rest} value={typed ?? value ?? ''} onChange={change} onBlur={() => setTyped(undefined)} />;
}

function read(typed: number | string): number | string {
  const number = numberIn(typed);
  return number !== undefined && Number.isFinite(number) ? number : String(typed);
}
