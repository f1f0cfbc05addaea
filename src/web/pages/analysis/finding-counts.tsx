import type { FindingStatsBy, Severity } from '../../api/enums.generated';
import { useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { as, fromDay, listFilter, NOBODY, type Part, toDay } from '../../app/list-filter';
import type { TierChoice } from '../../app/vendor-group';
import { DayRangeFilter, MultiSelectFilter } from '../../components/filter-bar';
import { count, month, NONE, number } from '../../components/format';
import { Loaded } from '../../components/loaded';
import { optionsOf, SEVERITIES, TIERS } from '../../theme/tones';
import { FindingStatsDocument, type FindingStatsQueryVariables } from './analysis.generated';
import { type Group, GroupTable } from './group-table';

export const FINDING_GROUPS: Record<FindingStatsBy, string> = {
  SEVERITY: 'Severity',
  STATUS: 'Status',
  VENDOR: 'Vendor',
  CONTROL: 'Control',
  OWNER: 'Owner',
  TIER: 'Vendor tier',
  TEMPLATE: 'Questionnaire',
  CREATED_MONTH: 'Month raised',
  PORTFOLIO: 'Portfolio',
};

interface FindingStatsSearch {
  tier?: TierChoice[];
  severity?: Severity[];
  from?: string;
  to?: string;
}

/** Findings can't be filtered by vendors without a tier. */
const withTier = (chosen: TierChoice[] = []) => chosen.filter((one) => one !== 'NONE');

const tiers: Part<TierChoice[]> = {
  fields: ['tiers'],
  write: (chosen) => (withTier(chosen).length > 0 ? { tiers: withTier(chosen) } : {}),
  read: (filter) => filter.tiers as TierChoice[] | undefined,
};

const FILTER = listFilter<FindingStatsSearch, NonNullable<FindingStatsQueryVariables['filter']>>({
  tier: tiers,
  severity: as('severities'),
  from: fromDay('createdFrom'),
  to: toDay('createdTo'),
});

interface FindingStatsFiltersProps {
  search: FindingStatsSearch;
  onChange: (change: FindingStatsSearch) => void;
}

export function FindingStatsFilters({ search: { tier, severity, from, to }, onChange }: FindingStatsFiltersProps) {
  return (
    <>
      <MultiSelectFilter
        label="Severity"
        options={optionsOf(SEVERITIES)}
        value={severity}
        onChange={(value) => onChange({ severity: value })}
      />
      <MultiSelectFilter label="Vendor tier" options={optionsOf(TIERS)} value={tier} onChange={(value) => onChange({ tier: value })} />
      <DayRangeFilter labels={['Raised from', 'Raised to']} from={from} to={to} onChange={onChange} />
    </>
  );
}

/** How the risk register is filtered by a group; undefined: it can't be. */
const SEARCHES: Partial<Record<FindingStatsBy, (key: string | null) => Record<string, unknown> | undefined>> = {
  SEVERITY: (key) => ({ severity: [key] }),
  STATUS: (key) => ({ status: key }),
  VENDOR: (key) => ({ vendor: key }),
  CONTROL: (key) => (key === null ? undefined : { control: key }),
  OWNER: (key) => ({ owner: key ?? NOBODY }),
  TIER: (key) => (key === null ? undefined : { tier: [key] }),
};

export function FindingCounts({ by, search }: { by: FindingStatsBy; search: FindingStatsSearch }) {
  const asOf = useMoment();
  const query = useApiQuery(FindingStatsDocument, { by, filter: FILTER.filterOf(search) }, { keepPrevious: true });
  const { tier, severity, from, to } = search;
  const filtered = { status: 'ALL', severity, tier: tier && withTier(tier), raisedFrom: from, raisedTo: to };
  const linkTo = ({ key }: Group) => {
    const found = SEARCHES[by]?.(key);
    return found && { to: '/findings' as const, search: { ...filtered, ...found, asOf } as never };
  };
  return (
    <Loaded query={query}>
      {({ findingStats }) => (
        <GroupTable
          by={FINDING_GROUPS[by]}
          groups={findingStats.map((stat) => (by === 'CREATED_MONTH' && stat.key ? { ...stat, label: month(stat.key) } : stat))}
          linkTo={linkTo}
          columns={[
            { key: 'open', header: 'Open', align: 'end', render: ({ open }) => count(open) },
            { key: 'overdue', header: 'Overdue', align: 'end', render: ({ overdue }) => count(overdue) },
            { key: 'remediated', header: 'Remediated', align: 'end', render: ({ remediated }) => count(remediated) },
            { key: 'accepted', header: 'Risk accepted', align: 'end', render: ({ accepted }) => count(accepted) },
            {
              key: 'days',
              header: 'Mean days to remediate',
              align: 'end',
              render: ({ meanDaysToRemediate: days }) => (days === null ? NONE : number(days)),
            },
          ]}
        />
      )}
    </Loaded>
  );
}
