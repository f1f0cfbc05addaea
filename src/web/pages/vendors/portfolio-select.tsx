import { Select, type SelectProps } from '@mantine/core';
import { useEverywhere } from '../../app/session';

interface PortfolioSelectProps extends Omit<SelectProps, 'data'> {
  portfolios: { value: string; label: string }[];
}

/** Whoever sees some portfolios only can't put a vendor out of sight; with one portfolio there is nothing to choose. */
export function PortfolioSelect({ portfolios, ...rest }: PortfolioSelectProps) {
  const isEverywhere = useEverywhere();
  const hasChoice = isEverywhere || portfolios.length > 1;
  return (
    <Select
      label="Portfolio"
      placeholder={isEverywhere ? 'None' : 'Choose'}
      withAsterisk={!isEverywhere}
      readOnly={!hasChoice}
      clearable={isEverywhere}
      allowDeselect={isEverywhere}
      searchable={hasChoice}
      data={portfolios}
      {...rest}
    />
  );
}
