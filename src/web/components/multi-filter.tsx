import { MultiSelect } from '@mantine/core';

interface MultiFilterProps<Value extends string> {
  label: string;
  options: { value: string; label: string }[];
  value: Value[] | undefined;
  onChange: (value: Value[] | undefined) => void;
}

/** A select of several values; none means all. */
export function MultiFilter<Value extends string>({ label, options, value = [], onChange }: MultiFilterProps<Value>) {
  return (
    <MultiSelect
      aria-label={label}
      placeholder={value.length === 0 ? label : undefined}
      data={options}
      value={value}
      onChange={(chosen) => onChange(chosen.length > 0 ? (chosen as Value[]) : undefined)}
      clearable
      w={{ base: '100%', sm: 220 }}
    />
  );
}
