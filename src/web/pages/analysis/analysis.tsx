import { SegmentedControl, Select } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../../app/page';
import { usePermission } from '../../app/session';
import { FilterBar } from '../../components/filter-bar';
import { FINDING_GROUPS, FindingCounts, FindingStatsFilters } from './finding-counts';
import { VENDOR_GROUPS, VendorCounts, VendorStatsFilters } from './vendor-counts';

const route = getRouteApi('/app/analysis');

const COUNTED = [
  { value: 'vendors', label: 'Vendors' },
  { value: 'findings', label: 'Findings' },
];

/** Vendors or findings, counted by something that they have in common. */
export function AnalysisPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const seesVendors = usePermission('vendors:view');
  const seesFindings = usePermission('assessments:view');
  const counted = !seesVendors || (search.count === 'findings' && seesFindings) ? 'findings' : 'vendors';
  const known = Object.entries<string>(counted === 'vendors' ? VENDOR_GROUPS : FINDING_GROUPS);
  // Which portfolio a vendor belongs to is for those who see vendors.
  const groups = Object.fromEntries(known.filter(([name]) => seesVendors || name !== 'PORTFOLIO'));
  const by = search.by !== undefined && search.by in groups ? search.by : Object.keys(groups)[0]!;
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { tier, tag, owner, portfolio, severity, from, to } = search;
  const isFiltered = [tier, tag, owner, portfolio, severity, from, to].some((value) => value !== undefined);
  return (
    <Page title="Analysis" about="Counts by group, each linked to its list">
      <FilterBar onClear={isFiltered ? () => void navigate({ search: { count: search.count, by: search.by } }) : undefined}>
        {seesVendors && seesFindings && (
          <SegmentedControl
            aria-label="Count"
            data={COUNTED}
            value={counted}
            onChange={(value) => void navigate({ search: { count: value as 'vendors' | 'findings' } })}
          />
        )}
        <Select
          aria-label="Group by"
          data={Object.entries(groups).map(([value, label]) => ({ value, label: `By ${label.toLowerCase()}` }))}
          value={by}
          allowDeselect={false}
          onChange={(value) => change({ by: (value ?? undefined) as typeof search.by })}
          w={{ base: '100%', sm: 220 }}
        />
        {counted === 'vendors' ? (
          <VendorStatsFilters search={search} onChange={change} />
        ) : (
          <FindingStatsFilters search={search} onChange={change} />
        )}
      </FilterBar>
      {counted === 'vendors' ? (
        <VendorCounts by={by as keyof typeof VENDOR_GROUPS} search={search} />
      ) : (
        <FindingCounts by={by as keyof typeof FINDING_GROUPS} search={search} />
      )}
    </Page>
  );
}
