import { useMoment } from '../../api/moment';
import { DayRangeFilter, FilterBar } from '../../components/filter-bar';
import { VendorGroupFilter } from '../../components/vendor-group-filter';
import type { VendorGroupSearch } from '../../app/vendor-group';
import { GROUP_FILTER, type ReportPeriod } from './dashboard-of';

interface GroupFilterProps {
  group: VendorGroupSearch;
  period: ReportPeriod;
  onChange: (change: VendorGroupSearch & ReportPeriod) => void;
}

/** Its own file, because it isn't part of the first load. */
export function GroupFilter({ group, period: { reportFrom, reportTo }, onChange }: GroupFilterProps) {
  const isNow = useMoment() === undefined;
  const isSet = GROUP_FILTER.isSet(group) || reportFrom !== undefined || reportTo !== undefined;
  const clear = () =>
    onChange({ tier: undefined, tag: undefined, owner: undefined, portfolio: undefined, reportFrom: undefined, reportTo: undefined });
  return (
    <FilterBar onClear={isSet ? clear : undefined}>
      <VendorGroupFilter search={group} onChange={onChange} />
      {isNow && (
        <DayRangeFilter
          labels={['Board report from', 'Board report to']}
          from={reportFrom}
          to={reportTo}
          onChange={(change) => onChange('from' in change ? { reportFrom: change.from } : { reportTo: change.to })}
        />
      )}
    </FilterBar>
  );
}
