import { FilterBar } from '../../components/filter-bar';
import { VendorGroupFilter } from '../../components/vendor-group-filter';
import type { VendorGroupSearch } from '../../app/vendor-group';
import { GROUP_FILTER } from './dashboard-of';

interface GroupFilterProps {
  group: VendorGroupSearch;
  onChange: (change: VendorGroupSearch) => void;
}

/** Its own file, because it isn't part of the first load. */
export function GroupFilter({ group, onChange }: GroupFilterProps) {
  const clear = () => onChange({ tier: undefined, tag: undefined, owner: undefined, portfolio: undefined });
  return (
    <FilterBar onClear={GROUP_FILTER.isSet(group) ? clear : undefined}>
      <VendorGroupFilter search={group} onChange={onChange} />
    </FilterBar>
  );
}
