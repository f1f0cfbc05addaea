import { Checkbox } from '@mantine/core';
import type { getRouteApi } from '@tanstack/react-router';
import { as, fromDay, json, listFilter, percentage, toDay, yesNo } from '../../app/list-filter';
import { VENDOR_GROUP } from '../../app/vendor-group';
import {
  DayRangeFilter,
  FilterBar,
  MoreFilters,
  MultiSelectFilter,
  PercentRangeFilter,
  SelectFilter,
  TextFilter,
} from '../../components/filter-bar';
import { VendorGroupFilter } from '../../components/vendor-group-filter';
import { BANDS, optionsOf, VENDOR_STATUSES } from '../../theme/tones';
import { filtersIn, OwnFieldFilters, textOf } from './own-field-filters';
import { useOwnFields } from './own-fields';
import { choices, SENSITIVITIES } from './vendor-labels';
import type { VendorsQueryVariables } from './vendors.generated';

type VendorSearch = ReturnType<ReturnType<typeof getRouteApi<'/app/vendors'>>['useSearch']>;

export const VENDOR_FILTER = listFilter<VendorSearch, NonNullable<VendorsQueryVariables['filter']>>({
  query: as('query'),
  ...VENDOR_GROUP,
  band: as('ragBand'),
  status: as('status'),
  sensitivity: as('dataSensitivity'),
  renewalFrom: as('renewalFrom'),
  renewalTo: as('renewalTo'),
  scoreFrom: percentage('scoreFrom'),
  scoreTo: percentage('scoreTo'),
  assessedFrom: fromDay('lastAssessedFrom'),
  assessedTo: toDay('lastAssessedTo'),
  assessed: yesNo('isAssessed'),
  certification: as('certification'),
  fields: json('fields'),
  attention: as('needsAttention'),
  actions: as('hasOpenActions'),
});

const ASSESSED = [
  { value: 'yes', label: 'Assessed' },
  { value: 'no', label: 'Never assessed' },
];

interface VendorFiltersProps {
  search: VendorSearch;
  onChange: (change: Partial<VendorSearch>) => void;
  onClear: () => void;
}

export function VendorFilters({ search, onChange, onClear }: VendorFiltersProps) {
  const { query, band, attention, actions, status, sensitivity, assessed, certification, fields } = search;
  const own = useOwnFields();
  const { renewalFrom, renewalTo, scoreFrom, scoreTo, assessedFrom, assessedTo } = search;
  const more = [status, sensitivity, assessed, certification, renewalFrom, renewalTo, scoreFrom, scoreTo, assessedFrom, assessedTo];
  return (
    <FilterBar onClear={VENDOR_FILTER.isSet(search) ? onClear : undefined}>
      <TextFilter label="Name or e-mail address" value={query} onChange={(value) => onChange({ query: value })} />
      <VendorGroupFilter search={search} onChange={onChange} />
      <SelectFilter label="Band" options={optionsOf(BANDS)} value={band} onChange={(value) => onChange({ band: value })} />
      <Checkbox
        label="Needs attention"
        checked={attention ?? false}
        onChange={() => onChange({ attention: attention ? undefined : true })}
        my="xs"
      />
      <Checkbox label="Open tasks" checked={actions ?? false} onChange={() => onChange({ actions: actions ? undefined : true })} my="xs" />
      {own.length > 0 && (
        <OwnFieldFilters fields={own} filters={filtersIn(fields, own)} onChange={(filters) => onChange({ fields: textOf(filters) })} />
      )}
      <MoreFilters used={more.filter((value) => value !== undefined).length}>
        <MultiSelectFilter
          label="Status"
          options={optionsOf(VENDOR_STATUSES)}
          value={status}
          onChange={(value) => onChange({ status: value })}
        />
        <MultiSelectFilter
          label="Data sensitivity"
          options={choices(SENSITIVITIES)}
          value={sensitivity}
          onChange={(value) => onChange({ sensitivity: value })}
        />
        <SelectFilter label="Assessed or not" options={ASSESSED} value={assessed} onChange={(value) => onChange({ assessed: value })} />
        <TextFilter
          label="Valid certification"
          value={certification}
          onChange={(value) => onChange({ certification: value })}
          width={190}
        />
        <DayRangeFilter
          labels={['Renewal from', 'Renewal to']}
          from={renewalFrom}
          to={renewalTo}
          onChange={(change) => onChange('from' in change ? { renewalFrom: change.from } : { renewalTo: change.to })}
        />
        <DayRangeFilter
          labels={['Assessed from', 'Assessed to']}
          from={assessedFrom}
          to={assessedTo}
          onChange={(change) => onChange('from' in change ? { assessedFrom: change.from } : { assessedTo: change.to })}
        />
        <PercentRangeFilter
          labels={['Score from (%)', 'Score to (%)']}
          from={scoreFrom}
          to={scoreTo}
          onChange={(change) => onChange('from' in change ? { scoreFrom: change.from } : { scoreTo: change.to })}
        />
      </MoreFilters>
    </FilterBar>
  );
}
