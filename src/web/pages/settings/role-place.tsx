import { MultiSelect, Radio, Stack } from '@mantine/core';
import { useUncontrolled } from '@mantine/hooks';
import { usePortfolioOptions } from '../../components/pickers';

interface RolePlaceProps {
  /** Ids of portfolios; null: everywhere, empty: nowhere. */
  value?: string[] | null;
  defaultValue?: string[] | null;
  onChange?: (portfolioIds: string[] | null) => void;
  error?: React.ReactNode;
  /** Where the form puts the focus. */
  'data-path'?: string;
  label?: string;
  readOnly?: boolean;
}

/** Where a role holds. Without portfolios there is nothing to choose. */
export function RolePlace({ error, label = 'Applies to', readOnly = false, 'data-path': path, ...input }: RolePlaceProps) {
  const portfolios = usePortfolioOptions();
  const [chosen, choose] = useUncontrolled({ ...input, finalValue: null });
  if (portfolios.length === 0 && !chosen) return null;
  return (
    <Stack gap="xs">
      <Radio.Group
        label={label}
        readOnly={readOnly}
        value={chosen ? 'some' : 'all'}
        onChange={(value) => choose(value === 'all' ? null : (input.defaultValue ?? []))}
      >
        <Stack gap={6} mt={4}>
          <Radio value="all" label="All vendors" disabled={readOnly} />
          <Radio
            value="some"
            label="Vendors of some portfolios only"
            description="Not for roles that manage users, roles or settings"
            disabled={readOnly}
          />
        </Stack>
      </Radio.Group>
      {chosen && portfolios.length > 0 && (
        <MultiSelect
          label="Portfolios"
          description="Nothing of other vendors is shown: no lists, totals, reports, files or audit entries."
          placeholder={chosen.length === 0 ? 'No vendors' : undefined}
          searchable
          limit={100}
          readOnly={readOnly}
          data={portfolios}
          value={chosen}
          onChange={choose}
          error={error}
          data-path={path}
        />
      )}
    </Stack>
  );
}
