import { Input, MultiSelect, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { usePortfolioOptions } from '../../components/pickers';

interface RolePlaceProps {
  /** Ids of portfolios; null: everywhere. */
  defaultValue?: string[] | null;
  onChange?: (portfolioIds: string[] | null) => void;
  error?: React.ReactNode;
}

/** Where a role holds. Without portfolios there is nothing to choose. */
export function RolePlace({ defaultValue = null, onChange, error }: RolePlaceProps) {
  const portfolios = usePortfolioOptions();
  const [chosen, choose] = useState(defaultValue);
  const change = (portfolioIds: string[] | null) => {
    choose(portfolioIds);
    onChange?.(portfolioIds);
  };
  if (portfolios.length === 0 && !chosen && !error) return null;
  return (
    <Stack gap="xs">
      <Radio.Group
        label="Applies to"
        value={chosen ? 'some' : 'all'}
        onChange={(value) => change(value === 'all' ? null : (chosen ?? defaultValue ?? []))}
      >
        <Stack gap={6} mt={4}>
          <Radio value="all" label="All vendors" />
          <Radio value="some" label="Vendors of some portfolios only" />
        </Stack>
      </Radio.Group>
      {chosen && (
        <MultiSelect
          label="Portfolios"
          description="The user sees nothing of other vendors: no lists, totals, reports, files or audit entries."
          placeholder={chosen.length === 0 ? 'No vendors' : undefined}
          searchable
          data={portfolios}
          value={chosen}
          onChange={change}
        />
      )}
      {error && <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}
