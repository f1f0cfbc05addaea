import type { VendorStatsBy } from '../../api/enums.generated';
import { useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { listFilter, NOBODY } from '../../app/list-filter';
import { usePermission } from '../../app/session';
import { VENDOR_GROUP, type VendorGroupSearch } from '../../app/vendor-group';
import { count, percent } from '../../components/format';
import { Loaded } from '../../components/loaded';
import { VendorGroupFilter } from '../../components/vendor-group-filter';
import { VendorStatsDocument, type VendorStatsQueryVariables } from './analysis.generated';
import { type Group, GroupTable } from './group-table';

export const VENDOR_GROUPS: Record<VendorStatsBy, string> = {
  TIER: 'Tier',
  BAND: 'Band',
  OWNER: 'Owner',
  TAG: 'Tag',
  DATA_SENSITIVITY: 'Data sensitivity',
  GEOGRAPHIC_RISK: 'Geographic exposure',
  CONTRACT_VALUE: 'Contract value',
  STATUS: 'Status',
  PORTFOLIO: 'Portfolio',
};

const FILTER = listFilter<VendorGroupSearch, NonNullable<VendorStatsQueryVariables['filter']>>(VENDOR_GROUP);

export const VendorStatsFilters = VendorGroupFilter;

/** How the list of vendors is filtered by a group; undefined: it can't be. */
const SEARCHES: Partial<Record<VendorStatsBy, (key: string | null) => Record<string, unknown> | undefined>> = {
  TIER: (key) => ({ tier: [key ?? 'NONE'] }),
  BAND: (key) => (key === null ? undefined : { band: key }),
  OWNER: (key) => ({ owner: key ?? NOBODY }),
  TAG: (key) => (key === null ? undefined : { tag: key }),
  DATA_SENSITIVITY: (key) => (key === null ? undefined : { sensitivity: [key] }),
  STATUS: (key) => (key === null ? undefined : { status: [key] }),
  PORTFOLIO: (key) => (key === null ? undefined : { portfolio: key }),
};

export function VendorCounts({ by, search: { tier, tag, owner, portfolio } }: { by: VendorStatsBy; search: VendorGroupSearch }) {
  const asOf = useMoment();
  const withFindings = usePermission('assessments:view');
  const group = { tier, tag, owner, portfolio };
  const query = useApiQuery(VendorStatsDocument, { by, filter: FILTER.filterOf(group), withFindings }, { keepPrevious: true });
  const linkTo = ({ key }: Group) => {
    const search = SEARCHES[by]?.(key);
    return search && { to: '/vendors' as const, search: { ...group, ...search, asOf } as never };
  };
  return (
    <Loaded query={query}>
      {({ vendorStats }) => (
        <GroupTable
          by={VENDOR_GROUPS[by]}
          groups={vendorStats}
          linkTo={linkTo}
          columns={[
            { key: 'score', header: 'Average score', align: 'end', render: ({ averageScore }) => percent(averageScore) },
            ...(withFindings
              ? [
                  {
                    key: 'findings',
                    header: 'Open findings',
                    align: 'end' as const,
                    render: ({ openFindings = 0 }: (typeof vendorStats)[number]) => count(openFindings),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Loaded>
  );
}
