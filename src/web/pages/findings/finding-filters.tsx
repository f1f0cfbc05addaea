import { Checkbox } from '@mantine/core';
import type { FindingStatus, Severity } from '../../api/enums.generated';
import { as, fromDay, listFilter, type Part, person, toDay } from '../../app/list-filter';
import { usePermission } from '../../app/session';
import { ControlFilter } from '../../components/control-select';
import { DayRangeFilter, FilterBar, MoreFilters, MultiSelectFilter, SelectFilter, TextFilter } from '../../components/filter-bar';
import { PersonFilter, useFrameworkOptions, VendorSelect } from '../../components/pickers';
import { ASSESSMENT_STATUSES, FINDING_STATUSES, optionsOf, SEVERITIES, TIERS } from '../../theme/tones';
import type { FindingsQueryVariables } from './findings.generated';
import type { FindingsSearch } from './routes';

/** Open findings unless a status is chosen. */
const status: Part<FindingStatus | 'ALL'> = {
  fields: ['status'],
  usual: { status: 'OPEN' },
  write: (chosen) => (chosen === 'ALL' ? {} : { status: chosen }),
  read: ({ status: saved }) => (saved === 'OPEN' ? undefined : ((saved ?? 'ALL') as FindingStatus | 'ALL')),
};

/** A view may have been saved with one severity. */
const severities: Part<Severity[]> = {
  fields: ['severities', 'severity'],
  write: (chosen) => ({ severities: chosen }),
  read: ({ severities: several, severity }) => (several ?? (severity ? [severity] : undefined)) as Severity[] | undefined,
};

const source: Part<'manual' | 'automatic'> = {
  fields: ['isManual'],
  write: (chosen) => ({ isManual: chosen === 'manual' }),
  read: ({ isManual }) => (typeof isManual === 'boolean' ? (isManual ? 'manual' : 'automatic') : undefined),
};

export const FINDING_FILTER = listFilter<FindingsSearch, NonNullable<FindingsQueryVariables['filter']>>({
  query: as('query'),
  status,
  severity: severities,
  owner: person('ownerId'),
  overdue: as('overdue'),
  dueFrom: as('dueFrom'),
  dueTo: as('dueTo'),
  raisedFrom: fromDay('createdFrom'),
  raisedTo: toDay('createdTo'),
  closedFrom: fromDay('resolvedFrom'),
  closedTo: toDay('resolvedTo'),
  vendor: as('vendorId'),
  assessment: as('assessmentId'),
  framework: as('frameworkId'),
  control: as('controlCode'),
  tier: as('tiers'),
  source,
  assessed: as('assessmentStatus'),
});

const STATUSES = [...optionsOf(FINDING_STATUSES), { value: 'ALL', label: 'All statuses' }];
const SOURCES = [
  { value: 'manual', label: 'Added manually' },
  { value: 'automatic', label: 'Automatic' },
];

interface FindingFiltersProps {
  search: FindingsSearch;
  onChange: (change: Partial<FindingsSearch>) => void;
  /** Set while there is something to clear. */
  onClear?: () => void;
}

/** The filters of the register: the usual ones at once, the others on demand. */
export function FindingFilters({ search, onChange, onClear }: FindingFiltersProps) {
  const { query, status: shown = 'OPEN', severity, owner, overdue, vendor } = search;
  const { dueFrom, dueTo, raisedFrom, raisedTo, closedFrom, closedTo, framework, control, tier, source: from, assessed } = search;
  const more = [dueFrom, dueTo, raisedFrom, raisedTo, closedFrom, closedTo, framework, control, tier, from, assessed];
  const seesVendors = usePermission('vendors:view');
  const frameworks = useFrameworkOptions();
  return (
    <FilterBar onClear={onClear}>
      <TextFilter label="Title or description" value={query} onChange={(value) => onChange({ query: value })} />
      <SelectFilter
        label="Status"
        options={STATUSES}
        value={shown}
        onChange={(value = 'ALL') => onChange({ status: value === 'OPEN' ? undefined : value })}
      />
      <MultiSelectFilter
        label="Severity"
        options={optionsOf(SEVERITIES)}
        value={severity}
        onChange={(value) => onChange({ severity: value })}
      />
      <PersonFilter label="Owner" nobody="No owner" value={owner} onChange={(value) => onChange({ owner: value })} />
      {seesVendors && (
        <VendorSelect
          aria-label="Vendor"
          clearable
          value={vendor ?? null}
          onChange={(value) => onChange({ vendor: value ?? undefined })}
          w={{ base: '48%', sm: 190 }}
        />
      )}
      <Checkbox label="Overdue" checked={overdue ?? false} onChange={() => onChange({ overdue: overdue ? undefined : true })} my="xs" />
      <MoreFilters used={more.filter((value) => value !== undefined).length}>
        {frameworks.length > 0 && (
          <SelectFilter label="Framework" options={frameworks} value={framework} onChange={(value) => onChange({ framework: value })} />
        )}
        <ControlFilter value={control} onChange={(value) => onChange({ control: value })} />
        <MultiSelectFilter label="Vendor tier" options={optionsOf(TIERS)} value={tier} onChange={(value) => onChange({ tier: value })} />
        <SelectFilter label="Source" options={SOURCES} value={from} onChange={(value) => onChange({ source: value })} />
        <MultiSelectFilter
          label="Assessment status"
          options={optionsOf(ASSESSMENT_STATUSES)}
          value={assessed}
          onChange={(value) => onChange({ assessed: value })}
        />
        <DayRangeFilter
          labels={['Due from', 'Due to']}
          from={dueFrom}
          to={dueTo}
          onChange={(change) => onChange('from' in change ? { dueFrom: change.from } : { dueTo: change.to })}
        />
        <DayRangeFilter
          labels={['Raised from', 'Raised to']}
          from={raisedFrom}
          to={raisedTo}
          onChange={(change) => onChange('from' in change ? { raisedFrom: change.from } : { raisedTo: change.to })}
        />
        <DayRangeFilter
          labels={['Closed from', 'Closed to']}
          from={closedFrom}
          to={closedTo}
          onChange={(change) => onChange('from' in change ? { closedFrom: change.from } : { closedTo: change.to })}
        />
      </MoreFilters>
    </FilterBar>
  );
}
